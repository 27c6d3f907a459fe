import {
  BROADCAST_ROUTES,
  type BroadcastAnswer,
  type BroadcastBody,
  DEFAULT_BROADCAST_ROUTE,
  ROUTER_KINDS,
  type RouterKind,
} from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { assertTokenForm, type TokenRoute, verifyServiceToken } from '../transactions/service-token.ts';
import { assertSignaturesHold, readSignedTransaction } from '../transactions/signed-transaction.ts';
import type { RoutePorts } from './route-ports.ts';

/** `POST /broadcast`: submits a signed transaction that this service built. */
export async function broadcast(body: BroadcastBody, services: RoutePorts): Promise<BroadcastAnswer> {
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
    throw problem('TOKEN_ROUTE_MISMATCH');
  }
  // The router also takes a swap that deposits SOL under that name.
  const fits = routerKind === built || (built === 'token' && routerKind === 'depositSol');
  if (fits) return;
  throw problem('ROUTER_KIND_MISMATCH', { built });
}

function assertRoute(route: string, body: BroadcastBody): void {
  if (!(BROADCAST_ROUTES as readonly string[]).includes(route)) {
    throw problem('ROUTE_INVALID', { route, offered: BROADCAST_ROUTES });
  }
  if (route !== 'router') return;
  const { routerKind, router_order } = body;
  if (routerKind === undefined || router_order === undefined) {
    const given = Object.entries({ routerKind, router_order });
    throw problem('FIELD_MISSING', {
      missing: given.flatMap(([field, value]) => (value === undefined ? [field] : [])),
      rule: 'route=router needs routerKind and router_order, both unchanged from the build answer.',
    });
  }
  if (!(ROUTER_KINDS as readonly string[]).includes(routerKind)) {
    throw problem('ROUTER_KIND_INVALID', { routerKind, offered: ROUTER_KINDS });
  }
}
