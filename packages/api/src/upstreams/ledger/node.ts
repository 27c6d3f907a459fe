import { Compile, type Validator } from 'typebox/schema';
import { JsonRpcError, UpstreamFault } from '../../problems/faults.ts';
import { currentCaller } from '../../runtime/caller-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hasMembers, parseLedgerJson } from '../../runtime/json.ts';
import { createBulkhead } from '../guard.ts';
import { type UpstreamPorts, watched } from '../http.ts';
import { ANSWERS, type LedgerAnswer, type LedgerMethod } from './answers.ts';
import { type CallPace, createCallPace, createSendTurns, rememberSlot, type SendTurns } from './pace.ts';

/** One Solana RPC endpoint and what is known of its health. */
export type LedgerNode = {
  /** Its place in the configuration, for logs; the URL may hold a key. */
  readonly name: string;
  /** Highest slot it has shown within the last ten seconds; 0 when it has shown none. */
  readonly slot: bigint;
  /** Whether it has shown that it is of another ledger than the deployment; it is not asked then. */
  readonly isForeign: boolean;
  /** Calls that failed since the last one that was answered. */
  readonly failures: number;
  /** How much it is asked; {@link LedgerNode.call} counts all but sends, whose callers ask first. */
  readonly pace: Pick<CallPace, 'trySpend'>;
  /** The same pace for first sends, in turn by callers. */
  readonly turns: SendTurns;
  /**
   * Calls an RPC method.
   *
   * @throws {JsonRpcError} when the node refuses.
   * @throws {UpstreamFault} when no usable answer came within `milliseconds`.
   * @throws {UpstreamBusy} when too many calls are under way.
   */
  call<M extends LedgerMethod>(
    method: M,
    params: readonly unknown[],
    milliseconds: number,
  ): Promise<LedgerAnswer<M>>;
  close(): Promise<void>;
};

const VALIDATORS = new Map(
  Object.entries(ANSWERS).map(([method, schema]) => [method, Compile(schema) as Validator]),
);

/** Calls at the same time that requests may cause on one node: as many as it has connections. */
const IN_FLIGHT = 64;
/** What is never held up: what brings bytes to the ledger, and finds out what became of them. */
const UNBOUNDED: ReadonlySet<LedgerMethod> = new Set(['sendTransaction', 'getSignatureStatuses']);

/** What a node may take to say of which ledger it is. */
const GENESIS_MILLISECONDS = 1_500;

/**
 * Opens one Solana RPC endpoint.
 *
 * @param expected - the ledger that the node has to show itself to be of before it is asked anything; any unless given.
 */
export function createLedgerNode(
  url: string,
  name: string,
  ports: UpstreamPorts,
  expected?: ExpectedLedger,
): LedgerNode {
  // Two pools: reads that hang keep no send from leaving.
  const endpoint = ports.openEndpoint('ledger', url);
  const sendEndpoint = ports.openEndpoint('ledger', url);
  const pace = createCallPace(ports.clock);
  const bulkhead = createBulkhead({ upstream: 'ledger', inFlight: IN_FLIGHT, clock: ports.clock });
  let calls = 0;
  const shown = rememberSlot(ports.clock.elapsed);
  let failures = 0;
  const node: LedgerNode = {
    name,
    pace,
    turns: createSendTurns(pace, ports.clock),
    get isForeign() {
      return genesis.isForeign;
    },
    get slot() {
      return shown.current();
    },
    get failures() {
      return failures;
    },
    async call(method, params, milliseconds) {
      calls += 1;
      const isSend = method === 'sendTransaction';
      if (!isSend) pace.spend(currentCaller() !== undefined);
      const id = calls;
      try {
        await genesis.pass(method);
        const exchange = () =>
          watched(ports, name, method, async () => {
            const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
            const { status, text, retryAfter } = await (isSend ? sendEndpoint : endpoint).send({
              method: 'POST',
              body,
              milliseconds,
            });
            if (status !== 200) throw new UpstreamFault('ledger', 'status', { status, retryAfter });
            return readResult(method, text, id);
          });
        const result = await (UNBOUNDED.has(method) ? exchange() : bulkhead.run(exchange));
        failures = 0;
        const slot = readSlot(result);
        if (slot !== undefined) shown.show(slot);
        return result as never;
      } catch (error) {
        if (isLimit(error)) pace.slowDown();
        // A refusal is an answer; a limit says nothing of health, nor does a call that was not made, or that many nodes block.
        else if (error instanceof UpstreamFault && method !== 'getProgramAccounts') failures += 1;
        throw error;
      }
    },
    close: async () => {
      await Promise.all([endpoint.close(), sendEndpoint.close()]);
    },
  };
  const askGenesis = () => node.call('getGenesisHash', [], GENESIS_MILLISECONDS);
  const genesis = createGenesisCheck(
    expected?.genesisHash,
    askGenesis,
    ports.clock,
    (shown) => expected?.onForeign(name, shown),
    expected?.mayBeSilent,
  );
  // Known before the first transaction is due.
  if (expected?.mayBeSilent) void genesis.pass('sendTransaction');
  return node;
}

