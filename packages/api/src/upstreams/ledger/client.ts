import { type Address, address } from '@solana/kit';
import { Compile, type Validator } from 'typebox/schema';
import { JsonRpcError, UpstreamFault } from '../../problems/faults.ts';
import { currentCaller } from '../../runtime/callers.ts';
import { sleep } from '../../runtime/clock.ts';
import { hasMembers, parseLedgerJson } from '../../runtime/json.ts';
import { createBulkhead, drawRetryPause } from '../guard.ts';
import { type HttpEndpoint, type UpstreamPorts, watched } from '../http.ts';
import { ANSWERS, type LedgerAnswer, type LedgerMethod } from './answers.ts';
import {
  believed,
  createGenesisCheck,
  createSetAside,
  type ExpectedLedger,
  isLimit,
  rememberSlot,
} from './health.ts';
import { createCallPace, createSendTurns } from './pace.ts';

/** One Solana RPC endpoint and what is known of its health. */
export type LedgerNode = ReturnType<typeof createLedgerNode>;

const VALIDATORS = new Map(
  Object.entries(ANSWERS).map(([method, schema]) => [method, Compile(schema) as Validator]),
);

/** Accounts that a node reads in one call (agave's MAX_MULTIPLE_ACCOUNTS). */
export const ACCOUNTS_OF_A_CALL = 100;

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
  const answer = parse(text);
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

/** Milliseconds one read may take on one node. */
const READ_MILLISECONDS = 4_000;
/** A node this many slots behind the best one is asked last, as is one that is not believed. */
const LAG_LIMIT = 20n;

/** The ledger, through all configured RPC endpoints. */
export type LedgerClient = ReturnType<typeof createLedgerClient>;

/**
 * Opens all RPC endpoints of a deployment.
 *
 * @param sendUrls - endpoints that take transactions and nothing else; may be none.
 * @param expected - nodes of another ledger are not asked, and endpoints that say they are of one are sent nothing.
 */
export function createLedgerClient(
  urls: readonly string[],
  sendUrls: readonly string[],
  ports: UpstreamPorts,
  expected?: ExpectedLedger,
) {
  const nodes: readonly LedgerNode[] = urls.map((url, i) =>
    createLedgerNode(url, `rpc${i + 1}`, ports, expected),
  );
  const asSender = expected && { ...expected, mayBeSilent: true };
  const extra = sendUrls.map((url, i) => createLedgerNode(url, `send${i + 1}`, ports, asSender));
  /** Sorts the nodes: the best one to ask first, those last that are further ahead than the ledger can be. */
  const byHealth = (): readonly LedgerNode[] => {
    const trusted = believed(nodes, (node) => node.slot);
    const best = trusted.reduce((slot, node) => (node.slot > slot ? node.slot : slot), 0n);
    const isOdd = (node: LedgerNode) => best - node.slot > LAG_LIMIT || !trusted.includes(node);
    const rank = (node: LedgerNode) => node.failures + (isOdd(node) || node.isForeign ? 1_000 : 0);
    return nodes.toSorted((a, b) => rank(a) - rank(b));
  };
  return {
    nodes,
    /** The nodes and the endpoints for sending. */
    endpoints: [...nodes, ...extra],
    /** The targets of sends: all nodes and endpoints of this ledger but those set aside; these too if no other is left. */
    get senders(): readonly LedgerNode[] {
      const sound = [...nodes, ...extra].filter(({ isForeign }) => !isForeign);
      const willing = sound.filter(({ isSetAside }) => !isSetAside);
      return willing.length > 0 ? willing : sound;
    },
    byHealth,
    /**
     * Reads from the healthiest node and once more from the next when that brought no answer.
     *
     * @param deadline - on the monotonic clock, milliseconds: the time by which it has answered or failed; four seconds for each
     *   node unless that is sooner.
     * @throws {UpstreamRefusal} when the last node asked refuses; {@link UpstreamFault} when it brings no usable answer.
     */
    async read<M extends LedgerMethod>(
      method: M,
      params: readonly unknown[],
      deadline = Number.POSITIVE_INFINITY,
    ): Promise<LedgerAnswer<M>> {
      const [first, second] = byHealth();
      if (first === undefined) throw new UpstreamFault('ledger', 'unreachable');
      const measureRest = () => Math.floor(Math.min(READ_MILLISECONDS, deadline - ports.clock.elapsed()));
      if (measureRest() <= 0) throw new UpstreamFault('ledger', 'timeout');
      try {
        return await first.call(method, params, measureRest());
      } catch (fault) {
        const next = second ?? (isWorthRepeating(fault) ? first : undefined);
        const pause = drawRetryPause(ports.random);
        if (next === undefined || measureRest() <= pause) throw fault;
        await sleep(ports.clock, pause);
        return await next.call(method, params, Math.max(measureRest(), 1));
      }
    },
    close: async () => {
      await Promise.all([...nodes, ...extra].map((node) => node.close()));
    },
  };
}

// The same node again only where the connection failed, not where the node is slow, limits us or refuses.
function isWorthRepeating(fault: unknown): boolean {
  return fault instanceof UpstreamFault && (fault.kind === 'unreachable' || fault.kind === 'broken');
}

/** An account as one read found it. */
export type ReadAccount = {
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Buffer;
};

/** The accounts that one read found; undefined for one that does not exist. */
export type ReadAccounts = {
  (account: Address): ReadAccount | undefined;
  /** All of them are of this slot. */
  readonly slot: bigint;
};

/**
 * Reads accounts in one call, all at the same slot.
 *
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function readAccounts(
  addresses: readonly Address[],
  { ledger }: { readonly ledger: LedgerClient },
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<ReadAccounts> {
  const { context, value } = await ledger.read('getMultipleAccounts', [
    addresses,
    { encoding: 'base64', commitment },
  ]);
  const found = new Map<Address, ReadAccount>();
  for (const [i, address] of addresses.entries()) {
    const account = value[i];
    if (!account) continue;
    const { lamports, owner, data } = account;
    found.set(address, { lamports: BigInt(lamports), owner, data: Buffer.from(data[0], 'base64') });
  }
  return Object.assign((account: Address) => found.get(account), { slot: BigInt(context.slot) });
}

/** The account in which the ledger says what rent is. */
export const RENT = address('SysvarRent111111111111111111111111111111111');
const RENT_SIZE = 16;
/** Bytes that every account counts for beside its data. */
const ACCOUNT_OVERHEAD = 128;
/** Bytes of a stake account, which has never cost more lamports. */
const STAKE = { size: 200, most: 10_000_000n };

/**
 * Reads the rent exemption of accounts by size, in lamports: `(128 + size) × lamports per byte-year × years`. The verifier reads
 * it by code of its own.
 *
 * @param read - {@link RENT} among it.
 * @throws {UpstreamFault} `malformed` when the account is not the rent sysvar, or says more than any rent was.
 */
export function readRent(read: ReadAccounts): (size: number) => bigint {
  const { data = Buffer.alloc(0) } = read(RENT) ?? {};
  if (data.length < RENT_SIZE) throw new UpstreamFault('ledger', 'malformed');
  const [perByteYear, years] = [Number(data.readBigUInt64LE(0)), data.readDoubleLE(8)];
  const getRent = (size: number) => BigInt(Math.floor((ACCOUNT_OVERHEAD + size) * perByteYear * years));
  const isSane = years > 0 && years <= 100 && getRent(STAKE.size) > 0n && getRent(STAKE.size) <= STAKE.most;
  if (!isSane) throw new UpstreamFault('ledger', 'malformed');
  return getRent;
}
