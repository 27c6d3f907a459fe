import type { Address } from '@solana/kit';
import type { StakePool } from '@staking-agent/chain/stake-pool';
import type { VaultState } from '@staking-agent/chain/vault';
import type { FeeFact, RealisedYield } from '@staking-agent/wire';
import { annualisedGrowth, type Capture, YEAR } from '../yields/figures.ts';

/** The fees that a stake pool takes. */
const FEES = {
  epochFee: ['rewards', 'the rewards of an epoch'],
  solDepositFee: ['SOL deposit', 'the raSOL that a deposit of SOL mints'],
  stakeDepositFee: ['stake deposit', 'the raSOL that a deposit of stake mints'],
  solWithdrawalFee: ['SOL withdrawal', 'the raSOL that a withdrawal of SOL takes'],
  stakeWithdrawalFee: ['stake withdrawal', 'the raSOL that a withdrawal of stake takes'],
} as const;

/** Lists the fees of the raSOL pool, without those that are zero. */
export function listPoolFees(
  pool: StakePool,
  address: Address,
  kinds: readonly (keyof typeof FEES)[],
): FeeFact[] {
  return kinds.flatMap((name) => {
    const { numerator, denominator } = pool[name];
    if (numerator === 0n || denominator === 0n) return [];
    const [kind, of] = FEES[name];
    return [{ kind, percent: printRatio(numerator * 100n, denominator, 9), of, by: address }];
  });
}

const DAY = 86_400_000;
const WINDOWS = [7, 30, 90, 365] as const;

/**
 * Lists the growth of a position between captures: over each window that they cover, and over all of them.
 *
 * The growth is that of the receipt's value where it has one, otherwise of the captured yields compounded.
 *
 * @param captures - oldest first.
 */
export function listRealised(captures: readonly Capture[]): RealisedYield[] {
  const last = captures.at(-1);
  if (last === undefined) return [];
  const describe = (days: string, begin: number): RealisedYield[] => {
    const first = captures[begin];
    const percent = first && (growthOfReceipt(first, last) ?? growthByYields(captures.slice(begin)));
    if (first === undefined || percent === undefined) return [];
    return [{ days, from: print(first), to: print(last), percent: printPercent(percent) ?? '' }];
  };
  const windows = WINDOWS.flatMap((days) => {
    const begin = captures.findLastIndex(({ measuredAt }) => measuredAt <= last.measuredAt - days * DAY);
    return begin === -1 ? [] : describe(String(days), begin);
  });
  return [...windows, ...describe('all', 0)];
}

/** A stake account is its own receipt, and is captured as worth one whatever it earns. */
function growthOfReceipt(first: Capture, last: Capture): number | undefined {
  return Number(last.worthPerReceipt) === 1 ? undefined : annualisedGrowth(first, last);
}

/** Compounds captured yields, each over the time since the previous capture. */
function growthByYields(captures: readonly Capture[]): number | undefined {
  const total = (captures.at(-1)?.measuredAt ?? 0) - (captures[0]?.measuredAt ?? 0);
  if (total <= 0) return undefined;
  let grown = 0;
  for (const [i, { measuredAt, apy }] of captures.entries()) {
    const before = captures[i - 1];
    if (before === undefined) continue;
    if (apy === null) return undefined;
    grown += Math.log1p(apy / 100) * ((measuredAt - before.measuredAt) / YEAR);
  }
  return Math.expm1(grown * (YEAR / total)) * 100;
}

function print({ measuredAt }: Capture): string {
  return new Date(measuredAt).toISOString();
}

