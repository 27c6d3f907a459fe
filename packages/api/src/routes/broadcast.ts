import {
  BROADCAST_ROUTES,
  type BroadcastAnswer,
  type BroadcastBody,
  DEFAULT_BROADCAST_ROUTE,
  ROUTER_KINDS,
  type RouterKind,
} from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { fromUpstreamFailure } from '../problems/from-fault.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError, type ProblemError, withFate } from '../problems/problem-error.ts';
import { readBuiltTransaction, readEdits, withLifetime } from '../transactions/read-edits.ts';
import { readServiceToken, type TokenRoute, verifyServiceToken } from '../transactions/service-token.ts';
import { assertSignaturesHold, readSignedTransaction } from '../transactions/signed-transaction.ts';
import type { RoutePorts } from './route-ports.ts';

const UNPROTECTED =
  'The wallet edited a transaction of the router, so it went straight to the ledger, without the protection of the router.';

/** `POST /broadcast`: submits a signed transaction that this service built. */
export async function broadcast(ask: Ask<'broadcast'>, services: RoutePorts): Promise<BroadcastAnswer> {
  try {
    return await broadcastSigned(ask, services);
  } catch (error) {
    throw sayFate(error, ask.body, services);
  }
}

async function broadcastSigned(
  { body, note }: Ask<'broadcast'>,
  services: RoutePorts,
): Promise<BroadcastAnswer> {
  const { config, tokenKeys, clock } = services;
  const routed = readRoute(body);
  const token = readServiceToken(tokenKeys, body.service_token);
  const transaction = readSignedTransaction(body.signed_tx);
  const now = Math.floor(clock.now() / 1_000);
  const built =
    body.built_transaction === undefined ? undefined : readBuiltTransaction(body.built_transaction);
  const issued = verifyServiceToken(token, built?.messageBytes ?? transaction.message, now);
  if (routed !== undefined) assertBuiltByRouter(issued.route, routed.kind);
  const mutations = built && readEdits(built, transaction);
  const isEdited = mutations !== undefined && mutations.length > 0;
  if (routed !== undefined && isEdited) throw problem('EDIT_NEEDS_RPC');
  assertSignaturesHold(transaction);
  const contents = isEdited ? withLifetime(issued, mutations, await services.blockhash.get()) : issued;
  if (contents.isExpired) {
    await services.assertLanded({ ...transaction, lastValidBlockHeight: contents.lastValidBlockHeight });
  } else if (routed !== undefined) {
    services.switches.assertRunning('router', { outcome: 'not_sent' });
    await services.submitToRouter(routed.kind, routed.order, transaction, contents);
  } else {
    await services.submit(transaction, contents);
  }
  note({ signature: transaction.signature });
  services.attribution.noteBroadcast(contents.attribution, transaction);
  return {
    signature: transaction.signature,
    explorer: config.explorerUrl.replace('{signature}', transaction.signature),
    ...(mutations && { mutations }),
    ...(isEdited && issued.route !== 'rpc' && { notes: UNPROTECTED }),
  };
}

/** Every refusal of a transaction that can be named says which one, and what became of its bytes. */
function sayFate(error: unknown, body: BroadcastBody, services: RoutePorts): ProblemError {
  const known = fromUpstreamFailure(error);
  const refusal = isProblemError(known) ? known : problem('INTERNAL', undefined, { cause: known });
  const signature = findSignature(body);
  if (signature === undefined) return refusal;
  // What is refused before anything is sent says nothing of an earlier request with the same bytes.
  const isSent = refusal.slug === 'internal_error' || services.isFollowed(signature);
  return withFate(refusal, signature, isSent ? 'unknown' : 'not_sent');
}

function findSignature({ signed_tx }: BroadcastBody): string | undefined {
  try {
    return readSignedTransaction(signed_tx).signature;
  } catch {
    return undefined;
  }
}

function assertBuiltByRouter(built: TokenRoute, routerKind: RouterKind): void {
  if (built === 'rpc') {
    throw problem('TOKEN_ROUTE_MISMATCH');
  }
  // The router also takes a swap that deposits SOL under that name.
  const fits = routerKind === built || (built === 'token' && routerKind === 'depositSol');
  if (fits) return;
  throw problem('ROUTER_KIND_MISMATCH', { built });
}

/** What the router needs beside the transaction; undefined when it goes straight to the ledger. */
function readRoute(body: BroadcastBody): { readonly kind: RouterKind; readonly order: object } | undefined {
  const { route = DEFAULT_BROADCAST_ROUTE, routerKind, router_order } = body;
  if (!BROADCAST_ROUTES.some((each) => each === route)) {
    throw problem('ROUTE_INVALID', { route, offered: BROADCAST_ROUTES });
  }
  if (route !== 'router') return undefined;
  if (routerKind === undefined || router_order === undefined) {
    const given = Object.entries({ routerKind, router_order });
    throw problem('FIELD_MISSING', {
      missing: given.flatMap(([field, value]) => (value === undefined ? [field] : [])),
      rule: 'route=router needs routerKind and router_order, both unchanged from the build answer.',
    });
  }
  const kind = ROUTER_KINDS.find((each) => each === routerKind);
  if (kind === undefined) throw problem('ROUTER_KIND_INVALID', { routerKind, offered: ROUTER_KINDS });
  return { kind, order: router_order };
}
