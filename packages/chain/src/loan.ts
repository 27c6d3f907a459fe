import {
  type Address,
  address,
  type Codec,
  getStructCodec,
  getU8Codec,
  getU64Codec,
  getU128Codec,
} from '@solana/kit';
import { getAddressCodec } from '#address';
import { divideUp } from './stake-pool/math.ts';

/** Save, the lender that leveraged positions on mainnet borrow from. */
export const SAVE_PROGRAM_ADDRESS: Address = address('So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo');

/** Fractions of the lender: 10^18 stands for one. */
export const WAD = 10n ** 18n;

/** Bytes of the accounts, as the lender's SDK lays them out (solendprotocol/public, solend-sdk/src/state). */
export const OBLIGATION_SIZE = 1_300;
export const RESERVE_SIZE = 619;
/** Where their members lie. */
export const OBLIGATION_AT = { counts: 202, entries: 204 } as const;
export const RESERVE_AT = {
  liquidity: 171,
  collateralSupply: 259,
  curve: 299,
  fees: 373,
  weight: 445,
  top: 470,
} as const;
export const DEPOSIT_SIZE = 88;

/** The deposit of an obligation in a reserve, in its collateral tokens, and its debt to another, as of its last refresh. */
export const DEPOSIT_CODEC: Codec<{ reserve: Address; amount: bigint }> = getStructCodec([
  ['reserve', getAddressCodec()],
  ['amount', getU64Codec()],
]);
export const BORROW_CODEC: Codec<{ reserve: Address; rate: bigint; owed: bigint }> = getStructCodec([
  ['reserve', getAddressCodec()],
  ['rate', getU128Codec()],
  ['owed', getU128Codec()],
]);
export const LIQUIDITY_CODEC = getStructCodec([
  ['available', getU64Codec()],
  ['borrowed', getU128Codec()],
  ['rate', getU128Codec()],
  ['price', getU128Codec()],
]);
/** Percent; of use where they end in `Use`, of the debt a year otherwise. */
export const CURVE_CODEC = getStructCodec([
  ['optimalUse', getU8Codec()],
  ['loanToValue', getU8Codec()],
  ['bonus', getU8Codec()],
  ['threshold', getU8Codec()],
  ['least', getU8Codec()],
  ['optimal', getU8Codec()],
  ['most', getU8Codec()],
]);
export const TOP_CODEC = getStructCodec([
  ['mostUse', getU8Codec()],
  ['beyond', getU64Codec()],
]);

/** A reserve of the lender, amounts in base units, fractions in wads. */
export type LoanReserve = ReturnType<typeof decodeReserve>;

function decodeReserve(data: Uint8Array) {
  const [u64, u128] = [getU64Codec(), getU128Codec()];
  const liquidity = LIQUIDITY_CODEC.decode(data, RESERVE_AT.liquidity);
  const fees = u128.decode(data, RESERVE_AT.fees);
  return {
    ...liquidity,
    /** All that depositors have, in wads of base units. */
    total: liquidity.available * WAD + liquidity.borrowed - fees,
    collateralSupply: u64.decode(data, RESERVE_AT.collateralSupply),
    ...CURVE_CODEC.decode(data, RESERVE_AT.curve),
    /** Basis points by which its debts weigh more. */
    weight: u64.decode(data, RESERVE_AT.weight),
    ...TOP_CODEC.decode(data, RESERVE_AT.top),
  };
}

/** A loan: one kind of collateral, one debt, and the reserves of both. Base units. */
export type Loan = {
  /** Rounded down. */
  readonly collateral: bigint;
  /** With the interest until the last refresh of its reserve, rounded up. */
  readonly debt: bigint;
  readonly collateralReserve: LoanReserve;
  readonly debtReserve: LoanReserve;
};

/**
 * Decodes a loan from the accounts of the lender.
 *
 * @returns undefined unless the obligation has one deposit and one debt, in the reserves that are given.
 */
export function decodeLoan(
  obligation: Uint8Array,
  [collateral, debt]: readonly [collateral: LoanAccount, debt: LoanAccount],
): Loan | undefined {
  const sizes = [obligation.length, collateral.data.length, debt.data.length];
  const { counts, entries } = OBLIGATION_AT;
  if (sizes.join() !== `${OBLIGATION_SIZE},${RESERVE_SIZE},${RESERVE_SIZE}`) return undefined;
  if (obligation[counts] !== 1 || obligation[counts + 1] !== 1) return undefined;
  const deposit = DEPOSIT_CODEC.decode(obligation, entries);
  const borrow = BORROW_CODEC.decode(obligation, entries + DEPOSIT_SIZE);
  if (deposit.reserve !== collateral.address || borrow.reserve !== debt.address) return undefined;
  const [collateralReserve, debtReserve] = [decodeReserve(collateral.data), decodeReserve(debt.data)];
  if (collateralReserve.collateralSupply === 0n || borrow.rate === 0n) return undefined;
  return {
    collateral: (deposit.amount * collateralReserve.total) / (collateralReserve.collateralSupply * WAD),
    debt: divideUp(borrow.owed * debtReserve.rate, borrow.rate * WAD),
    collateralReserve,
    debtReserve,
  };
}

export type LoanAccount = { readonly address: Address; readonly data: Uint8Array };

/** A fraction of whole numbers. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

const WHOLE_BPS = 10_000n;

/**
 * Computes the health of a loan at the lender's prices: what the collateral counts for by its liquidation threshold, by what the
 * debt counts for. Below one the lender may liquidate. The denominator is zero without a debt or a price.
 */
export function findHealth({ collateral, debt, collateralReserve, debtReserve }: Loan): Fraction {
  const { threshold, price } = collateralReserve;
  return {
    numerator: collateral * price * BigInt(threshold) * WHOLE_BPS,
    denominator: debt * debtReserve.price * 100n * (WHOLE_BPS + debtReserve.weight),
  };
}

/** Computes the price of a base unit of collateral, in base units of the debt, below which the lender may liquidate. */
export function findLiquidationPrice({ collateral, debt, collateralReserve, debtReserve }: Loan): Fraction {
  return {
    numerator: debt * 100n * (WHOLE_BPS + debtReserve.weight),
    denominator: collateral * BigInt(collateralReserve.threshold) * WHOLE_BPS,
  };
}

/**
 * Computes what the debts of a reserve cost at its present use, as a part of them a year, not compounded: `current_borrow_rate`.
 */
export function findBorrowRate(reserve: LoanReserve): number {
  const { optimalUse, least, optimal, most, beyond } = reserve;
  const mostUse = Math.max(reserve.mostUse, optimalUse);
  const use = reserve.total <= 0n ? 0 : Number((reserve.borrowed * WAD) / reserve.total) / 1e16;
  const climb = (from: number, to: number, low: number, high: number) =>
    to === from ? high : low + ((use - from) / (to - from)) * (high - low);
  const percent =
    use <= optimalUse
      ? climb(0, optimalUse, least, optimal)
      : use <= mostUse
        ? climb(optimalUse, mostUse, optimal, most)
        : climb(mostUse, 100, most, Math.max(Number(beyond), most));
  return percent / 100;
}
