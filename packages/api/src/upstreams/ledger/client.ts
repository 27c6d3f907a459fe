import { type Address, address } from '@solana/kit';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/ledger';
import { isSameAccount } from '@staking-agent/verify/evidence';
import type { Logger } from 'pino';
import { isUpstreamFailure, UpstreamFault } from '../../problems/faults.ts';
import { problem } from '../../problems/problem.ts';
import { type Clock, type Random, sleep } from '../../runtime/clock.ts';
import { drawRetryPause } from '../guard.ts';
import type { UpstreamPorts } from '../http.ts';
import type { LedgerAnswer, LedgerMethod } from './answers.ts';
import { createLedgerNode, type ExpectedLedger, type LedgerNode } from './node.ts';

/** Milliseconds one read may take on one node. */
const READ_MILLISECONDS = 4_000;
/** Milliseconds one call of a proof may take. */
export const CALL_MILLISECONDS = 4_000;
/** Accounts that a node reads in one call (agave's MAX_MULTIPLE_ACCOUNTS). */
export const ACCOUNTS_OF_A_CALL = 100;
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

type Ports = { readonly ledger: LedgerClient; readonly clock: Clock; readonly random: Random };

/** So many nodes have to say the same where they are configured. */
const WITNESSES = 2;
/** Readings of accounts that differ by state that moves between two slots. */
const ROUNDS = 4;
const PAUSE_MILLISECONDS = 200;
/** Two nodes' clocks may be so far apart: locked profit of a vault moves by less than its tolerance meanwhile. */
const CLOCK_SECONDS = 30n;

/**
 * Asks one node, or two independently and concurrently when several are given.
 *
 * A node that does not answer is replaced by the next one; the only one is asked a second time.
 *
 * @param nodes - the one to ask first is first.
 * @returns what each of them will have said; rejected with {@link UpstreamRefusal} or {@link UpstreamFault} where there was
 *   no other node left to ask.
 */
export function askWitnesses<Said>(
  [first, ...others]: readonly LedgerNode[],
  ask: (node: LedgerNode) => Promise<Said>,
  { clock, random }: Omit<Ports, 'ledger'>,
): readonly Promise<Said>[] {
  if (first === undefined) return [Promise.reject(new UpstreamFault('ledger', 'unreachable'))];
  const witnesses = [first, ...others.slice(0, WITNESSES - 1)];
  const spare = others.length === 0 ? [first] : others.slice(WITNESSES - 1);
  const hear = async (node: LedgerNode): Promise<Said> => {
    try {
      return await ask(node);
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      const next = spare.shift();
      if (next === undefined) throw error;
      await sleep(clock, drawRetryPause(random));
      return hear(next);
    }
  };
  return witnesses.map(hear);
}

/**
 * Reads the accounts that an amount of ours rests on, in one call to each of two nodes that answer; to one where only one does.
 *
 * They must say the same to the byte, save for the time of day. Nodes at different slots are read again a few times: state
 * that moved between the two slots is no lie. A node whose last call failed is not waited for.
 *
 * @returns the reading of the lower slot.
 * @throws {ProblemError} `NODES_DISAGREE`.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when no node answers.
 */
export async function readAgreed(
  addresses: readonly Address[],
  ports: Ports & { readonly log: Logger },
): Promise<ReadAccounts> {
  for (let round = 1; ; round += 1) {
    const [first, second] = await readFromTwo(addresses, ports);
    if (second === undefined) return first.read;
    const [older, newer] = first.read.slot <= second.read.slot ? [first, second] : [second, first];
    const accounts = addresses.filter((address) => !isAgreed(address, older.read, newer.read));
    if (accounts.length === 0) return older.read;
    if (older.read.slot === newer.read.slot || round === ROUNDS) {
      ports.log.error({ nodes: [older.node, newer.node], accounts }, 'nodes disagree on accounts');
      throw problem('NODES_DISAGREE');
    }
    await sleep(ports.clock, PAUSE_MILLISECONDS);
  }
}

type Said = { readonly node: string; readonly read: ReadAccounts };

async function readFromTwo(addresses: readonly Address[], ports: Ports): Promise<readonly [Said, Said?]> {
  const nodes = ports.ledger.byHealth();
  const answering = nodes.filter(({ failures }) => failures === 0);
  const ask = async (node: LedgerNode): Promise<Said> => {
    const read: LedgerClient['read'] = (method, params) => node.call(method, params, CALL_MILLISECONDS);
    return { node: node.name, read: await readAccounts(addresses, { ledger: { ...ports.ledger, read } }) };
  };
  const heard = await Promise.allSettled(askWitnesses(answering.length > 0 ? answering : nodes, ask, ports));
  const [first, second] = heard.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  for (const each of heard) {
    // One that does not answer is no witness; a call that we did not make is no reason to believe the other node.
    if (each.status === 'rejected' && (first === undefined || !isUpstreamFailure(each.reason)))
      throw each.reason;
  }
  if (first === undefined) throw new Error('No node was asked.');
  return second === undefined ? [first] : [first, second];
}

function isAgreed(address: Address, a: ReadAccounts, b: ReadAccounts): boolean {
  if (address !== CLOCK_ADDRESS) return isSameAccount(a(address), b(address));
  const [one, other] = [decodeClock(a(address)?.data), decodeClock(b(address)?.data)];
  if (one === undefined || other === undefined) return false;
  const apart = one.now - other.now;
  return one.epoch === other.epoch && apart <= CLOCK_SECONDS && apart >= -CLOCK_SECONDS;
}
