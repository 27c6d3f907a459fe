import { accrueManagementFee, liftHighWaterMark, lpSupplyIncludingFees, refuseSwitchedOff } from './fees.ts';
import {
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  VOLTR_VAULT_ERROR__MAX_CAP_EXCEEDED,
  VOLTR_VAULT_ERROR__VAULT_NOT_ACTIVE,
} from './generated/errors/index.ts';
import {
  BASIS_POINTS,
  fitsU64,
  LP_DECIMALS,
  refuse,
  refuseMissingAccount,
  type VaultRefusal,
  type VaultState,
} from './state.ts';

/** LP base units that the first deposit leaves to nobody, so that the price cannot be moved by crumbs. */
export const DEAD_WEIGHT = 1_000n;

/** What a deposit does. */
export type VaultDeposit = {
  readonly ok: true;
  /** Minted to the depositor, in LP base units; may be zero, and the asset is taken all the same. */
  readonly lpMinted: bigint;
  /** The vault afterwards. */
  readonly vault: VaultState;
};

/** What a deposit is computed from. */
export type VaultDepositInput = {
  /** Asset base units. */
  readonly amount: bigint;
  /** Decimals of the asset mint; only the first deposit depends on them. */
  readonly assetDecimals: number;
  /** Unix seconds, the ledger's clock. */
  readonly now: bigint;
  /** Of the Protocol account. */
  readonly operationalState: number;
  /** Asset base units in the user's token account; enough unless given. */
  readonly userAsset?: bigint;
};

/**
 * Computes a deposit as `deposit_vault` does.
 *
 * LP are rounded down. The price counts profit that is still locked, so a depositor never buys it cheaply. Into a vault
 * without LP, one whole asset gives one whole LP, and no issuance fee is taken.
 *
 * @returns the deposit, or the refusal: 6000 nothing, or a first deposit below the dead weight; 6004 a time in the future or
 *   an amount beyond 64 bits; 6005 the fee due is the whole value; 6006 above the cap; 6007 before the start; 6009 switched
 *   off; 6014 LP exist but no value; or the token program's 1. If several apply, this returns the one that the program
 *   checks first.
 */
export function previewDeposit(vault: VaultState, input: VaultDepositInput): VaultDeposit | VaultRefusal {
  const { amount, now } = input;
  const off = refuseSwitchedOff('deposit', vault, input.operationalState);
  if (off) return off;
  if (amount === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const totalValue = vault.totalValue + amount;
  if (!fitsU64(totalValue)) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (totalValue > vault.maxCap) return refuse(VOLTR_VAULT_ERROR__MAX_CAP_EXCEEDED);
  if (now < vault.startAtTs) return refuse(VOLTR_VAULT_ERROR__VAULT_NOT_ACTIVE);
  if (input.userAsset !== undefined && amount > input.userAsset) return refuseMissingAccount('userAsset');
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;
  const lp = lpForDeposit(accrued.vault, amount, input.assetDecimals);
  if (lp === undefined) return refuse(VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);

  const isFirst = vault.deadWeight === 0n;
  if (isFirst && lp < DEAD_WEIGHT) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const lpMinted = isFirst ? lp - DEAD_WEIGHT : lp;
  const after = liftHighWaterMark({
    ...accrued.vault,
    totalValue,
    lpMintSupply: vault.lpMintSupply + lpMinted,
    deadWeight: isFirst ? DEAD_WEIGHT : vault.deadWeight,
  });
  if (!fitsU64(lpSupplyIncludingFees(after))) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  return { ok: true, lpMinted, vault: after };
}

function lpForDeposit(vault: VaultState, amount: bigint, assetDecimals: number): bigint | undefined {
  const supply = lpSupplyIncludingFees(vault);
  if (supply === 0n) return (amount * 10n ** BigInt(LP_DECIMALS)) / 10n ** BigInt(assetDecimals);
  const kept = BASIS_POINTS - BigInt(vault.issuanceFee);
  const denominator = (vault.totalValue + amount) * BASIS_POINTS - amount * kept;
  return denominator === 0n ? undefined : (amount * supply * kept) / denominator;
}