/** Lists the fees of a vault, without those that are zero. */
export function listVaultFees(state: VaultState, vault: Address, receipt: string): FeeFact[] {
  const management = 'the value of the vault, a year';
  const performance = 'gains above the highest value that a receipt ever had';
  const fees = [
    ['manager management', state.managerManagementFee, management],
    ['admin management', state.adminManagementFee, management],
    ['protocol management', state.protocolManagementFee, management],
    ['manager performance', state.managerPerformanceFee, performance],
    ['admin performance', state.adminPerformanceFee, performance],
    ['protocol performance', state.protocolPerformanceFee, performance],
    ['issuance', state.issuanceFee, `the ${receipt} that a deposit mints`],
    ['redemption', state.redemptionFee, `the ${receipt} that a withdrawal burns`],
  ] as const;
  return fees.flatMap(([kind, basisPoints, of]) =>
    basisPoints > 0 ? [{ kind, percent: printRatio(BigInt(basisPoints), 100n, 9), of, by: vault }] : [],
  );
}

/**
 * Prints a ratio of whole numbers as decimal text, without trailing zeros.
 *
 * @param denominator - above zero.
 * @param places - decimal places at the most; what is beyond is rounded.
 */
export function printRatio(
  numerator: bigint,
  denominator: bigint,
  places: number,
  rounding: 'down' | 'up' = 'down',
): string {
  const up = rounding === 'up' ? denominator - 1n : 0n;
  const scaled = (numerator * 10n ** BigInt(places) + up) / denominator;
  const digits = String(scaled).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Prints percent with four places, rounded to nearest; null for an unknown value. */
export function printPercent(percent: number | null | undefined): string | null {
  return percent == null ? null : percent.toFixed(4);
}

/** The rates of leverage; null for one that is unknown. */
type Carry = Readonly<
  Record<'stakeRatePercent' | 'borrowRatePercent' | 'carryPercent', string | null> & {
    isCarryNegative: boolean | null;
  }
>;

const UNKNOWN: Carry = {
  stakeRatePercent: null,
  borrowRatePercent: null,
  carryPercent: null,
  isCarryNegative: null,
};

/**
 * Infers the cost of a vault's debt from the growth of the vault and of raSOL between two captures.
 *
 * Assets A earn the stake rate s, the debt D costs b, and what is left, V = A − D, grew by v: v·V = s·A − b·D. So b = (s·A −
 * v·V) / D, with the balance as it is now. Fees of the vault count as cost of the debt.
 *
 * @param captures - oldest first; the newest two count.
 * @param balance - in lamports at one price: collateral and idle raSOL together, and the debt.
 * @returns percent a year: s and b compounded, the carry as (s·A − b·D) / V.
 */
export function implyCarry(
  captures: readonly Capture[],
  { assets, debt }: { readonly assets: bigint; readonly debt: bigint },
): Carry {
  const [before, after] = captures.slice(-2);
  if (before === undefined || after === undefined) return UNKNOWN;
  const stakeRate = annualisedGrowth(toPoolPrice(before), toPoolPrice(after));
  const vaultRate = annualisedGrowth(before, after);
  if (stakeRate === undefined) return UNKNOWN;
  const known = { ...UNKNOWN, stakeRatePercent: printPercent(stakeRate) };
  if (vaultRate === undefined || debt === 0n || assets <= debt) return known;
  // Instantaneous rates add up; those compounded to a year do not.
  const [s, v] = [toContinuous(stakeRate), toContinuous(vaultRate)];
  const share = Number(assets) / Number(assets - debt);
  const b = (s * share - v) / (share - 1);
  return {
    ...known,
    borrowRatePercent: printPercent(fromContinuous(b)),
    carryPercent: printPercent(fromContinuous(s * share - b * (share - 1))),
    isCarryNegative: b > s,
  };
}

/** Computes the SOL per raSOL when the capture was made. */
function toPoolPrice({ measuredAt, assetPerReceipt, worthPerReceipt }: Capture) {
  const price = Number(assetPerReceipt) > 0 ? Number(worthPerReceipt) / Number(assetPerReceipt) : 0;
  return { measuredAt, worthPerReceipt: price.toFixed(18) };
}

const toContinuous = (percent: number) => Math.log1p(percent / 100);
const fromContinuous = (rate: number) => Math.expm1(rate) * 100;
