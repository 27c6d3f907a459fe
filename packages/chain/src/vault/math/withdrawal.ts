import {
  VOLTR_VAULT_ERROR__INSTANT_WITHDRAW_NOT_ALLOWED,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
} from '../generated/errors/index.ts';
import { unlockedValue } from './locked-profit.ts';
import { lpSupplyIncludingFees } from './lp-supply.ts';
import { accrueManagementFee } from './management-fee.ts';
import { assetForLp, lpForAsset } from './redemption.ts';
import { refuse, type VaultRefusal } from './refusal.ts';
import type { VaultState } from './vault-state.ts';

/** What an instant withdrawal is computed from. */
export type WithdrawalInput = {
  /** LP or asset base units, as `isAmountInLp` says; must not be zero, even with `isWithdrawAll`. */
  readonly amount: bigint;
  readonly isAmountInLp: boolean;
  /** Withdraws `userLp`, whatever `amount` says. */
  readonly isWithdrawAll: boolean;
  /** LP base units in the user's token account. */
  readonly userLp: bigint;
  /** Unix seconds, the ledger's clock. */
  readonly now: bigint;
  /** Of the Protocol account. */
  readonly operationalState: number;
};

/** A withdrawal that is priced, before anything is paid. */
export type PricedWithdrawal = {
  readonly ok: true;
  /** Asset base units due to the user. */
  readonly asset: bigint;
  /** LP base units it costs. */
  readonly lp: bigint;
  /** Asset base units of profit still locked. */
  readonly locked: bigint;
  /** The vault with the management fee taken up to now. */
  readonly vault: VaultState;
};

/** The common beginning of both instant withdrawals: what forbids both, fees up to now, the price. */
export function priceWithdrawal(vault: VaultState, input: WithdrawalInput): PricedWithdrawal | VaultRefusal {
  const { amount, now } = input;
  if (amount === 0n || vault.lpMintSupply === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const free = unlockedValue(vault, now);
  if (!free.ok) return free;
  if (vault.withdrawalWaitingPeriod !== 0n) return refuse(VOLTR_VAULT_ERROR__INSTANT_WITHDRAW_NOT_ALLOWED);
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;

  const { redemptionFee } = vault;
  const price = { unlocked: free.unlocked, lpSupply: lpSupplyIncludingFees(accrued.vault), redemptionFee };
  const rest = { ok: true, locked: free.locked, vault: accrued.vault } as const;
  if (input.isWithdrawAll || input.isAmountInLp) {
    const lp = input.isWithdrawAll ? input.userLp : amount;
    return { ...rest, lp, asset: assetForLp(lp, price) };
  }
  const cost = lpForAsset(amount, price);
  return cost.ok ? { ...rest, lp: cost.lp, asset: amount } : cost;
}
