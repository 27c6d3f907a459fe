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
import { divideUp } from './stake-pool/math.ts';

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