/** Checks whether a provider limits the rate: by HTTP status, or by a code of its own. */
function isLimit(error: unknown): boolean {
  if (error instanceof JsonRpcError) return error.code === 429 || error.code === -32_429;
  return error instanceof UpstreamFault && error.status === 429;
}

function readResult(method: LedgerMethod, text: string, id: number): unknown {
  const answer = parse(text);
  if (!hasMembers(answer) || answer['id'] !== id) throw new UpstreamFault('ledger', 'malformed');
  const { result, error } = answer;
  if (error !== undefined) {
    const {
      code,
      message,
      data,
    }: {
      code?: unknown;
      message?: unknown;
      data?: unknown;
    } = Object(error);
    if (typeof code !== 'number' || typeof message !== 'string')
      throw new UpstreamFault('ledger', 'malformed');
    throw new JsonRpcError(code, message, data);
  }
  if (VALIDATORS.get(method)?.Check(result) !== true) throw new UpstreamFault('ledger', 'malformed');
  return result;
}

function parse(text: string): unknown {
  try {
    return parseLedgerJson(text);
  } catch (cause) {
    throw new UpstreamFault('ledger', 'malformed', { cause });
  }
}

function readSlot(result: unknown): bigint | undefined {
  const context = hasMembers(result) ? result['context'] : undefined;
  const slot = hasMembers(context) ? context['slot'] : undefined;
  return typeof slot === 'number' || typeof slot === 'bigint' ? BigInt(slot) : undefined;
}

/** Whether a node is of the ledger that the deployment is of. */
export type GenesisCheck = {
  /** Whether it is of another one. */
  readonly isForeign: boolean;
  /**
   * Resolves when the node may be called: at once, once it has shown the right genesis hash.
   *
   * @throws {UpstreamFault} when it has shown another one, or none.
   */
  pass(method: LedgerMethod): Promise<void> | undefined;
};

/** The ledger that nodes have to be of. */
export type ExpectedLedger = {
  /** Genesis hash, base58. */
  readonly genesisHash: string;
  /** Told when a node is found to be of another ledger, once for as long as it stays so. */
  onForeign(node: string, genesisHash: string): void;
  /** Whether a node that does not say passes, as endpoints that only take transactions may know no other method. */
  readonly mayBeSilent?: boolean;
};

/** A name may come to mean another node, so it is asked again now and then. */
const AGAIN_MILLISECONDS = 600_000;
/** One of another ledger is asked again, in case its owner has mended it. */
const FOREIGN_MILLISECONDS = 60_000;

/**
 * Holds a node to the genesis hash of the deployment; without one, every node passes.
 *
 * @param ask - reads the node's genesis hash, base58.
 * @param onForeign - told of the genesis hash of a node that is found to be of another ledger.
 * @param mayBeSilent - whether a node that does not say passes; nobody waits for its answer then.
 */
export function createGenesisCheck(
  expected: string | undefined,
  ask: () => Promise<string>,
  clock: Clock,
  onForeign: (genesisHash: string) => void = () => undefined,
  mayBeSilent = false,
): GenesisCheck {
  let isKnown = false;
  let isForeign = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  // Nothing was sent to it.
  const refuse = (cause: unknown = new Error('It is a node of another ledger.')): never => {
    throw new UpstreamFault('ledger', 'unreachable', { cause });
  };
  const look = async () => {
    const shown = await ask().catch(mayBeSilent ? () => expected : refuse);
    if (shown !== undefined && shown !== expected && !isForeign) onForeign(shown);
    isForeign = shown !== expected;
    isKnown = true;
    nextAt = clock.elapsed() + (isForeign ? FOREIGN_MILLISECONDS : AGAIN_MILLISECONDS);
    if (isForeign) refuse();
  };
  return {
    get isForeign() {
      return isForeign;
    },
    pass(method) {
      if (expected === undefined || method === 'getGenesisHash') return undefined;
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
 * Of an even number the median is the mean of the two in the middle, rounded down. Readings without a slot (0) do not count.
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
