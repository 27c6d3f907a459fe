import { VOLTR_VAULT_ERROR__DIVISION_BY_ZERO } from '../generated/errors/index.ts';
import { refuse, type VaultRefusal } from './refusal.ts';
import { BASIS_POINTS, divideUp, FRACTION_BITS } from './rounding.ts';

/** The price of a redemption. */
export type RedemptionPrice = {
  /** The total value less locked profit, in asset base units. */
  readonly unlocked: bigint;
  /** LP base units that share in it, fees up to now included; above zero. */
  readonly lpSupply: bigint;
  /** Basis points. */
  readonly redemptionFee: number;
};

/** Computes what LP base units pay, in asset base units: rounded down to 48 fraction bits twice, then to whole units. */
export function assetForLp(lp: bigint, price: RedemptionPrice): bigint {
  return assetBitsForLp(lp, price) >> FRACTION_BITS;
}

/** Computes the same with 48 fraction bits, as a request keeps it. */
export function assetBitsForLp(lp: bigint, { unlocked, lpSupply, redemptionFee }: RedemptionPrice): bigint {
  const gross = ((lp << FRACTION_BITS) * unlocked) / lpSupply;
  return (gross * (BASIS_POINTS - BigInt(redemptionFee))) / BASIS_POINTS;
}

/**
 * Computes the LP base units that an amount of the asset costs, rounded up.
 *
 * @returns 6014 when the redemption fee is everything.
 */
export function lpForAsset(
  asset: bigint,
  { unlocked, lpSupply, redemptionFee }: RedemptionPrice,
): { readonly ok: true; readonly lp: bigint } | VaultRefusal {
  const kept = BASIS_POINTS - BigInt(redemptionFee);
  if (kept === 0n) return refuse(VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  return { ok: true, lp: divideUp(asset * lpSupply * BASIS_POINTS, unlocked * kept) };
}
