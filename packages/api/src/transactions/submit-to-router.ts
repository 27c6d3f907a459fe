import { setTimeout as sleep } from 'node:timers/promises';
import type { RouterKind } from '@staking-agent/wire';
import type { Services } from '../services.ts';
import { UpstreamFault } from '../upstreams/http.ts';
import { RouterRefusal } from '../upstreams/router/router-client.ts';
import { routerWords } from '../upstreams/router/router-failed.ts';
import { hasLanded, isExpired } from './landing.ts';
import { expired, notSent, rejected, unknownOutcome } from './outcomes.ts';
import type { TokenClaims } from './service-token.ts';
import type { SignedTransaction } from './signed-transaction.ts';

type RouterServices = Pick<Services, 'router' | 'ledger' | 'blockhash' | 'log'>;

const LANDING_PAUSE_MILLISECONDS = 1_000;

/**
 * Hands signed bytes to the router, which brings them to the ledger.
 *
 * Never sends them anywhere else: who asked for the router asked for its protection. When its answer is lost or
 * negative the ledger is asked for the signature before anything is said.
 *
 * @param order - as the build answered it; the router holds the transaction against it.
 * @throws {ProblemError} `upstream_error` with an `outcome`.
 */
export async function submitToRouter(
  kind: RouterKind,
  order: object,
  transaction: SignedTransaction,
  claims: Pick<TokenClaims, 'lastValidBlockHeight'>,
  services: RouterServices,
): Promise<void> {
  const { signature, base64 } = transaction;
  const fault = await services.router.execute(kind, base64, order).then(
    (answer) => {
      if (answer.signature !== signature)
        services.log.error({ signature }, 'router answered another signature');
      return answer.signature === signature ? undefined : new UpstreamFault('malformed');
    },
    (error: unknown) => error,
  );
  if (fault === undefined) return;
  if (await hasLanded(signature, services)) return;
  if (fault instanceof RouterRefusal && fault.status !== 429) {
    throw rejected(`The router rejected the transaction: ${routerWords(fault)}`, 'ROUTER_REJECTED', fault);
  }
  const retryAfter =
    fault instanceof RouterRefusal || fault instanceof UpstreamFault ? fault.retryAfter : undefined;
  if (fault instanceof RouterRefusal || (fault instanceof UpstreamFault && fault.kind === 'unreachable')) {
    const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
    throw notSent('The router is not taking transactions at present.', 'ROUTER_UNAVAILABLE', headers);
  }
  if (!(fault instanceof UpstreamFault)) throw fault;
  // The router may have sent it a moment ago.
  await sleep(LANDING_PAUSE_MILLISECONDS);
  if (await hasLanded(signature, services)) return;
  if (isExpired(claims, services)) throw expired();
  throw unknownOutcome('The router');
}
