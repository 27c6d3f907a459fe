import type { Clock } from '../background/clock.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError } from '../problems/problem-error.ts';
import { type LandingPorts, type Mortal, proveEnd } from './landing.ts';
import type { Outbox } from './outbox.ts';
import type { Resender } from './resender.ts';
import { TOKEN_LIFETIME } from './service-token.ts';

/** What a transaction whose token has expired is looked up with. */
export type AssertLandedPorts = LandingPorts & {
  readonly resender: Pick<Resender, 'getState'>;
  readonly outbox: Pick<Outbox, 'refuseUnsent'>;
  readonly clock: Clock;
};

/**
 * Looks up a transaction whose token has expired; a landed transaction is a success at any time. One that can land still and
 * was never sent is refused on all replicas: by the clock of another one its token may not have expired.
 *
 * @throws {ProblemError} `forbidden` when it is dead or was never sent through this service; `upstream_error` when it failed
 *   on the ledger, or may be on its way.
 */
export async function assertLanded(mortal: Mortal, ports: AssertLandedPorts): Promise<void> {
  const { signature } = mortal;
  const word = await proveEnd(mortal, ports).catch((error: unknown) => {
    const isDead = isProblemError(error) && error.outcome === 'expired';
    throw isDead ? problem('TOKEN_EXPIRED', { seconds: TOKEN_LIFETIME }, { outcome: 'expired' }) : error;
  });
  if (word === 'landed') return;
  const isOurs = ports.resender.getState(signature) !== undefined;
  if (word === 'absent' && !isOurs && (await ports.outbox.refuseUnsent(mortal))) {
    throw problem('TOKEN_EXPIRED', { seconds: TOKEN_LIFETIME }, { outcome: 'not_sent' });
  }
  throw problem('OUTCOME_UNKNOWN', { system: 'ledger' });
}
