import { JsonRpcError, UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { LedgerMethod } from './answers.ts';

/** The ledger that nodes have to be of. */
export type ExpectedLedger = {
  /** Genesis hash, base58. */
  readonly genesisHash: string;
  /** Called when a node is found to be of another ledger, once for as long as it stays so. */
  onForeign(node: string, genesisHash: string): void;
  /** Accepts nodes that do not answer, such as endpoints that only take transactions; no call waits for their answer. */
  readonly mayBeSilent?: boolean;
};

/** A name may come to mean another node, so it is asked again now and then. */
const AGAIN_MILLISECONDS = 600_000;
/** One of another ledger is asked again, in case its owner has mended it. */
const FOREIGN_MILLISECONDS = 60_000;

/**
 * Holds a node to the genesis hash of the deployment, before it is asked anything else.
 *
 * @param name - of the node, for {@link ExpectedLedger.onForeign}.
 * @param ask - reads the node's genesis hash, base58.
 * @param expected - every node passes unless given.
 */
export function createGenesisCheck(
  name: string,
  ask: () => Promise<string>,
  clock: Clock,
  expected: ExpectedLedger | undefined,
): {
  /** True if the node has shown another genesis hash. */
  readonly isForeign: boolean;
  /**
   * Resolves when the node may be called: at once, once it has shown the right genesis hash.
   *
   * @throws {UpstreamFault} when it has shown another one, or none.
   */
  pass(method: LedgerMethod): Promise<void> | undefined;
} {
  if (expected === undefined) return { isForeign: false, pass: () => undefined };
  const { genesisHash, mayBeSilent = false } = expected;
  let isKnown = false;
  let isForeign = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  // Nothing was sent to it.
  const refuse = (cause: unknown = new Error('It is a node of another ledger.')): never => {
    throw new UpstreamFault('ledger', 'unreachable', { cause });
  };
  const look = async () => {
    const shown = await ask().catch(mayBeSilent ? () => genesisHash : refuse);
    if (shown !== genesisHash && !isForeign) expected.onForeign(name, shown);
    isForeign = shown !== genesisHash;
    isKnown = true;
    nextAt = clock.elapsed() + (isForeign ? FOREIGN_MILLISECONDS : AGAIN_MILLISECONDS);
    if (isForeign) refuse();
  };
  return {
    get isForeign() {
      return isForeign;
    },
    pass(method) {
      if (method === 'getGenesisHash') return undefined;
      if (clock.elapsed() >= nextAt) {
        asking ??= look().finally(() => {
          asking = undefined;
        });
      } else if (isForeign) refuse();
      // One that was right goes on while it is asked again.
      if ((isKnown || mayBeSilent) && !isForeign) {
        asking?.catch(() => undefined);
        return undefined;
      }
      return asking;
    },
  };
}

/** Slots that a node may be ahead of the median of all; one beyond that makes slots up. */
const LEAD_LIMIT = 50n;

/**
 * Drops readings that are too far ahead to be true: more than 50 slots above the median.
 *
 * The median of an even number of readings is the mean of the two in the middle, rounded down. Readings without a slot (0)
 * do not count.
 */
export function believed<T>(items: readonly T[], getSlot: (item: T) => bigint): readonly T[] {
  // Alone it is its own median.
  if (items.length < 2) return items;
  const slots = items.map(getSlot).filter((slot) => slot > 0n);
  const sorted = slots.toSorted((a, b) => (a < b ? -1 : 1));
  const half = sorted.length >> 1;
  const upper = sorted[half];
  if (upper === undefined) return items;
  const lower = sorted.length % 2 === 0 ? (sorted[half - 1] ?? upper) : upper;
  const median = (lower + upper) / 2n;
  return items.filter((item) => getSlot(item) - median <= LEAD_LIMIT);
}

const FIRST_PAUSE_MILLISECONDS = 1_000;
/** A blockhash lives about 30 s: an endpoint that works again takes part in most of that time. */
const LONGEST_PAUSE_MILLISECONDS = 8_000;

/**
 * Sets an endpoint aside that does not take transactions: for one second, and twice as long each time it fails again, up to
 * eight. After that one send tries it, and the others wait for its answer.
 *
 * @param probeMilliseconds - the time that a send may take.
 */
export function createSetAside({ elapsed }: Clock, probeMilliseconds: number) {
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  return {
    /** True while other endpoints are sent transactions instead. */
    get isNow(): boolean {
      return elapsed() < until;
    },
    /** Makes a send. Failures of sends that were under way together are one, and a limit of the rate is none. */
    async run<T>(send: () => Promise<T>): Promise<T> {
      const begunAt = elapsed();
      if (failures > 0) until = Math.max(until, begunAt + probeMilliseconds);
      try {
        const taken = await send();
        failures = 0;
        until = Number.NEGATIVE_INFINITY;
        return taken;
      } catch (error) {
        if (!isLimit(error) && begunAt > failedAt) {
          failedAt = elapsed();
          until = failedAt + Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
          failures += 1;
        }
        throw error;
      }
    },
  };
}

/** Checks whether a provider limits the rate: by HTTP status, or by a code of its own. */
export function isLimit(error: unknown): boolean {
  if (error instanceof JsonRpcError) return error.code === 429 || error.code === -32_429;
  return error instanceof UpstreamFault && error.status === 429;
}

const MEMORY_MILLISECONDS = 10_000;

/**
 * Remembers slots for ten seconds, so that a stalled node, or one that reported a wrong slot once, does not stay the newest.
 *
 * @returns `current`: the highest slot shown within the last ten seconds, 0 without one.
 */
export function rememberSlot({ elapsed: now }: Clock): { current(): bigint; show(slot: bigint): void } {
  let highest = { slot: 0n, at: Number.NEGATIVE_INFINITY };
  const isRemembered = () => now() - highest.at <= MEMORY_MILLISECONDS;
  return {
    current: () => (isRemembered() ? highest.slot : 0n),
    show(slot) {
      if (slot > highest.slot || !isRemembered()) highest = { slot, at: now() };
    },
  };
}
