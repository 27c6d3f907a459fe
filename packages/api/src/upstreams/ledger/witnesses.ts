import { type Address, address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { decodeClock } from '@staking-agent/chain/sysvar';
import type { LedgerAccount } from '@staking-agent/verify';
import type { Logger } from 'pino';
import { isUpstreamFailure, UpstreamFault } from '../../problems/faults.ts';
import { problem } from '../../problems/problem.ts';
import { type Clock, sleep } from '../../runtime/clock.ts';
import type { Random } from '../../runtime/random.ts';
import { drawRetryPause } from '../guard.ts';
import type { LedgerAnswer } from './answers.ts';
import { type LedgerClient, type ReadAccounts, readAccounts } from './client.ts';
import { isPlausibleRent } from './feeds.ts';
import type { LedgerNode } from './node.ts';

/** What nodes are asked with. */
export type WitnessPorts = {
  readonly ledger: Pick<LedgerClient, 'byHealth'>;
  readonly clock: Clock;
  readonly random: Random;
};

/** What accounts are read with that two nodes agree on. */
export type AgreementPorts = WitnessPorts & { readonly log: Pick<Logger, 'error'> };

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
  { clock, random }: Pick<WitnessPorts, 'clock' | 'random'>,
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
  ports: AgreementPorts,
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

async function readFromTwo(
  addresses: readonly Address[],
  ports: WitnessPorts,
): Promise<readonly [Said, Said?]> {
  const nodes = ports.ledger.byHealth();
  const answering = nodes.filter(({ failures }) => failures === 0);
  const ask = async (node: LedgerNode): Promise<Said> => {
    const ledger: Pick<LedgerClient, 'read'> = {
      read: (method, params) => node.call(method, params, CALL_MILLISECONDS),
    };
    return { node: node.name, read: await readAccounts(addresses, { ledger }) };
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
  if (address !== CLOCK) return isSameAccount(a(address), b(address));
  const [one, other] = [decodeClock(a(address)?.data), decodeClock(b(address)?.data)];
  if (one === undefined || other === undefined) return false;
  const apart = one.now - other.now;
  return one.epoch === other.epoch && apart <= CLOCK_SECONDS && apart >= -CLOCK_SECONDS;
}

/** Accounts of one node at one slot, by base58 address; undefined where there is none. */
export type NodeReading = {
  readonly slot: bigint;
  readonly accounts: ReadonlyMap<string, LedgerAccount | undefined>;
};

/** Milliseconds one call of a proof may take. */
export const CALL_MILLISECONDS = 4_000;
/** The ledger's clock and rent, accounts of their own. */
export const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
export const RENT = address('SysvarRent111111111111111111111111111111111');

const STAKE_ACCOUNT_SIZE = 200;
/** Bytes that every account counts for beside its data. */
const ACCOUNT_OVERHEAD = 128n;

/**
 * Reads accounts of one node, all at the same slot.
 *
 * @param minContextSlot - the node refuses before it has seen this slot.
 * @throws {JsonRpcError} when the node refuses.
 * @throws {UpstreamFault} when it does not answer.
 */
export async function readFromNode(
  node: LedgerNode,
  addresses: readonly string[],
  minContextSlot = 0n,
): Promise<NodeReading> {
  const options = { encoding: 'base64', commitment: 'confirmed', ...minimum(minContextSlot) };
  const { context, value } = await node.call('getMultipleAccounts', [addresses, options], CALL_MILLISECONDS);
  if (value.length !== addresses.length) throw new UpstreamFault('ledger', 'malformed');
  return {
    slot: BigInt(context.slot),
    accounts: new Map(addresses.map((address, i) => [address, toAccount(value[i])])),
  };
}

/** The option of a call that a node refuses before it has seen a slot. */
export function minimum(slot: bigint): { minContextSlot?: number } {
  return slot === 0n ? {} : { minContextSlot: Number(slot) };
}

/** Reads an account as a node prints it; undefined without lamports, because such an account does not exist. */
export function toAccount(
  account: LedgerAnswer<'getMultipleAccounts'>['value'][number] | undefined,
): LedgerAccount | undefined {
  if (account === null || account === undefined || BigInt(account.lamports) === 0n) return undefined;
  const { lamports, owner, data } = account;
  return { lamports: BigInt(lamports), owner, data: Buffer.from(data[0], 'base64') };
}

/**
 * Reads epoch and time from the clock.
 *
 * @throws {UpstreamFault} `malformed` when the account is not the clock.
 */
export function readClock({ accounts }: NodeReading): { epoch: bigint; unixTimestamp: bigint } {
  const view = createView(accounts.get(CLOCK), 40);
  return { epoch: view.getBigUint64(16, true), unixTimestamp: view.getBigInt64(32, true) };
}

/**
 * Reads the rent exemption of accounts: `(128 + size) × lamports per byte-year × years`, as the rent sysvar has both.
 *
 * @throws {UpstreamFault} `malformed` when the account is not the rent sysvar, or says more than any rent was.
 */
export function readRent({ accounts }: Pick<NodeReading, 'accounts'>): (size: number) => bigint {
  const view = createView(accounts.get(RENT), 16);
  const lamportsPerByteYear = view.getBigUint64(0, true);
  const years = view.getFloat64(8, true);
  const exemption = (size: number) =>
    BigInt(Math.floor(Number((ACCOUNT_OVERHEAD + BigInt(size)) * lamportsPerByteYear) * years));
  const isPlausible = years > 0 && years <= 100 && isPlausibleRent(exemption(STAKE_ACCOUNT_SIZE));
  if (!isPlausible) throw new UpstreamFault('ledger', 'malformed');
  return exemption;
}

/** Checks whether 32 bytes are the address of an account or occur anywhere in its data. */
export function namesKey(address: string, account: LedgerAccount | undefined, key: string): boolean {
  if (address === key) return true;
  return account !== undefined && Buffer.from(account.data).includes(toAddressBytes(key));
}

/** Whether two states of an account are the same to the byte. */
export function isSameAccount(a: LedgerAccount | undefined, b: LedgerAccount | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.lamports === b.lamports && a.owner === b.owner && Buffer.compare(a.data, b.data) === 0;
}

function createView(account: LedgerAccount | undefined, size: number): DataView {
  const data = account?.data;
  if (data === undefined || data.length < size) throw new UpstreamFault('ledger', 'malformed');
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
