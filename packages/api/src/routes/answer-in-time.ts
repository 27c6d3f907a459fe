import type { BroadcastAnswer, BroadcastBody } from '@staking-agent/wire';
import { problem, withFate } from '../problems/problem.ts';
import { type Clock, within } from '../runtime/clock.ts';
import { findTransaction } from './find-transaction.ts';

/** Milliseconds within which a broadcast has answered; the router answers when it has seen the transaction land. */
export function getBroadcastDeadline({ route }: Pick<BroadcastBody, 'route'>): number {
  return route === 'router' ? 55_000 : 15_000;
}

/**
 * Answers a broadcast in time. One that takes longer, where every upstream takes as long as it may, goes on, and its end is
 * the answer of whoever broadcasts the same bytes again.
 *
 * @throws {ProblemError} `upstream_error` with the outcome `unknown` then.
 */
export function answerInTime(
  body: BroadcastBody,
  clock: Clock,
  answer: Promise<BroadcastAnswer>,
): Promise<BroadcastAnswer> {
  return within(clock, getBroadcastDeadline(body), answer, () => {
    const late = problem('OUTCOME_UNKNOWN', { system: body.route === 'router' ? 'router' : 'ledger' });
    const transaction = findTransaction(body);
    throw transaction === undefined ? late : withFate(late, transaction.signature, 'unknown');
  });
}
