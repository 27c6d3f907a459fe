import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import {
  isUntaken,
  isUpstreamFailure,
  readWords,
  UpstreamBusy,
  type UpstreamFault,
  UpstreamRefusal,
} from '../problems/faults.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import type { Router } from '../upstreams/router.ts';

/** A router's order, as the build answered it. */
export type RouterOrder = { readonly kind: RouterKind; readonly order: object };

/** The router, as broadcasts use it. */
export type RouterPorts = {
  readonly router: Router;
  readonly log: Logger;
  readonly clock: Clock;
};

/** Time a transaction that the router has sent gets to show on the ledger. */
const LANDING_PAUSE_MILLISECONDS = 1_000;

/**
 * Hands signed bytes to the router, which brings them to the ledger, and to no other system: a caller who chose the router
 * chose its protection.
 *
 * @param take - claims the form and gives its bytes, base64, once the router has a turn for them; what it throws is thrown,
 *   and nothing is sent.
 * @param signature - of the bytes that are given.
 * @returns undefined when the router has taken them, otherwise the problem, whose outcome is `unknown`: the router may have
 *   the bytes whatever it answers, and only the ledger shows their fate.
 * @throws {ProblemError} `not_sent` when the router had no turn.
 */
export async function sendToRouter(
  { kind, order }: RouterOrder,
  take: () => Promise<{ readonly signature: string; readonly signedTransaction: string }>,
  { router, log, clock }: RouterPorts,
): Promise<ProblemError | undefined> {
  let signature: string | undefined;
  let refusal: unknown;
  try {
    const answer = await router.execute(kind, order, async () => {
      const form = await take().catch((error: unknown) => {
        refusal = error;
        // Not the router's: its breaker does not count it.
        throw new Error('The form is not sent.');
      });
      signature = form.signature;
      return form.signedTransaction;
    });
    if (answer.signature === signature) return undefined;
    log.error({ signature }, 'router answered another signature');
    return problem('OUTCOME_UNKNOWN', { system: 'router' });
  } catch (error) {
    if (refusal !== undefined) throw refusal;
    if (!isUpstreamFailure(error) && !(error instanceof UpstreamBusy)) throw error;
    if (signature === undefined) throw noTurn(error);
    if (error instanceof UpstreamBusy || isUntaken(error))
      return problem('OUTCOME_UNKNOWN', { system: 'router' });
    // If the router sent it a moment ago, for this request or an earlier one, the ledger shows it with the next block.
    await sleep(clock, LANDING_PAUSE_MILLISECONDS);
    return error instanceof UpstreamRefusal
      ? problem('ROUTER_REJECTED', { words: readWords(error) }, { cause: error })
      : problem('OUTCOME_UNKNOWN', { system: 'router' }, { cause: error });
  }
}

function noTurn(fault: UpstreamBusy | UpstreamFault | UpstreamRefusal): ProblemError {
  const cause = { outcome: 'not_sent', cause: fault } as const;
  return fault instanceof UpstreamBusy
    ? problem('OVERLOADED', { system: 'router' }, cause)
    : problem('ROUTER_UNAVAILABLE', { fault: 'closed' }, { ...cause, retryAfter: fault.retryAfter });
}
