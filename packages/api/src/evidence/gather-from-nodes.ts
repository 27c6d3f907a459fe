import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '@staking-agent/verify';
import { fromLedgerFault } from '../problems/from-fault.ts';
import { UpstreamFault } from '../upstreams/http.ts';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { gatherEvidence, SimulationFailed, type Subject } from './gather-evidence.ts';

/** What one node showed: evidence, or that the ledger would refuse the transaction. */
export type Testimony = { readonly node: string; readonly shown: Evidence | SimulationFailed };

/** So many nodes have to say the same where they are configured. */
const WITNESSES = 2;

/**
 * Gathers evidence on one node, or on two where several are configured, each by itself and at the same time.
 *
 * A node that does not answer is replaced by the next one; the only one is asked a second time.
 *
 * @returns what each of them showed, the healthiest first.
 * @throws {ProblemError} `upstream_error` when fewer nodes answer than have to.
 * @throws {MalformedMessage} {@link StateUnsettled} as {@link gatherEvidence}.
 */
export async function gatherFromNodes(
  subject: Subject,
  { ledger }: { readonly ledger: LedgerClient },
  signatureFee: bigint,
): Promise<readonly Testimony[]> {
  const [first, ...others] = ledger.byHealth();
  if (first === undefined) throw fromLedgerFault(undefined);
  const witnesses = [first, ...others.slice(0, WITNESSES - 1)];
  const spare = others.length === 0 ? [first] : others.slice(WITNESSES - 1);
  const hear = async (node: LedgerNode): Promise<Testimony> => {
    try {
      return { node: node.name, shown: await gatherEvidence(subject, node, signatureFee) };
    } catch (error) {
      if (error instanceof SimulationFailed) return { node: node.name, shown: error };
      if (!(error instanceof UpstreamFault || error instanceof JsonRpcError)) throw error;
      const next = spare.shift();
      if (next === undefined) throw fromLedgerFault(error);
      await sleep(100 + Math.random() * 300);
      return hear(next);
    }
  };
  return Promise.all(witnesses.map(hear));
}
