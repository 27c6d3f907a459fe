import type { Address, FixedSizeDecoder } from '@solana/kit';
import type { Adaptor, Deployment, UsdcWalletAccount } from '@staking-agent/chain/deployment';
import {
  ADAPTOR_WAITING_EPOCHS,
  getAdaptorAddReceiptDecoder,
  getStrategyInitReceiptDecoder,
  type InstantWithdrawal,
  previewInstantWithdraw,
  previewInstantWithdrawStrategy,
  type VaultRefusal,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { ASSET_DECIMALS, type UnstakeBody } from '@staking-agent/wire';
import { insufficientFunds, type ProblemError, problem } from '../../problems/problem.ts';
import type { ReadAccounts } from '../../upstreams/ledger/client.ts';
import { requireAmount } from '../fields.ts';
import {
  decodeUnlessSame,
  findStrategyAccounts,
  type StrategyAccounts,
  type VaultAccounts,
  type VaultReading,
  vaultRefused,
  type WithdrawalTerms,
} from '../vault.ts';
import type { DepositAssets } from '../vault-amounts.ts';

/** How much of the vault is left with: base units of USDC, or everything, and then every raUSDC of the wallet. */
export type AskedExit = { readonly amount: bigint; readonly isWithdrawAll: boolean };

/** One payment of an exit, out of a strategy or the idle funds. */
export type ExitLeg = { readonly from: StrategyPlace | 'idle'; readonly terms: WithdrawalTerms };

/** How an exit is paid; amounts in base units. */
export type ExitPlan = {
  readonly ok: true;
  readonly legs: readonly ExitLeg[];
  readonly assetPaid: bigint;
  readonly lpBurned: bigint;
};

type Source = { readonly from: ExitLeg['from']; readonly holds: bigint; readonly preview: Preview };
type Preview = (vault: VaultReading, terms: WithdrawalTerms) => InstantWithdrawal | VaultRefusal;

/**
 * Prices an exit as if the vault had all funds at hand.
 *
 * Withdrawals from idle funds may be switched off alone; then it is priced as one from a strategy.
 */
export function priceExit(exit: AskedExit, reading: VaultReading): InstantWithdrawal | VaultRefusal {
  const terms = getTerms(exit);
  const fromIdle = previewIdle(BOUNDLESS)(reading, terms);
  return fromIdle.ok || fromIdle.by === 'token' ? fromIdle : previewStrategy(ANY_POSITION)(reading, terms);
}

/**
 * Decides the sources of an exit: the idle funds if they suffice, otherwise as few strategies as possible, largest first,
 * and the idle funds for the remainder.
 *
 * An exit of everything ends with a payment for every raUSDC that is left, so that none stays behind.
 *
 * @param assetPaid - what the exit is worth, as {@link priceExit} says.
 * @returns undefined when all of them together hold too little, the refusal when the roundings of several payments cost more
 *   raUSDC than the wallet has.
 */
export function planExit(
  exit: AskedExit,
  assetPaid: bigint,
  reading: VaultReading,
  positions: readonly StrategyPosition[],
): ExitPlan | VaultRefusal | undefined {
  const idle: Source = { from: 'idle', holds: getIdle(reading), preview: previewIdle(reading.idle) };
  const strategies = positions.map(
    (position): Source => ({
      from: position.place,
      holds: position.reportedValue,
      preview: previewStrategy(position),
    }),
  );
  const taken = idle.holds >= assetPaid ? [idle] : takeFrom([...strategies, idle], assetPaid);
  return taken && runLegs(exit, assetPaid, reading, taken);
}

/** Returns the sources needed, in order; undefined when all together hold too little. */
function takeFrom(sources: readonly Source[], assetPaid: bigint): Source[] | undefined {
  const taken: Source[] = [];
  let lacking = assetPaid;
  for (const source of sources) {
    if (lacking <= 0n) break;
    if (source.holds === 0n) continue;
    taken.push(source);
    lacking -= source.holds;
  }
  return lacking > 0n ? undefined : taken;
}

function runLegs(
  exit: AskedExit,
  assetPaid: bigint,
  reading: VaultReading,
  sources: readonly Source[],
): ExitPlan | VaultRefusal {
  const legs: ExitLeg[] = [];
  let at = reading;
  let paid = 0n;
  let burned = 0n;
  for (const [index, { from, holds, preview }] of sources.entries()) {
    const isLast = index === sources.length - 1;
    const rest = isLast && exit.isWithdrawAll ? { ...exit, amount: at.userLp ?? 0n } : undefined;
    const amount = isLast ? assetPaid - paid : holds;
    const terms = getTerms(rest ?? { amount, isWithdrawAll: false });
    const done = preview(at, terms);
    if (!done.ok) return done;
    legs.push({ from, terms });
    paid += done.assetPaid;
    burned += done.lpBurned;
    at = { ...at, state: done.vault, userLp: (at.userLp ?? 0n) - done.lpBurned };
  }
  return { ok: true, legs, assetPaid: paid, lpBurned: burned };
}

const BOUNDLESS = 2n ** 64n - 1n;
const ANY_POSITION = { reportedValue: BOUNDLESS, adaptorEpoch: 0n };

function getTerms({ amount, isWithdrawAll }: AskedExit): WithdrawalTerms {
  return { amount, isAmountInLp: false, isWithdrawAll };
}

function previewIdle(idle: bigint): Preview {
  return ({ state, userLp = 0n, now, operationalState }, terms) =>
    previewInstantWithdraw(state, { ...terms, userLp, now, operationalState, idle });
}

/** Previews a payment from a strategy; its earnings since the last report change the vault, not the payment. */
function previewStrategy({ reportedValue, adaptorEpoch }: Omit<StrategyPosition, 'place'>): Preview {
  return ({ state, userLp = 0n, now, operationalState, epoch }, terms) =>
    previewInstantWithdrawStrategy(state, {
      ...terms,
      userLp,
      now,
      operationalState,
      position: { reportedValue, actualValue: reportedValue, adaptorEpoch, epoch },
    });
}

/** The idle funds, unless withdrawals from them are switched off. */
function getIdle({ state, operationalState, now, idle }: VaultReading): bigint {
  const one = { amount: 1n, isAmountInLp: false, isWithdrawAll: false };
  const probe = previewInstantWithdraw(state, {
    ...one,
    userLp: BOUNDLESS,
    now,
    operationalState,
    idle: BOUNDLESS,
  });
  return probe.ok || probe.by === 'token' ? idle : 0n;
}

// Made once: making a decoder costs as much as decoding.
const STRATEGY_RECEIPT = createReceipt(getStrategyInitReceiptDecoder());
const ADAPTOR_RECEIPT = createReceipt(getAdaptorAddReceiptDecoder());

/** Where a strategy of the USDC vault is, and what its adaptor is called with. */
export type StrategyPlace = StrategyAccounts & { readonly adaptor: Adaptor<UsdcWalletAccount> };

/** A strategy that can pay. */
export type StrategyPosition = {
  readonly place: StrategyPlace;
  /** What the vault last knew it to be worth, in base units of USDC. */
  readonly reportedValue: bigint;
  /** Epoch in which the vault was allowed the adaptor. */
  readonly adaptorEpoch: bigint;
};

/** Derives the strategies that a deployment lists; none where it lists none. */
export function findStrategyPlaces(
  { usdcStrategies }: Pick<Deployment, 'usdcStrategies'>,
  vault: Pick<VaultAccounts, 'vault' | 'assetMint'>,
): Promise<readonly StrategyPlace[]> {
  const adaptors = usdcStrategies?.adaptors ?? [];
  return Promise.all(
    adaptors.map(async (adaptor) => ({ ...(await findStrategyAccounts(vault, adaptor)), adaptor })),
  );
}

/** Lists what must be read for {@link decodePositions}. */
export function strategyAddresses(places: readonly StrategyPlace[]): Address[] {
  return places.flatMap(({ adaptorReceipt, strategyReceipt, directReceipt }) => [
    adaptorReceipt,
    strategyReceipt,
    directReceipt,
  ]);
}

type Receipt<T> = {
  readonly least: number;
  readonly decode: (address: Address, data: Uint8Array) => T;
};

function createReceipt<T>(decoder: FixedSizeDecoder<T>): Receipt<T> {
  return { least: decoder.fixedSize, decode: decodeUnlessSame(decoder) };
}

/**
 * Decodes the strategies that can pay, the one with most in it first.
 *
 * Left out are those that the vault has closed, lets nobody withdraw from directly, or has allowed too recently.
 */
export function decodePositions(
  read: ReadAccounts,
  places: readonly StrategyPlace[],
  epoch: bigint,
): StrategyPosition[] {
  const decode = <T>({ least, decode: decodeData }: Receipt<T>, address: Address) => {
    const account = read(address);
    const isThere = account?.owner === VOLTR_VAULT_PROGRAM_ADDRESS && account.data.length >= least;
    return isThere ? decodeData(address, account.data) : undefined;
  };
  return places
    .flatMap((place) => {
      const strategy = decode(STRATEGY_RECEIPT, place.strategyReceipt);
      const adaptor = decode(ADAPTOR_RECEIPT, place.adaptorReceipt);
      const isDirect = read(place.directReceipt)?.owner === VOLTR_VAULT_PROGRAM_ADDRESS;
      if (strategy === undefined || adaptor === undefined || !isDirect) return [];
      const adaptorEpoch = adaptor.lastUpdatedEpoch;
      if (epoch < adaptorEpoch + ADAPTOR_WAITING_EPOCHS) return [];
      return [{ place, reportedValue: strategy.positionValue, adaptorEpoch }];
    })
    .toSorted((a, b) => (a.reportedValue < b.reportedValue ? 1 : -1));
}

/**
 * Creates the problem of an exit that the vault would refuse. With too little raUSDC in the wallet, it states how much the
 * exit takes.
 *
 * @param priceBoundless - prices the exit for a wallet that holds as much as it takes.
 */
export function refuseExit(
  refusal: VaultRefusal,
  { userLp: holds = 0n }: Pick<VaultReading, 'userLp'>,
  priceBoundless: () => { readonly ok: true; readonly lpBurned: bigint } | VaultRefusal,
): ProblemError {
  if (refusal.by !== 'token' || refusal.account !== 'userLp') return vaultRefused(refusal);
  const whole = priceBoundless();
  if (!whole.ok) return vaultRefused(whole);
  // Each payment of several rounds up what it burns.
  const needs = whole.lpBurned > holds ? whole.lpBurned : holds + 1n;
  return insufficientFunds({ holder: 'wallet', asset: 'raUSDC', holds, needs });
}

/**
 * Reads the size of an exit: `amount` counts only without `isWithdrawAll`.
 *
 * @throws {ProblemError} `invalid_request` where neither is given, or the amount is none.
 */
export function requireExit({ amount, isWithdrawAll = false }: UnstakeBody): AskedExit {
  if (isWithdrawAll) return { amount: 0n, isWithdrawAll };
  if (amount === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['amount'],
      rule: 'usdc-earn needs the USDC to withdraw, as decimal text, or isWithdrawAll=true.',
    });
  }
  return { amount: requireAmount(amount, 'amount', ASSET_DECIMALS.USDC), isWithdrawAll };
}

/** Compute units a deposit or withdrawal may use: about 47,000 by the vault, 30,000 for a new token account, and room. */
export const COMPUTE_UNIT_LIMIT = 150_000;

/** Compute units a strategy may use: about 57,000 by the vault, what its adaptor and the market behind it take. */
export const STRATEGY_UNITS = 300_000;

/** Names the USDC vault of a deployment. */
export function getUsdcVault({
  usdcVault,
  usdcMint,
  rausdcMint,
}: Deployment): Pick<VaultAccounts, 'vault' | 'assetMint' | 'lpMint'> {
  return { vault: usdcVault, assetMint: usdcMint, lpMint: rausdcMint };
}

/** What a stake deposits, and for what. */
export const USDC_DEPOSIT: DepositAssets = { asset: 'USDC', receipt: 'raUSDC' };
