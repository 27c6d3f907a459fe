import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { type Clock, sleep } from '../background/clock.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { Router } from '../upstreams/router/router.ts';
import { isUpstreamFailure, UpstreamFault, UpstreamRefusal, wordsOf } from '../upstreams/upstream-fault.ts';
import { hasLanded, isExpired, type LandingPorts } from './landing.ts';
import type { Outbox } from './outbox.ts';
import type { TokenClaims } from './service-token.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/** What bytes are handed to the router with. */
export type RouterSubmitPorts = LandingPorts & {
  readonly router: Pick<Router, 'execute'>;
  readonly outbox: Pick<Outbox, 'addTaken' | 'wasTaken'>;
  readonly log: Logger;
  readonly clock: Clock;
};
type Claims = Pick<TokenClaims, 'lastValidBlockHeight'>;

/** Hands signed bytes to the router; concurrent calls for one signature share one attempt. */
export type RouterSubmitter = (
  kind: RouterKind,
  order: object,
  transaction: SignedTransaction,
  claims: Claims,
) => Promise<void>;

/** Time a transaction the router has sent gets to show on the ledger before it is given up. */
const LANDING_PAUSE_MILLISECONDS = 1_000;

/** Makes the router submitter of one process. */
export function createRouterSubmitter(ports: RouterSubmitPorts): RouterSubmitter {
  const inFlight = new Map<string, Promise<void>>();
  // What the router took while its blockhash lives: posting it again is no news to anyone.
  const taken = new Map<string, Claims>();
  return (kind, order, transaction, claims) => {
    const { signature } = transaction;
    for (const [each, until] of taken) {
      if (isExpired(until, ports)) taken.delete(each);
    }
    const attempt = async () => {
      // Only a failure on the ledger could be news.
      if (taken.has(signature) || (await ports.outbox.wasTaken(signature))) {
        await hasLanded(signature, ports);
        return;
      }
      await submitToRouter(kind, order, transaction, claims, ports);
      taken.set(signature, claims);
      await ports.outbox.addTaken(signature, claims.lastValidBlockHeight);
    };
    const running = inFlight.get(signature) ?? attempt().finally(() => inFlight.delete(signature));
    inFlight.set(signature, running);
    return running;
  };
}

/**
 * Hands signed bytes to the router, which brings them to the ledger.
 *
 * Never sends them anywhere else: who asked for the router asked for its protection. When its answer is lost or
 * negative the ledger is asked for the signature before anything is said.
 *
 * @param order - as the build answered it; the router holds the transaction against it.
 * @throws {ProblemError} `upstream_error` with an `outcome`.
 */
async function submitToRouter(
  kind: RouterKind,
  order: object,
  { signature, base64 }: SignedTransaction,
  claims: Claims,
  ports: RouterSubmitPorts,
): Promise<void> {
  const fault = await ports.router.execute(kind, base64, order).then(
    (answer) => {
      if (answer.signature === signature) return undefined;
      ports.log.error({ signature }, 'router answered another signature');
      return new UpstreamFault('router', 'malformed');
    },
    (error: unknown) => error,
  );
  if (fault === undefined) return;
  if (!isUpstreamFailure(fault)) throw fault;
  if (await hasLandedSoon(signature, ports)) return;
  throw isExpired(claims, ports) ? problem('BLOCKHASH_EXPIRED') : outcomeOf(fault);
}

// What was sent a moment ago, by this request or an earlier one, shows on the ledger with its block.
async function hasLandedSoon(signature: string, ports: RouterSubmitPorts): Promise<boolean> {
  if (await hasLanded(signature, ports)) return true;
  await sleep(ports.clock, LANDING_PAUSE_MILLISECONDS);
  return hasLanded(signature, ports);
}

function outcomeOf(fault: UpstreamRefusal | UpstreamFault): ProblemError {
  const isLimit = fault instanceof UpstreamRefusal && fault.status === 429;
  if (fault instanceof UpstreamRefusal && !isLimit) {
    return problem('ROUTER_REJECTED', { words: wordsOf(fault) }, { cause: fault });
  }
  if (isLimit || (fault instanceof UpstreamFault && fault.kind === 'unreachable')) {
    const { retryAfter } = fault;
    return problem('ROUTER_UNAVAILABLE', { fault: 'closed' }, { outcome: 'not_sent', retryAfter });
  }
  return problem('OUTCOME_UNKNOWN', { system: 'router' });
}
