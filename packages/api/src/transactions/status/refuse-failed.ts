import { PROBLEM_CODES, type TransactionFailure } from '@staking-agent/wire';
import { explainFailure } from '../../builds/failures.ts';
import { readMessageOf } from '../../builds/message.ts';
import { type ProblemError, problem } from '../../problems/problem.ts';
import type { LedgerClient } from '../../upstreams/ledger/client.ts';
import { readExecuted } from './read-executed.ts';

/** Names the refusal of a transaction that was only simulated, with a separate code when callers must not build another one. */
export function getRefusedFailure(failure: TransactionFailure) {
  const { cause, cure } = PROBLEM_CODES.LEDGER_REJECTED;
  // A cause without a code of its own has that of the ledger, which took nothing of what was only simulated.
  const isPlain = failure.code === 'LEDGER_EXECUTION_FAILED';
  const told: TransactionFailure = isPlain ? { ...failure, code: 'LEDGER_REJECTED', cause, cure } : failure;
  return {
    code: failure.code === 'STAKE_ACCOUNT_EXISTS' ? failure.code : 'LEDGER_REJECTED',
    facts: { reason: failure.detail, failure: told },
  } as const;
}

/**
 * Says why a transaction failed on the ledger, with the log that a node has of it.
 *
 * @returns undefined where no node shows it, or where it did not fail.
 */
export async function explainExecuted(
  signature: string,
  ports: { readonly ledger: Pick<LedgerClient, 'byHealth'> },
): Promise<ProblemError | undefined> {
  const executed = await readExecuted(signature, ports);
  if (executed === undefined || executed.meta.err === null) return undefined;
  const { err, logMessages = null } = executed.meta;
  const failure = explainFailure(err, logMessages, readMessageOf(executed.transaction));
  const code = failure.code === 'STAKE_ACCOUNT_EXISTS' ? failure.code : 'LEDGER_EXECUTION_FAILED';
  return problem(code, { reason: failure.detail, failure });
}
