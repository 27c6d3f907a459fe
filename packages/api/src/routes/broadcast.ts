import {
  BROADCAST_ROUTES,
  type BroadcastAnswer,
  type BroadcastBody,
  DEFAULT_BROADCAST_ROUTE,
  ROUTER_KINDS,
  type RouterKind,
} from '@staking-agent/wire';
import { forbidden, invalidRequest, quote } from '../problem-error.ts';
import type { Services } from '../services.ts';
import { assertTokenForm, type TokenRoute, verifyServiceToken } from '../transactions/service-token.ts';
import { assertSignaturesHold, readSignedTransaction } from '../transactions/signed-transaction.ts';

/** `POST /broadcast`: submits a signed transaction that this service built. */
export async function broadcast(body: BroadcastBody, services: Services): Promise<BroadcastAnswer> {
  const { config, tokenKeys, clock } = services;
  const route = body.route ?? DEFAULT_BROADCAST_ROUTE;
  assertRoute(route, body);
  assertTokenForm(tokenKeys, body.service_token);
  const transaction = readSignedTransaction(body.signed_tx);
  const now = Math.floor(clock.now() / 1_000);
  const claims = verifyServiceToken(tokenKeys, body.service_token, transaction.message, now);
  if (route === 'router') assertBuiltByRouter(claims.route, body.routerKind);
  assertSignaturesHold(transaction);
  if (route === 'router' && body.router_order !== undefined) {
    await services.submitToRouter(body.routerKind as RouterKind, body.router_order, transaction, claims);
  } else {
    await services.submit(transaction, claims);
  }
  services.attribution.noteBroadcast(claims.attribution, transaction);
  return {
    signature: transaction.signature,
    explorer: config.explorerUrl.replace('{signature}', transaction.signature),
  };
}

function assertBuiltByRouter(built: TokenRoute, routerKind: string | undefined): void {
  if (built === 'rpc') {
    throw forbidden(
      'This transaction was not built by the router. Broadcast it with route=rpc.',
      'TOKEN_ROUTE_MISMATCH',
    );
  }
  // The router also takes a swap that deposits SOL under that name.
  const fits = routerKind === built || (built === 'token' && routerKind === 'depositSol');
  if (fits) return;
  throw invalidRequest(`routerKind must be "${built}", as the build answered it.`, 'ROUTER_KIND_MISMATCH');
}

function assertRoute(route: string, body: BroadcastBody): void {
  if (!(BROADCAST_ROUTES as readonly string[]).includes(route)) {
    throw invalidRequest(
      `route ${quote(route)} must be one of: ${BROADCAST_ROUTES.join(', ')}.`,
      'ROUTE_INVALID',
    );
  }
  if (route !== 'router') return;
  const kinds = ROUTER_KINDS.join(', ');
  if (body.routerKind === undefined || body.router_order === undefined) {
    throw invalidRequest(
      'route=router needs routerKind and router_order, both unchanged from the build answer.',
      'FIELD_MISSING',
    );
  }
  if (!(ROUTER_KINDS as readonly string[]).includes(body.routerKind)) {
    throw invalidRequest(
      `routerKind ${quote(body.routerKind)} must be one of: ${kinds}.`,
      'ROUTER_KIND_INVALID',
    );
  }
}
