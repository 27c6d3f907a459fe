import { Compile, type Validator } from 'typebox/schema';
import { JsonRpcError, UpstreamFault } from '../../problems/faults.ts';
import { currentCaller } from '../../runtime/callers.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hasMembers, parseLedgerJson } from '../../runtime/json.ts';
import { createBulkhead } from '../guard.ts';
import { type HttpEndpoint, parseText, type UpstreamPorts, watched } from '../http.ts';
import { ANSWERS, type LedgerAnswer, type LedgerMethod } from './answers.ts';
import { createCallPace, createSendTurns } from './pace.ts';

/** One Solana RPC endpoint and what is known of its health. */
export type LedgerNode = ReturnType<typeof createLedgerNode>;

const VALIDATORS = new Map(
  Object.entries(ANSWERS).map(([method, schema]) => [method, Compile(schema) as Validator]),
);

/** Calls at the same time that requests may cause on one node: as many as it has connections. */
const IN_FLIGHT = 64;
/** The guard of calls that are never held up. */
const NO_GUARD = { run: <T>(call: () => Promise<T>): Promise<T> => call() };

/** The time that an endpoint has to take a transaction. */
const SEND_MILLISECONDS = 4_000;
/** The time a node has to show its genesis hash. */
const GENESIS_MILLISECONDS = 1_500;

/**
 * Opens one Solana RPC endpoint.
 *
 * @param expected - the ledger that the node has to show itself to be of before it is asked anything; any unless given.
 */
export function createLedgerNode(url: string, name: string, ports: UpstreamPorts, expected?: ExpectedLedger) {
  // Two pools: reads that hang keep no send from leaving.
  const endpoint = ports.openEndpoint('ledger', url);
  const sendEndpoint = ports.openEndpoint('ledger', url);
  const pace = createCallPace(ports.clock);
  const shown = rememberSlot(ports.clock);
  const setAside = createSetAside(ports.clock, SEND_MILLISECONDS);
  const reads = { endpoint, guard: createBulkhead('ledger', IN_FLIGHT, ports.clock) };
  // Neither calls that bring bytes to the ledger are held up, nor those that find their fate.
  const ways: Partial<Record<LedgerMethod, typeof reads>> = {
    sendTransaction: { endpoint: sendEndpoint, guard: setAside },
    getSignatureStatuses: { endpoint, guard: NO_GUARD },
  };
  let [calls, failures] = [0, 0];
  const noteFault = (method: LedgerMethod, error: unknown) => {
    if (isLimit(error)) pace.slowDown();
    // A refusal is an answer; a limit says nothing of health, nor does a call that was not made, or that many nodes block.
    else if (error instanceof UpstreamFault && !method.startsWith('getProgramAccounts')) failures += 1;
  };
  /**
   * Calls an RPC method.
   *
   * @throws {JsonRpcError} when the node refuses.
   * @throws {UpstreamFault} when no usable answer came within `milliseconds`.
   * @throws {UpstreamBusy} when too many calls are under way.
   */
  async function call<M extends LedgerMethod>(
    method: M,
    params: readonly unknown[],
    milliseconds: number,
  ): Promise<LedgerAnswer<M>> {
    calls += 1;
    const request = { id: calls, method, params, milliseconds };
    if (method !== 'sendTransaction') pace.spend(currentCaller() !== undefined);
    try {
      await genesis.pass(method);
      const { endpoint, guard } = ways[method] ?? reads;
      const result = await guard.run(() => watched(ports, name, method, () => askOnce(endpoint, request)));
      failures = 0;
      shown.show(readSlot(result) ?? 0n);
      return result as never;
    } catch (error) {
      noteFault(method, error);
      throw error;
    }
  }
  const askGenesis = () => call('getGenesisHash', [], GENESIS_MILLISECONDS);
  const genesis = createGenesisCheck(name, askGenesis, ports.clock, expected);
  // Known before the first transaction is due.
  if (expected?.mayBeSilent) void genesis.pass('sendTransaction');
  return {
    /** Its place in the configuration, for logs; the URL may hold a key. */
    name,
    call,
    /** How much it is asked; `call` counts all but sends, whose callers ask first. */
    pace,
    /** The same pace for first sends, in turn by callers. */
    turns: createSendTurns(pace, ports.clock),
    /** True if it has shown that it is of another ledger than the deployment; it is not asked then. */
    get isForeign(): boolean {
      return genesis.isForeign;
    },
    /** True while it is sent nothing, because it did not take what it was sent. */
    get isSetAside(): boolean {
      return setAside.isNow;
    },
    /** Highest slot it has shown within the last ten seconds; 0 when it has shown none. */
    get slot(): bigint {
      return shown.current();
    },
    /** Calls that failed since the last one that was answered. */
    get failures(): number {
      return failures;
    },
    close: async () => {
      await Promise.all([endpoint.close(), sendEndpoint.close()]);
    },
  };
}

type Request = {
  readonly id: number;
  readonly method: LedgerMethod;
  readonly params: readonly unknown[];
  readonly milliseconds: number;
};

async function askOnce(endpoint: HttpEndpoint, { milliseconds, ...request }: Request): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...request });
  const { status, text, retryAfter } = await endpoint.send({ method: 'POST', body, milliseconds });
  if (status !== 200) throw new UpstreamFault('ledger', 'status', { status, retryAfter });
  return readResult(request, text);
}

function readResult({ method, params, id }: Omit<Request, 'milliseconds'>, text: string): unknown {
  const answer = parseText('ledger', text, parseLedgerJson);
  if (!hasMembers(answer) || answer['id'] !== id) throw new UpstreamFault('ledger', 'malformed');
  const { result, error } = answer;
  if (error !== undefined) {
    const { code, message, data }: { code?: unknown; message?: unknown; data?: unknown } = Object(error);
    if (typeof code !== 'number' || typeof message !== 'string')
      throw new UpstreamFault('ledger', 'malformed');
    throw new JsonRpcError(code, message, data);
  }
  const isOfShape = VALIDATORS.get(method)?.Check(result) === true;
  if (!isOfShape || !hasItemForEach(method, params, result)) throw new UpstreamFault('ledger', 'malformed');
  return result;
}

/** Methods that answer with an item for each of those that they are asked about, in the same order. */
const ITEM_FOR_EACH: ReadonlySet<LedgerMethod> = new Set([
  'getInflationReward',
  'getMultipleAccounts',
  'getSignatureStatuses',
]);

/** Checks that an answer is about all that was asked: what a short one leaves out would be read as absent. */
function hasItemForEach(method: LedgerMethod, [asked]: readonly unknown[], result: unknown): boolean {
  if (!ITEM_FOR_EACH.has(method) || !Array.isArray(asked)) return true;
  const items = Array.isArray(result) ? result : hasMembers(result) && result['value'];
  return Array.isArray(items) && items.length === asked.length;
}

function readSlot(result: unknown): bigint | undefined {
  const context = hasMembers(result) ? result['context'] : undefined;
  const slot = hasMembers(context) ? context['slot'] : undefined;
  return typeof slot === 'number' || typeof slot === 'bigint' ? BigInt(slot) : undefined;
}

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
) {
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
    /** True if it has shown another genesis hash. */
    get isForeign() {
      return isForeign;
    },
    /**
     * Resolves when the node may be called: at once, once it has shown the right genesis hash.
     *
     * @throws {UpstreamFault} when it has shown another one, or none.
     */
    pass(method: LedgerMethod): Promise<void> | undefined {
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
