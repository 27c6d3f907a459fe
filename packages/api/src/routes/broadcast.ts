import {
  BROADCAST_ROUTES,
  type BroadcastAnswer,
  type BroadcastBody,
  DEFAULT_BROADCAST_ROUTE,
  type Mutation,
  ROUTER_KINDS,
  type RouterKind,
} from '@staking-agent/wire';
import { hashMessage } from '../builds/message.ts';
import { decodeBuildRecord } from '../builds/record.ts';
import {
  assertSignaturesHold,
  readBuiltTransaction,
  readEdits,
  readSignedTransaction,
} from '../builds/signed.ts';
import { readServiceToken, type TokenRoute, verifyServiceToken } from '../builds/token.ts';
import { fromUpstreamFailure } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem, withFate } from '../problems/problem.ts';
import { StoreFault } from '../problems/store-fault.ts';
import type { Signed } from '../sending/broadcast.ts';
import { findLifetime } from '../sending/lifetime.ts';
import type { RouterOrder } from '../sending/send-router.ts';
import { isOut } from '../store/decide.ts';
import { findTransaction } from './find-transaction.ts';
import type { Ask, RoutePorts } from './handler.ts';

const UNPROTECTED =
  'The wallet edited a transaction of the router, so it went straight to the ledger, without the protection of the router.';

/** Store, ledger and settings, as broadcasts use them. */
export type BroadcastPorts = Pick<
  RoutePorts,
  'tokenKeys' | 'clock' | 'switches' | 'builds' | 'horizon' | 'broadcast' | 'ledger' | 'blockhash'
> & { readonly config: Pick<RoutePorts['config'], 'explorerUrl'> };

/** `POST /broadcast`: submits a signed transaction that this service built. */
export async function broadcast(
  { body, note, bindKey }: Pick<Ask<'broadcast'>, 'body' | 'note' | 'bindKey'>,
  services: BroadcastPorts,
): Promise<BroadcastAnswer> {
  const began = services.builds.begin();
  const { horizon } = services;
  let mayBeLost = horizon.mayBeLost(0n);
  let isRead = false;
  try {
    const read = readBroadcast(body, services);
    mayBeLost = horizon.mayBeLost(read.contents.lastValidBlockHeight);
    isRead = true;
    await bindKey();
    const found = await services.builds.find({ form: read.names.form });
    const contents = await findLifetime(read, found, services);
    const signature = await services.broadcast({ ...read, contents, began, mayBeLost }, found);
    note({ signature });
    const { mutations } = read;
    const isEdited = mutations !== undefined && mutations.length > 0;
    return {
      signature,
      explorer: services.config.explorerUrl.replace('{signature}', signature),
      ...(mutations && { mutations: [...mutations] }),
      ...(isEdited && contents.route !== 'rpc' && { notes: UNPROTECTED }),
    };
  } catch (error) {
    throw await nameFate(error, { body, mayBeLost, isRead }, services);
  }
}

type Read = Omit<Signed, 'began' | 'mayBeLost'> & { readonly mutations: readonly Mutation[] | undefined };

/** Reads and checks a request, and refuses what must not be sent; asks no other system. */
function readBroadcast(body: BroadcastBody, services: BroadcastPorts): Read {
  const { tokenKeys, clock, switches } = services;
  const routed = readRoute(body);
  const token = readServiceToken(tokenKeys, body.service_token);
  const transaction = readSignedTransaction(body.signed_tx);
  const now = Math.floor(clock.now() / 1_000);
  const given =
    body.built_transaction === undefined ? undefined : readBuiltTransaction(body.built_transaction);
  const built = given?.messageBytes ?? transaction.message;
  const contents = verifyServiceToken(token, built, now);
  if (routed !== undefined) assertBuiltByRouter(contents.route, routed.kind);
  const mutations = given && readEdits(given, transaction);
  if (routed !== undefined && mutations !== undefined && mutations.length > 0)
    throw problem('EDIT_NEEDS_RPC');
  assertSignaturesHold(transaction);
  if (routed !== undefined && !contents.isExpired) switches.assertRunning('router');
  const root = contents.record && decodeBuildRecord(contents.record)?.root;
  const base = hashMessage(built);
  const names = {
    form: hashMessage(transaction.message),
    base,
    build: root === undefined ? base : Buffer.from(root).toString('base64url'),
  };
  return { transaction, contents, built, contextSlot: contents.contextSlot, names, routed, mutations };
}

/**
 * Names the transaction of a refusal and its outcome, where it can be told. It says nothing negative of bytes that an earlier
 * request may have sent, on any replica.
 *
 * @param asked.isRead - false where the request itself is refused, which proves nothing of an earlier one.
 */
async function nameFate(
  error: unknown,
  {
    body,
    mayBeLost,
    isRead,
  }: { readonly body: BroadcastBody; readonly mayBeLost: boolean; readonly isRead: boolean },
  { builds }: BroadcastPorts,
): Promise<ProblemError> {
  const refusal = toRefusal(error);
  const transaction = findTransaction(body);
  if (transaction === undefined) return refusal;
  const { signature, signatures, message } = transaction;
  const outcome = refusal.outcome ?? 'not_sent';
  // Unsigned, it has no name yet.
  if (signatures[0]?.every((byte) => byte === 0)) return Object.assign(refusal, { outcome });
  if (isRead && outcome !== 'not_sent') return withFate(refusal, signature, outcome);
  const form = hashMessage(message);
  // What is closed may have been sent and have died.
  const mayBeOut =
    mayBeLost ||
    (await builds.find({ form }).then(
      (found) =>
        found?.forms.some(({ id, state, wasSent }) => id === form && (wasSent || isOut({ state }))) ?? false,
      () => true,
    ));
  return withFate(refusal, signature, mayBeOut ? 'unknown' : outcome);
}

function toRefusal(error: unknown): ProblemError {
  if (error instanceof StoreFault)
    return problem('STORE_UNAVAILABLE', { purpose: 'broadcast' }, { cause: error, outcome: 'unknown' });
  const known = fromUpstreamFailure(error);
  return isProblemError(known) ? known : problem('INTERNAL', undefined, { cause: known });
}

function assertBuiltByRouter(built: TokenRoute, routerKind: RouterKind): void {
  if (built === 'rpc') {
    throw problem('TOKEN_ROUTE_MISMATCH');
  }
  if (routerKind !== built) throw problem('ROUTER_KIND_MISMATCH', { built });
}

/** Returns what the router needs beside the transaction; undefined for a direct broadcast. */
function readRoute(body: BroadcastBody): RouterOrder | undefined {
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
