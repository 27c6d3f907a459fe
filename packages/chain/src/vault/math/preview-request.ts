import {
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE,
} from '../generated/errors/index.ts';
import { refuseSwitchedOff } from './gates.ts';
import { unlockedValue } from './locked-profit.ts';
import { lpSupplyIncludingFees } from './lp-supply.ts';
import { accrueManagementFee } from './management-fee.ts';
import { assetBitsForLp, lpForAsset, type RedemptionPrice } from './redemption.ts';
import { fitsU64, refuse, refuseMissingAccount, type VaultRefusal } from './refusal.ts';
import { BASIS_POINTS, FRACTION_BITS } from './rounding.ts';
import type { VaultState } from './vault-state.ts';
import type { WithdrawalInput } from './withdrawal.ts';


/** What a request of a withdrawal does. */
export type WithdrawalRequest = {
  readonly ok: true;
  /** Put into escrow of the user's, to be burned when it is paid, in LP base units. */
  readonly lpBurned: bigint;
  /** The most that the request will pay, in asset base units with 48 fraction bits. */
  readonly assetBits: bigint;
};

/**
 * Computes a request as `request_withdraw_vault` does. It takes no management fee: its price is that of the last update.
 *
 * For an amount of LP what they are worth is rounded down; for an amount of the asset the LP it costs are rounded up.
 *
 * @returns the request, or the refusal: 6000 nothing, no LP or all value locked; 6004 a time in the future or more LP than
 *   64 bits hold; 6009 switched off; 6014 an amount of the asset while the redemption fee is everything; or the token
 *   program's 1.
 */
export function previewRequest(
  vault: VaultState,
  input: Omit<WithdrawalInput, 'isAmountInLp'>,
): WithdrawalRequest | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, input.operationalState);
  if (off) return off;
  if (input.amount === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const price = priceNow(vault, input.now);
  if (!price.ok) return price;
  const request = input.isWithdrawAll
    ? { lp: input.userLp, assetBits: assetBitsForLp(input.userLp, price) }
    : requestAsset(input.amount, price);
  if ('ok' in request) return request;
  if (!fitsU64(request.lp)) return refuse(VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  if (request.lp > input.userLp) return refuseMissingAccount('userLp');
  return { ok: true, lpBurned: request.lp, assetBits: request.assetBits };
}

/** What a claim of a requested withdrawal is computed from. */
export type ClaimInput = {
  /** As the receipt of the request keeps them. */
  readonly lpEscrowed: bigint;
  readonly assetBits: bigint;
  readonly withdrawableFrom: bigint;
  /** Unix seconds, the ledger's clock. */
  readonly now: bigint;
  /** Of the Protocol account. */
  readonly operationalState: number;
};

/**
 * Computes what a request pays: the lesser of what its LP were worth when it was made and are worth now, after the
 * management fee up to now, rounded down. Whether funds suffice is not looked at.
 *
 * @returns asset base units, or the refusal: 6000 no LP or all value locked; 6004 a time in the future; 6005 the fee due is
 *   the whole value; 6009 switched off; 6012 the waiting period is not over.
 */
export function previewClaim(
  vault: VaultState,
  { lpEscrowed, assetBits, withdrawableFrom, now, operationalState }: ClaimInput,
): { readonly ok: true; readonly asset: bigint } | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, operationalState);
  if (off) return off;
  if (now < withdrawableFrom) return refuse(VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE);
  const accrued = accrueManagementFee(vault, now);
  if (!accrued.ok) return accrued;
  const price = priceNow(accrued.vault, now);
  if (!price.ok) return price;
  const present = assetBitsForLp(lpEscrowed, price);
  return { ok: true, asset: (present < assetBits ? present : assetBits) >> FRACTION_BITS };
}

/**
 * Computes the LP that a cancelled request gives back, rounded down: those that what was requested would buy of the vault
 * without it, at the price of its last update, were the redemption fee one of issuance. The rest is burned.
 *
 * That price is of whole base units of the asset, while what buys has its fraction.
 *
 * @returns LP base units, at most those in escrow; or the refusal: 6000 no LP or all value locked; 6004 a time in the future;
 *   6009 switched off.
 */
export function previewCancel(
  vault: VaultState,
  { lpEscrowed, assetBits, now, operationalState }: Omit<ClaimInput, 'withdrawableFrom'>,
): { readonly ok: true; readonly lp: bigint } | VaultRefusal {
  const off = refuseSwitchedOff('withdrawal', vault, operationalState);
  if (off) return off;
  const price = priceNow(vault, now);
  if (!price.ok) return price;
  const fee = BigInt(vault.redemptionFee);
  const asset = assetBits >> FRACTION_BITS;
  const rest = price.unlocked - asset;
  if (rest <= 0n) return { ok: true, lp: lpEscrowed };
  const divisor = (rest * BASIS_POINTS + asset * fee) << FRACTION_BITS;
  const lp = (assetBits * (price.lpSupply - lpEscrowed) * (BASIS_POINTS - fee)) / divisor;
  return { ok: true, lp: lp < lpEscrowed ? lp : lpEscrowed };
}

function priceNow(vault: VaultState, now: bigint): ({ readonly ok: true } & RedemptionPrice) | VaultRefusal {
  if (vault.lpMintSupply === 0n) return refuse(VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const free = unlockedValue(vault, now);
  if (!free.ok) return free;
  const { redemptionFee } = vault;
  return { ok: true, unlocked: free.unlocked, lpSupply: lpSupplyIncludingFees(vault), redemptionFee };
}

function requestAsset(asset: bigint, price: RedemptionPrice) {
  const cost = lpForAsset(asset, price);
  return cost.ok ? { lp: cost.lp, assetBits: asset << FRACTION_BITS } : cost;
}
