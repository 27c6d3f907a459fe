import type { Evidence } from '@staking-agent/verify';
import { type Clock, sleep } from '../background/clock.ts';
import type { Random } from '../keys/random.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { isUpstreamFailure, UpstreamFault } from '../upstreams/upstream-fault.ts';
import { drawRetryPause } from '../upstreams/within-budget.ts';
import { gatherEvidence, SimulationFailed, type Subject } from './gather-evidence.ts';

/** What evidence is gathered with. */
export type EvidencePorts = {
  readonly ledger: Pick<LedgerClient, 'byHealth'>;
  readonly clock: Clock;
  readonly random: Random;
};

/** What one node showed: evidence, or that the ledger would refuse the transaction. */
export type Testimony = { readonly node: string; readonly shown: Evidence | SimulationFailed };

/** So many nodes have to say the same where they are configured. */
const WITNESSES = 2;

/**
 * Gathers evidence on one node, or on two independently and concurrently when several are configured.
 *
 * A node that does not answer is replaced by the next one; the only one is asked a second time.
 *
 * @returns what each of them showed, the healthiest first.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when fewer nodes answer than have to.
 * @throws {MalformedMessage} {@link StateUnsettled} as {@link gatherEvidence}.
 */
export async function gatherFromNodes(
  subject: Subject,
  { ledger, clock, random }: EvidencePorts,
  signatureFee: bigint,
): Promise<readonly Testimony[]> {
  const [first, ...others] = ledger.byHealth();
  if (first === undefined) throw new UpstreamFault('ledger', 'unreachable');
  const witnesses = [first, ...others.slice(0, WITNESSES - 1)];
  const spare = others.length === 0 ? [first] : others.slice(WITNESSES - 1);
  const hear = async (node: LedgerNode): Promise<Testimony> => {
    try {
      return { node: node.name, shown: await gatherEvidence(subject, node, signatureFee, clock) };
    } catch (error) {
      if (error instanceof SimulationFailed) return { node: node.name, shown: error };
      if (!isUpstreamFailure(error)) throw error;
      const next = spare.shift();
      if (next === undefined) throw error;
      await sleep(clock, drawRetryPause(random));
      return hear(next);
    }
  };
  return Promise.all(witnesses.map(hear));
}
