import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder, type StakePool } from '@staking-agent/chain/stake-pool';
import type { VaultState } from '@staking-agent/chain/vault';
import type { ApyFacts, FeeFact, LeverageFacts, Quantity, RealisedYield } from '@staking-agent/wire';
import type { Means } from '../builds/ranges.ts';
import { problem } from '../problems/problem.ts';
import type { ReadAccounts } from '../upstreams/ledger/client.ts';
import type { ValidatorFacts } from '../upstreams/ledger/feeds.ts';
import type { ApyWindow } from '../upstreams/vault.ts';
import { annualisedGrowth, type Capture, YEAR } from '../yields/figures.ts';

/** Words on where an APY is from. */
export type ApyTerms = Pick<ApyFacts, 'basis' | 'method' | 'source'> & {
  readonly window: string | ((settings: { readonly usdcWindow: ApyWindow }) => string);
};

/** What one read shows of a strategy beside its limits. */
export type ShownFacts = {
  readonly idle: Quantity | null;
  /** Whether the largest exit at once is the ledger's to say. */
  readonly knowsInstant: boolean;
  readonly fees: readonly FeeFact[];
  readonly leverage: LeverageFacts | null;
};

/** What the facts of a strategy are told from. */
export type FactsSource = {
  readonly apy: ApyTerms;
  /** Fields of the deployment file, as far as they are written out here, whose programs the strategy invokes. */
  readonly programs: readonly string[];
  locate(): Promise<LocatedFacts>;
};

/** What must be read to tell the facts of a strategy. */
export type LocatedFacts = {
  readonly addresses: readonly Address[];
  /** @throws {ProblemError} when the ledger does not have what the strategy goes through. */
  describe(read: ReadAccounts, known: KnownFacts): ShownFacts;
};

/** What is known beside the read. */
export type KnownFacts = {
  readonly means: Means;
  /** Of the strategy, oldest first. */
  readonly captures: readonly Capture[];
  /** Undefined until the ledger has told it. */
  readonly validator: ValidatorFacts | undefined;
};

// Made once: making a decoder costs as much as decoding.
const STAKE_POOL = getStakePoolDecoder();

/**
 * Decodes the pool of raSOL, as of its last update.
 *
 * @throws {ProblemError} `upstream_error` when there is no such pool.
 */
export function decodePool(read: ReadAccounts, { stakePool }: Deployment): StakePool {
  const account = read(stakePool.address);
  if (account?.owner !== stakePool.program || account.data.length === 0) throw problem('POOL_NOT_FOUND');
  return STAKE_POOL.decode(account.data);
}

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

/** How what does not fit is rounded. */
export type RatioRounding = 'down' | 'up';

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
  rounding: RatioRounding = 'down',
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

/** What a vault has, in lamports at one price: collateral and idle raSOL together, and the debt. */
export type VaultBalance = { readonly assets: bigint; readonly debt: bigint };

/** The rates of leverage; null for what cannot be told. */
export type Carry = Pick<
  LeverageFacts,
  'stakeRatePercent' | 'borrowRatePercent' | 'carryPercent' | 'isCarryNegative'
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
 * @param captures - two, oldest first.
 * @returns percent a year: s and b compounded, the carry as (s·A − b·D) / V.
 */
export function implyCarry(captures: readonly Capture[], { assets, debt }: VaultBalance): Carry {
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

/** SOL per raSOL when the capture was made. */
function toPoolPrice({ measuredAt, assetPerReceipt, worthPerReceipt }: Capture) {
  const price = Number(assetPerReceipt) > 0 ? Number(worthPerReceipt) / Number(assetPerReceipt) : 0;
  return { measuredAt, worthPerReceipt: price.toFixed(18) };
}

const toContinuous = (percent: number) => Math.log1p(percent / 100);
const fromContinuous = (rate: number) => Math.expm1(rate) * 100;
