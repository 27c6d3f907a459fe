import type { Evidence } from '@staking-agent/verify';
import type { LedgerNode } from '../upstreams/ledger/node.ts';
import { askWitnesses, type WitnessPorts } from '../upstreams/ledger/witnesses.ts';
import { gatherEvidence, SimulationFailed, type Subject } from './gather-evidence.ts';

/** What one node showed: evidence, or that the ledger would refuse the transaction. */
export type Testimony = { readonly node: string; readonly shown: Evidence | SimulationFailed };

/**
 * Gathers evidence on the nodes that {@link askWitnesses} asks.
 *
 * @returns what each of them showed, the healthiest first.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when fewer nodes answer than have to.
 * @throws {MalformedMessage} {@link StateUnsettled} as {@link gatherEvidence}.
 */
export function gatherFromNodes(
  subject: Subject,
  ports: WitnessPorts,
  signatureFee: bigint,
): Promise<readonly Testimony[]> {
  const ask = async (node: LedgerNode): Promise<Testimony> => {
    try {
      return { node: node.name, shown: await gatherEvidence(subject, node, signatureFee, ports.clock) };
    } catch (error) {
      if (error instanceof SimulationFailed) return { node: node.name, shown: error };
      throw error;
    }
  };
  return Promise.all(askWitnesses(ports.ledger.byHealth(), ask, ports));
}
