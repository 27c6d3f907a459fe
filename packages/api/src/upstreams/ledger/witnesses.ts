import type { Address } from '@solana/kit';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/ledger';
import { isSameAccount } from '@staking-agent/verify/evidence';
import type { Logger } from 'pino';
import { isUpstreamFailure, UpstreamFault } from '../../problems/faults.ts';
import { problem } from '../../problems/problem.ts';
import type { Random } from '../../runtime/clock.ts';
import { type Clock, sleep } from '../../runtime/clock.ts';
import { drawRetryPause } from '../guard.ts';
import { type LedgerClient, type LedgerNode, type ReadAccounts, readAccounts } from './client.ts';

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

/** Milliseconds one call of a proof may take. */
export const CALL_MILLISECONDS = 4_000;
