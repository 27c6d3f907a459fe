import {
  type AccountMeta,
  AccountRole,
  type Address,
  type Codec,
  createDecoderThatConsumesEntireByteArray,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU16Codec,
  getU64Codec,
  type Instruction,
} from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { getAddressCodec } from '#address';
import { divideUp, type PoolTotals, poolTokensForLamports } from './stake-pool/math.ts';

/** An account that is not the position's, or not the wallet's. */
export const LEVERAGE_ERROR__WRONG_ACCOUNT = 0;
/** The position is worth less than is asked for. */
export const LEVERAGE_ERROR__INSUFFICIENT_POSITION = 1;
/** The stake pool has not been updated in this epoch, so that its price is old. */
export const LEVERAGE_ERROR__STALE_POOL = 2;

const ERRORS: Readonly<Record<number, { readonly name: string; readonly message: string }>> = {
  [LEVERAGE_ERROR__WRONG_ACCOUNT]: {
    name: 'WrongAccount',
    message: 'An account is not the one of the position.',
  },
  [LEVERAGE_ERROR__INSUFFICIENT_POSITION]: {
    name: 'InsufficientPosition',
    message: 'The levered position is worth less than the withdrawal.',
  },
  [LEVERAGE_ERROR__STALE_POOL]: {
    name: 'StalePool',
    message: 'The stake pool has not been updated in this epoch yet.',
  },
};

/** Returns the message of a custom code of the adaptor; undefined for an unknown code. */
export function getLeverageError(
  code: number,
): { readonly name: string; readonly message: string } | undefined {
  return ERRORS[code];
}

/** A levered position of a vault: pool tokens as collateral, SOL borrowed against them. */
export type LeveragedPosition = Leverage & {
  /** The vault's authority towards the strategy, in whose name the position is held. */
  readonly owner: Address;
  /** The pool whose token the collateral is. */
  readonly stakePool: Address;
};

const POSITION_TYPE = Uint8Array.of(0x4c);

/** The account of a levered position, as docs/strategies.md lays it out. */
export function getLeveragedPositionCodec(): Codec<LeveragedPosition> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['owner', getAddressCodec()],
      ['stakePool', getAddressCodec()],
      ['collateral', getU64Codec()],
      ['debt', getU64Codec()],
    ]),
    [getConstantCodec(POSITION_TYPE)],
  );
}

/** The two sides of a position: pool-token base units, and lamports with interest. */
export type Leverage = { readonly collateral: bigint; readonly debt: bigint };

/** The effect of taking a part out of a position. */
type Deleverage = {
  /** Lamports that must be paid back. */
  readonly repaid: bigint;
  /** Pool tokens that come free for the lamports paid back, beyond what is taken out. */
  readonly exchanged: bigint;
  readonly position: Leverage;
};

/**
 * Computes what a position is worth: collateral less debt, the debt at the pool's price rounded up.
 *
 * @returns pool-token base units; zero where the debt is worth more than the collateral.
 */
export function netPoolTokens({ collateral, debt }: Leverage, pool: PoolTotals): bigint {
  const owed = poolTokensForLamportsUp(pool, debt);
  return collateral > owed ? collateral - owed : 0n;
}

/**
 * Computes what taking pool tokens out of a position moves, its leverage staying as it is.
 *
 * The repaid debt is rounded up and the released collateral down, so that the remaining position is worth no less than
 * before.
 *
 * @param amount - pool-token base units to take out.
 * @returns undefined when the position is worth less.
 */
export function previewDeleverage(
  position: Leverage,
  pool: PoolTotals,
  amount: bigint,
): Deleverage | undefined {
  const net = netPoolTokens(position, pool);
  if (amount > net || net === 0n) return undefined;
  const repaid = divideUp(position.debt * amount, net);
  const exchanged = poolTokensForLamports(pool, repaid);
  return {
    repaid,
    exchanged,
    position: {
      collateral: position.collateral - amount - exchanged,
      debt: position.debt - repaid,
    },
  };
}

function poolTokensForLamportsUp(pool: PoolTotals, lamports: bigint): bigint {
  const { totalLamports, poolTokenSupply } = pool;
  if (totalLamports === 0n || poolTokenSupply === 0n) return lamports;
  return divideUp(lamports * poolTokenSupply, totalLamports);
}

/** A market between a pool token and wrapped SOL. */
export type Market = {
  readonly tokenMint: Address;
  readonly solMint: Address;
  /** The reserves the price is made of, in base units and lamports; the vaults may hold more or less. */
  readonly virtualTokens: bigint;
  readonly virtualLamports: bigint;
  readonly feeBasisPoints: number;
};

const MARKET_TYPE = Uint8Array.of(0x4d);

