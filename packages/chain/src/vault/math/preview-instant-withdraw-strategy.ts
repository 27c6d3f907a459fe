import {
  VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID,
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
} from '../generated/errors/index.ts';
import { refuseSwitchedOff } from './gates.ts';
import { liftHighWaterMark } from './high-water-mark.ts';
import { accruePerformanceFee, performanceFee } from './performance-fee.ts';
import type { InstantWithdrawal } from './preview-instant-withdraw.ts';
import { refuse, refuseMissingAccount, type VaultRefusal } from './refusal.ts';
import type { VaultState } from './vault-state.ts';
import { priceWithdrawal, type WithdrawalInput } from './withdrawal.ts';

/** Epochs that must have passed since an adaptor was added before it may be called. */
export const ADAPTOR_WAITING_EPOCHS = 2n;

/** What a withdrawal from a strategy is computed from besides the withdrawal itself. */
export type StrategyPosition = {
  /** What the vault last knew the position to be worth: `positionValue` of the strategy receipt. */
  readonly reportedValue: bigint;
  /** What the adaptor finds it to be worth before it pays; the reported value where nothing happened since. */
  readonly actualValue: bigint;
  /** By how much the adaptor pays less than it was asked to; one base unit is forgiven. None unless given. */
  readonly shortfall?: bigint;
  /** `lastUpdatedEpoch` of the adaptor receipt. */
  readonly adaptorEpoch: bigint;
  /** The ledger's epoch. */
  readonly epoch: bigint;
};

/** What an instant withdrawal from a strategy does. */
export type StrategyWithdrawal = InstantWithdrawal & {
  /** What the position is worth afterwards, in asset base units. */
  readonly positionValue: bigint;
};

/**
 * Computes a withdrawal from a strategy as `instant_withdraw_strategy` does.
 *
 * The price is that of {@link priceWithdrawal}, from what the vault knew before the adaptor reports: a profit or a loss that
 * is reported by this very withdrawal does not change what its user gets, only the vault. The profit is locked, with what is
 * still locked of earlier ones, and pays the performance fee.
 *
 * A vault that has switched off withdrawals from idle funds alone lets these pass.
 *
 * @returns the withdrawal, or the refusal: those of a withdrawal from idle funds; 6000 also when the adaptor pays short by
 *   more than a base unit, 6004 also when nothing would be paid, 6010 when the adaptor is too new, 6014 also when the
 *   performance fee would be the whole value. An adaptor without enough assets answers with an error of its own, for which
 *   this returns the token program's 1.
 */
export function previewInstantWithdrawStrategy(
  vault: VaultState,
  input: WithdrawalInput & { readonly position: StrategyPosition },
): StrategyWithdrawal | VaultRefusal {
  const { position, now } = input;
  const { shortfall = 0n } = position;
  const off = refuseSwitchedOff('strategyWithdrawal', vault, input.operationalState);
  if (off) return off;
  if (position.epoch < position.adaptorEpoch + ADAPTOR_WAITING_EPOCHS) {
    return refuse(VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID);
  }
  const priced = priceWithdrawal(vault, input);
  if (!priced.ok) return priced;
  const { asset, lp, locked } = priced;
  if (asset === 0n) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (asset > position.actualValue) return refuseMissingAccount('strategy');
  if (shortfall > 1n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  if (lp > input.userLp) return refuseMissingAccount('userLp');

  const assetPaid = asset - shortfall;
  const reported = reportGain(priced.vault, {
    gain: position.actualValue - position.reportedValue,
    locked,
    now,
  });
  if (reported === undefined) return refuse(VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  const totalValue = reported.totalValue - assetPaid;
  if (totalValue < 0n || lp > vault.lpMintSupply) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const after = liftHighWaterMark({ ...reported, totalValue, lpMintSupply: vault.lpMintSupply - lp });
  return {
    ok: true,
    assetPaid,
    lpBurned: lp,
    positionValue: position.actualValue - assetPaid,
    vault: after,
  };
}

/**
 * Computes a vault after an adaptor's report of a gain or a loss, in asset base units.
 *
 * @param report.locked - what is still locked of earlier profits.
 * @returns undefined when the performance fee would be the whole value.
 */
export function reportGain(
  vault: VaultState,
  { gain, locked, now }: { readonly gain: bigint; readonly locked: bigint; readonly now: bigint },
): VaultState | undefined {
  const changed = { ...vault, totalValue: vault.totalValue + gain };
  if (gain <= 0n) return changed;
  if (performanceFee(changed) >= changed.totalValue) return undefined;
  return { ...accruePerformanceFee(changed, now), lastUpdatedLockedProfit: locked + gain, lastReport: now };
}
