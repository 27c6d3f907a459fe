import {
  type InstantWithdrawal,
  previewInstantWithdraw,
  previewInstantWithdrawStrategy,
  type VaultRefusal,
} from '@staking-agent/chain/vault';
import type { WithdrawalTerms } from '../vaults/strategy-accounts.ts';
import type { VaultReading } from '../vaults/vault-reading.ts';
import type { StrategyPlace, StrategyPosition } from './usdc-strategies.ts';

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
