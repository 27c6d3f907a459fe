import { hex, isSame } from '../../bytes/index.ts';
import { u16At, u64At } from '../../ledger/little-endian.ts';
import { JUPITER_PROGRAM } from '../program-keys.ts';
import type { Step } from '../scene.ts';
import { skipRoutePlan } from './jupiter-route-plan.ts';
import type { Swap } from './swap.ts';

type Layout = {
  readonly name: string;
  readonly authority: number;
  readonly source: number;
  /** Accounts that may receive; the program itself stands for none. */
  readonly destinations: readonly number[];
  /** Bytes before the fields: discriminator, and an id in the shared forms. */
  readonly prefix: number;
  /** Whether the fields stand before the route plan, as in the second version, or behind it. */
  readonly isSecond: boolean;
  readonly isExactOut: boolean;
};

const OWN_1 = { authority: 1, source: 2, destinations: [3, 4], prefix: 8, isSecond: false };
const SHARED_1 = { authority: 2, source: 3, destinations: [6], prefix: 9, isSecond: false };
const OWN_2 = { authority: 0, source: 1, destinations: [2, 7], prefix: 8, isSecond: true };
const SHARED_2 = { authority: 1, source: 2, destinations: [5], prefix: 9, isSecond: true };

const LAYOUTS: readonly (readonly [Uint8Array, Layout])[] = [
  [hex('e517cb977ae3ad2a'), { ...OWN_1, name: 'Route', isExactOut: false }],
  [hex('c1209b3341d69c81'), { ...SHARED_1, name: 'SharedAccountsRoute', isExactOut: false }],
  [hex('d033ef977b2bed5c'), { ...OWN_1, name: 'ExactOutRoute', isExactOut: true }],
  [hex('b0d169a89a7d453e'), { ...SHARED_1, name: 'SharedAccountsExactOutRoute', isExactOut: true }],
  [hex('bb64facc31c4af14'), { ...OWN_2, name: 'RouteV2', isExactOut: false }],
  [hex('d19853937cfed8e9'), { ...SHARED_2, name: 'SharedAccountsRouteV2', isExactOut: false }],
  [hex('9d8ab85215f4f324'), { ...OWN_2, name: 'ExactOutRouteV2', isExactOut: true }],
  [hex('3560e5cad8bbfa18'), { ...SHARED_2, name: 'SharedAccountsExactOutRouteV2', isExactOut: true }],
];

const BASIS_POINTS = 10_000n;

/**
 * Reads a swap of the aggregator: u64 amount, u64 quote of the other side, u16 slippage, platform fee.
 *
 * In the first version these follow the route plan, and the program ignores bytes behind them: fields read from the end
 * could be forged. So the plan is read as the program reads it, and nothing may follow. A platform fee is refused.
 */
export function readJupiterSwap({ accounts, data }: Step): Swap | undefined {
  const discriminator = data.subarray(0, 8);
  const layout = LAYOUTS.find(([known]) => isSame(known, discriminator))?.[1];
  if (layout === undefined) return undefined;
  const at = layout.isSecond ? layout.prefix : skipRoutePlan(data, layout.prefix);
  if (at === undefined) return undefined;
  const [amount, quote, slippage] = [u64At(data, at), u64At(data, at + 8), u16At(data, at + 16)];
  if (amount === undefined || quote === undefined || slippage === undefined) return undefined;
  if (BigInt(slippage) > BASIS_POINTS || !isFreeOfPlatformFee(data, at + 18, layout)) return undefined;
  const bps = BigInt(slippage);
  return {
    name: layout.name,
    authority: accounts[layout.authority],
    source: accounts[layout.source],
    most: layout.isExactOut ? (quote * (BASIS_POINTS + bps) + BASIS_POINTS - 1n) / BASIS_POINTS : amount,
    destinations: destinationsOf(accounts, layout),
    minimum: layout.isExactOut ? amount : (quote * (BASIS_POINTS - bps)) / BASIS_POINTS,
    fixed: [],
  };
}

// The first place always names an account; the second is optional.
function destinationsOf(accounts: readonly Uint8Array[], { destinations }: Layout) {
  return destinations
    .map((index) => accounts[index])
    .filter((account, i) => i === 0 || !isSame(account, JUPITER_PROGRAM));
}

// First version: u8, and the end. Second: u16 platform fee, u16 part of what is gained beyond the quote.
function isFreeOfPlatformFee(data: Uint8Array, at: number, { isSecond }: Layout): boolean {
  return isSecond ? u16At(data, at) === 0 && data.length > at + 4 : data[at] === 0 && data.length === at + 1;
}
