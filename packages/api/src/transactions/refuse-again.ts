import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { PendingTransaction } from '../store/pending-transactions.ts';
import { isUpstreamFailure, UpstreamBusy } from '../upstreams/upstream-fault.ts';
import type { Failed } from './find-lamport-shortfall.ts';
import { isLanded, type LandingPorts, readFate } from './landing.ts';
import type { Outbox } from './outbox.ts';
import { type RefusePorts, refusePreflight } from './send-first.ts';

const OPTIONS = {
  encoding: 'base64',
  commitment: 'confirmed',
  sigVerify: false,
  replaceRecentBlockhash: true,
};

/** What bytes are refused again with. */
export type RefuseAgainPorts = LandingPorts & RefusePorts & { readonly outbox: Pick<Outbox, 'isKnown'> };

/**
 * Refuses bytes of which somebody was told before that they will not land, by what the ledger says of them now: the cause
 * while it is there. One that is gone changes nothing: whoever was told has built anew, and both would land.
 *
 * Returns where they have landed past this service all the same.
 *
 * @throws {ProblemError} with the outcome `rejected`; `unknown` while a replica may not know of the refusal.
 */
export async function refuseAgain(
  { signature, base64, lastValidBlockHeight }: PendingTransaction,
  ports: RefuseAgainPorts,
): Promise<void> {
  if (isLanded(await readFate({ signature, lastValidBlockHeight }, ports))) return;
  if (await ports.outbox.isKnown(signature)) throw problem('OUTCOME_UNKNOWN', { system: 'ledger' });
  throw await explain(base64, ports);
}

async function explain(base64: string, ports: RefusePorts): Promise<ProblemError> {
  const failed = await findCause(base64, ports);
  if (failed !== undefined) return await refusePreflight(base64, failed, ports);
  const reason = 'it was refused before, and is not sent although it would now be accepted';
  return problem('LEDGER_REJECTED', { reason });
}

async function findCause(base64: string, { ledger }: RefusePorts): Promise<Failed | undefined> {
  try {
    const { value } = await ledger.read('simulateTransaction', [base64, OPTIONS]);
    return value.err === null ? undefined : { fault: value.err, logs: value.logs };
  } catch (error) {
    if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return undefined;
    throw error;
  }
}
