import { badRequest, findInteger, findText, type Query } from '../stand-in.ts';

/** Sources an order may be restricted to. */
const SOURCES = ['Inf', 'SanctumRouter', 'Jup'] as const;
export type SwapSource = (typeof SOURCES)[number];

export type SwapMode = 'ExactIn' | 'ExactOut';

const U64 = 2n ** 64n;
const MAX_SLIPPAGE = 10_000n;
/** Tolerance where the caller names none, in basis points; the real default is not documented. */
const DEFAULT_SLIPPAGE = 50n;
const MAX_SEED = 2n ** 32n;

/** Reads base units. @throws {StandInError} 400 when `amt` is absent, no integer, zero or beyond 64 bits. */
export function requireAmount(query: Query): bigint {
  const text = findText(query, 'amt') ?? badRequest('amt is required');
  const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
  return amount > 0n && amount < U64 ? amount : badRequest('amt must be a positive integer');
}

/** Reads the mode. @throws {StandInError} 400 when it is none of the two. */
export function readMode(query: Query): SwapMode {
  const mode = findText(query, 'mode') ?? 'ExactIn';
  return mode === 'ExactIn' || mode === 'ExactOut' ? mode : badRequest('mode must be ExactIn or ExactOut');
}

/** Reads basis points. @throws {StandInError} 400 when `slippageBps` is no integer from 0 to 10000. */
export function readSlippage(query: Query): bigint {
  return findInteger(query, 'slippageBps', MAX_SLIPPAGE) ?? DEFAULT_SLIPPAGE;
}

/** Reads a seed. @throws {StandInError} 400 when `bridgeStakeSeed` is no integer of 32 bits. */
export function findSeed(query: Query): bigint | undefined {
  return findInteger(query, 'bridgeStakeSeed', MAX_SEED - 1n);
}

/** Reads a choice. @throws {StandInError} 400 when `deactivate` is neither y nor n. */
export function readDeactivate(query: Query): boolean {
  const value = findText(query, 'deactivate') ?? 'n';
  return value === 'y' || value === 'n' ? value === 'y' : badRequest('deactivate must be y or n');
}

/** Reads the sources an order may use. @throws {StandInError} 400 for one that does not exist. */
export function readSources(query: Query): ReadonlySet<SwapSource> {
  const value = query['swapSrc'];
  const given = value === undefined ? SOURCES : [value].flat();
  return new Set(
    given.map((each) => SOURCES.find((source) => source === each) ?? badRequest(`Unknown swapSrc ${each}`)),
  );
}
