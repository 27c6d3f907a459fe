import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { type Clock, sleep } from '../background/clock.ts';
import { createInFlight } from '../background/in-flight.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { Router } from '../upstreams/router/router.ts';
import {
  isUntaken,
  isUpstreamFailure,
  readWords,
  UpstreamBusy,
  UpstreamFault,
  UpstreamRefusal,
} from '../upstreams/upstream-fault.ts';
import { isLanded, isTooOld, type LandingPorts, type Mortal, proveEnd, readFate } from './landing.ts';
import type { Outbox } from './outbox.ts';
import { refuseAgain } from './refuse-again.ts';
import type { Resender } from './resender.ts';
import type { RefusePorts } from './send-first.ts';
import type { TokenContents } from './service-token.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/** What bytes are handed to the router with. */
export type RouterSubmitPorts = LandingPorts &
  RefusePorts & {
    readonly router: Pick<Router, 'execute'>;
    readonly resender: Pick<Resender, 'getState'>;
    readonly outbox: Pick<Outbox, 'addHanded' | 'isKnown' | 'setTaken' | 'wasTaken' | 'withdraw'>;
    readonly log: Logger;
    readonly clock: Clock;
  };
type Lifetime = Pick<TokenContents, 'lastValidBlockHeight'>;

/** Hands signed bytes to the router; concurrent calls for one signature share one attempt. */
export type RouterSubmitter = (
  kind: RouterKind,
  order: object,
  transaction: SignedTransaction,
  lifetime: Lifetime,
) => Promise<void>;

/** Time a transaction the router has sent gets to show on the ledger. */
const LANDING_PAUSE_MILLISECONDS = 1_000;

/** Makes the router submitter of one process. */
export function createRouterSubmitter(ports: RouterSubmitPorts): RouterSubmitter {
  const inFlight = createInFlight<Promise<void>>();
  // What the router accepted, until its blockhash expires: sending it again would change nothing.
  const taken = new Map<string, Lifetime>();
  return (kind, order, transaction, lifetime) => {
    const { signature } = transaction;
    for (const [each, until] of taken) {
      if (isTooOld(until, ports)) taken.delete(each);
    }
    const attempt = async () => {
      const mortal = { signature, lastValidBlockHeight: lifetime.lastValidBlockHeight };
      if (isTooOld(lifetime, ports)) {
        if ((await proveEnd(mortal, ports)) === 'landed') return;
        throw problem('OUTCOME_UNKNOWN', { system: 'router' });
      }
      // The router has it: only its end on the ledger can be new.
      if (taken.has(signature) || (await ports.outbox.wasTaken(signature))) {
        isLanded(await readFate(mortal, ports));
        return;
      }
      await submitToRouter(kind, order, transaction, mortal, ports);
      taken.set(signature, lifetime);
      await ports.outbox.setTaken(signature);
    };
    const running = inFlight.get(signature) ?? attempt().finally(() => inFlight.delete(signature));
    inFlight.set(signature, running);
    return running;
  };
}

/**
 * Hands signed bytes to the router, which brings them to the ledger.
 *
 * Never sends them elsewhere: a caller who chose the router chose its protection. A refusal by the router proves nothing,
 * because it has the bytes; only the ledger shows their fate.
 *
 * @param order - as the build answered it; the router holds the transaction against it.
 * @throws {ProblemError} `upstream_error` with an `outcome`.
 */
async function submitToRouter(
  kind: RouterKind,
  order: object,
  { signature, base64 }: SignedTransaction,
  mortal: Mortal,
  ports: RouterSubmitPorts,
): Promise<void> {
  // Before the bytes leave: no replica may call refused what the router may have.
  if (!(await ports.outbox.addHanded(mortal))) return await refuseAgain({ ...mortal, base64 }, ports);
  const fault = await ports.router.execute(kind, base64, order).then(
    (answer) => {
      if (answer.signature === signature) return undefined;
      ports.log.error({ signature }, 'router answered another signature');
      return new UpstreamFault('router', 'malformed');
    },
    // The call was never made, so the router has no bytes of it.
    (error: unknown) =>
      error instanceof UpstreamBusy ? new UpstreamFault('router', 'unreachable', { cause: error }) : error,
  );
  if (fault === undefined) return;
  if (!isUpstreamFailure(fault)) throw fault;
  if (isLanded(await readFate(mortal, ports))) return;
  if (!isUntaken(fault)) {
    // If the router sent it a moment ago, for this request or an earlier one, the ledger shows it with the next block.
    await sleep(ports.clock, LANDING_PAUSE_MILLISECONDS);
    if (isLanded(await readFate(mortal, ports))) return;
  }
  throw await explainFault(fault, signature, ports);
}

async function explainFault(
  fault: UpstreamRefusal | UpstreamFault,
  signature: string,
  { resender, outbox }: RouterSubmitPorts,
): Promise<ProblemError> {
  const isOurs = isUntaken(fault) && resender.getState(signature) === undefined;
  if (isOurs && (await outbox.withdraw(signature))) {
    const { retryAfter } = fault;
    if (fault.cause instanceof UpstreamBusy) {
      return problem('OVERLOADED', { system: 'router' }, { outcome: 'not_sent', cause: fault });
    }
    return problem(
      'ROUTER_UNAVAILABLE',
      { fault: 'closed' },
      { outcome: 'not_sent', retryAfter, cause: fault },
    );
  }
  return fault instanceof UpstreamRefusal && !isUntaken(fault)
    ? problem('ROUTER_REJECTED', { words: readWords(fault) }, { cause: fault })
    : problem('OUTCOME_UNKNOWN', { system: 'router' });
}
