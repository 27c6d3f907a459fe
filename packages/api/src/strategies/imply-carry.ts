import type { LeverageFacts } from '@staking-agent/wire';
import { annualisedGrowth } from '../yields/annualised-growth.ts';
import type { Capture } from '../yields/capture-records.ts';
import { printPercent } from './print-ratio.ts';

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