export function getMarketCodec(): Codec<Market> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['tokenMint', getAddressCodec()],
      ['solMint', getAddressCodec()],
      ['virtualTokens', getU64Codec()],
      ['virtualLamports', getU64Codec()],
      ['feeBasisPoints', getU16Codec()],
    ]),
    [getConstantCodec(MARKET_TYPE)],
  );
}

const BASIS_POINTS = 10_000n;

/** An order may take at most this part of what a vault holds: one half. */
const LARGEST_PART = 2n;

/** Which way an order goes. */
export type SwapDirection = 'sell-token' | 'buy-token';

/** The result of an order. */
export type SwapPrice = {
  /** Paid out, rounded down. */
  readonly amountOut: bigint;
  /** The output of the same order without moving the price, fee taken, rounded down. */
  readonly amountOutAtSpot: bigint;
  /** The part of the order the market keeps, rounded up, in base units of what is paid in. */
  readonly fee: bigint;
  readonly market: Market;
};

/**
 * Prices an order by the constant product of the virtual reserves.
 *
 * @param amountIn - base units paid in, fee included.
 */
export function priceSwap(market: Market, direction: SwapDirection, amountIn: bigint): SwapPrice {
  const [reserveIn, reserveOut] = getReserves(market, direction);
  const fee = divideUp(amountIn * BigInt(market.feeBasisPoints), BASIS_POINTS);
  const net = amountIn - fee;
  const amountOut = (net * reserveOut) / (reserveIn + net);
  const [tokens, lamports] = direction === 'sell-token' ? [amountIn, -amountOut] : [-amountOut, amountIn];
  return {
    amountOut,
    amountOutAtSpot: (net * reserveOut) / reserveIn,
    fee,
    market: {
      ...market,
      virtualTokens: market.virtualTokens + tokens,
      virtualLamports: market.virtualLamports + lamports,
    },
  };
}

/**
 * Prices an order for an exact result: the smallest input for which {@link priceSwap} pays at least that result.
 *
 * @param amountOut - base units to be paid out.
 * @returns base units to be paid in, fee included, rounded up; undefined when the market does not hold that much.
 */
export function priceSwapExactOut(
  market: Market,
  direction: SwapDirection,
  amountOut: bigint,
): bigint | undefined {
  const [reserveIn, reserveOut] = getReserves(market, direction);
  if (amountOut >= reserveOut) return undefined;
  const net = divideUp(amountOut * reserveIn, reserveOut - amountOut);
  return divideUp(net * BASIS_POINTS, BASIS_POINTS - BigInt(market.feeBasisPoints));
}

/** Checks whether a vault can serve an order: at most half of its balance. */
export function isLiquid(amountOut: bigint, vaultAmount: bigint): boolean {
  return amountOut > 0n && amountOut * LARGEST_PART <= vaultAmount;
}

function getReserves(
  market: Market,
  direction: SwapDirection,
): readonly [reserveIn: bigint, reserveOut: bigint] {
  const { virtualTokens, virtualLamports } = market;
  return direction === 'sell-token' ? [virtualTokens, virtualLamports] : [virtualLamports, virtualTokens];
}

/** The data of a swap for an exact result, in base units. */
export type SwapExactOutData = { readonly amountOut: bigint; readonly maximumAmountIn: bigint };

export type SwapAccounts = {
  readonly market: Address;
  /** Owner of the source; signs. */
  readonly owner: Address;
  readonly source: Address;
  readonly destination: Address;
  /** The market's own accounts for what it takes and what it gives. */
  readonly vaultIn: Address;
  readonly vaultOut: Address;
};

const codec = getHiddenPrefixCodec(
  getStructCodec([
    ['amountOut', getU64Codec()],
    ['maximumAmountIn', getU64Codec()],
  ]),
  [getConstantCodec(Uint8Array.of(2))],
);

/** Builds a swap that pays out an exact amount, for at most the maximum. */
export function getSwapExactOutInstruction(
  input: SwapAccounts & SwapExactOutData,
  { programAddress }: { readonly programAddress: Address },
): Instruction {
  return { programAddress, accounts: listSwapAccounts(input), data: codec.encode(input) };
}

/** Lists the accounts that a swap takes, whichever of its amounts is exact. */
export function listSwapAccounts(given: SwapAccounts): AccountMeta[] {
  const writable = (account: Address) => ({ address: account, role: AccountRole.WRITABLE });
  return [
    writable(given.market),
    { address: given.owner, role: AccountRole.READONLY_SIGNER },
    writable(given.source),
    writable(given.destination),
    writable(given.vaultIn),
    writable(given.vaultOut),
    { address: TOKEN_PROGRAM_ADDRESS, role: AccountRole.READONLY },
  ];
}

/** Decodes a swap for an exact result. @throws {SolanaError} for any other instruction. */
export function decodeSwapExactOutData(data: Uint8Array): SwapExactOutData {
  return createDecoderThatConsumesEntireByteArray(codec).decode(data);
}
