import { PROBLEM_CODES, type TransactionFailure } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import type { LedgerClient } from '../../upstreams/ledger/ledger-client.ts';
import { readMessageOf } from '../read-message-of.ts';
import { explainFailure } from './explain-failure.ts';
import { readExecuted } from './read-executed.ts';

/**
 * Creates the problem of a transaction that cannot succeed, with a separate code when callers must not build another one.
 */
export function refuseFailed(
  code: 'LEDGER_REJECTED' | 'LEDGER_EXECUTION_FAILED',
  failure: TransactionFailure,
): ProblemError {
  const isThere = failure.code === 'STAKE_ACCOUNT_EXISTS';
  return problem(isThere ? 'STAKE_ACCOUNT_EXISTS' : code, {
    reason: failure.detail,
    failure: code === 'LEDGER_REJECTED' ? asNotSent(failure) : failure,
  });
}

// A cause without a code of its own has that of the ledger, which took nothing of what was only simulated.
function asNotSent(failure: TransactionFailure): TransactionFailure {
  if (failure.code !== 'LEDGER_EXECUTION_FAILED') return failure;
  const { cause, cure } = PROBLEM_CODES.LEDGER_REJECTED;
  return { ...failure, code: 'LEDGER_REJECTED', cause, cure };
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
  return refuseFailed('LEDGER_EXECUTION_FAILED', failure);
}
