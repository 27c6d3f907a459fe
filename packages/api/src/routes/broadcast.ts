import {
  BROADCAST_ROUTES,
  type BroadcastAnswer,
  type BroadcastBody,
  DEFAULT_BROADCAST_ROUTE,
  type Mutation,
  ROUTER_KINDS,
  type RouterKind,
} from '@staking-agent/wire';
import type { Ask } from '../http/route.ts';
import { readStaked } from '../operator/read-staked.ts';
import type { Taken } from '../operator/watch-value.ts';
import { fromUpstreamFailure } from '../problems/from-fault.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError, type ProblemError, withFate } from '../problems/problem-error.ts';
import { readBuiltTransaction, readEdits } from '../transactions/read-edits.ts';
import {
  readServiceToken,
  type TokenContents,
  type TokenRoute,
  verifyServiceToken,
} from '../transactions/service-token.ts';
import {
  assertSignaturesHold,
  readSignedTransaction,
  type SignedTransaction,
} from '../transactions/signed-transaction.ts';
import type { RoutePorts } from './route-ports.ts';

const UNPROTECTED =
  'The wallet edited a transaction of the router, so it went straight to the ledger, without the protection of the router.';

/** What a broadcast stands on. */
export type BroadcastPorts = Pick<
  RoutePorts,
  | 'tokenKeys'
  | 'clock'
  | 'switches'
  | 'wasSent'
  | 'findEditedLifetime'
  | 'explainExecuted'
  | 'valueGate'
  | 'assertLanded'
  | 'submit'
  | 'submitToRouter'
> & {
  readonly config: Pick<RoutePorts['config'], 'explorerUrl'>;
  readonly attribution: Pick<RoutePorts['attribution'], 'noteBroadcast'>;
};

/** `POST /broadcast`: submits a signed transaction that this service built. */
export async function broadcast(
  ask: Pick<Ask<'broadcast'>, 'body' | 'note'>,
  services: BroadcastPorts,
): Promise<BroadcastAnswer> {
  const checked = await check(ask, services).catch(async (error: unknown) => {
    throw await sayUnsent(error, ask.body, services);
  });
  try {
    return await send(checked, ask, services);
  } catch (error) {
    const refusal = await toDecoded(toRefusal(error), checked.transaction.signature, services);
    await checked.taken?.giveBack(refusal.outcome);
    throw withFate(refusal, checked.transaction.signature, refusal.outcome ?? 'unknown');
  }
}

type Routed = { readonly kind: RouterKind; readonly order: object };
type Checked = {
  readonly transaction: SignedTransaction;
  readonly contents: TokenContents;
  readonly routed: Routed | undefined;
  readonly mutations: readonly Mutation[] | undefined;
  /** What it takes of the limit of its strategy, where that has one. */
  readonly taken: Taken | undefined;
};

/** Refuses what must not be sent; nothing leaves meanwhile. */
async function check({ body }: Pick<Ask<'broadcast'>, 'body'>, services: BroadcastPorts): Promise<Checked> {
  const { tokenKeys, clock } = services;
  const routed = readRoute(body);
  const token = readServiceToken(tokenKeys, body.service_token);
  const transaction = readSignedTransaction(body.signed_tx);
  const now = Math.floor(clock.now() / 1_000);
  const built =
    body.built_transaction === undefined ? undefined : readBuiltTransaction(body.built_transaction);
  const issued = verifyServiceToken(token, built?.messageBytes ?? transaction.message, now);
  if (routed !== undefined) assertBuiltByRouter(issued.route, routed.kind);
  const mutations = built && readEdits(built, transaction);
  if (routed !== undefined && isEdited(mutations)) throw problem('EDIT_NEEDS_RPC');
  assertSignaturesHold(transaction);
  if (routed !== undefined && !issued.isExpired) services.switches.assertRunning('router');
  const { signature, message } = transaction;
  const contents =
    built && mutations
      ? await services.findEditedLifetime({
          contents: issued,
          mutations,
          signature,
          message,
          built: built.messageBytes,
        })
      : issued;
  const staked = contents.isExpired ? undefined : readStaked(contents.record);
  // The last: what is refused from here on is given back.
  const taken = staked && (await services.valueGate.take({ ...staked, signature }));
  return { transaction, contents, routed, mutations, taken };
}

async function send(
  { transaction, contents, routed, mutations }: Checked,
  { note }: Pick<Ask<'broadcast'>, 'note'>,
  services: BroadcastPorts,
): Promise<BroadcastAnswer> {
  if (contents.isExpired) {
    await services.assertLanded({ ...transaction, lastValidBlockHeight: contents.lastValidBlockHeight });
  } else if (routed !== undefined) {
    await services.submitToRouter(routed.kind, routed.order, transaction, contents);
  } else {
    await services.submit(transaction, contents);
  }
  note({ signature: transaction.signature });
  services.attribution.noteBroadcast(contents.attribution, transaction);
  return {
    signature: transaction.signature,
    explorer: services.config.explorerUrl.replace('{signature}', transaction.signature),
    ...(mutations && { mutations: [...mutations] }),
    ...(isEdited(mutations) && contents.route !== 'rpc' && { notes: UNPROTECTED }),
  };
}

function isEdited(mutations: readonly Mutation[] | undefined): boolean {
  return mutations !== undefined && mutations.length > 0;
}

/**
 * A refusal of a request of which nothing was sent says which transaction it is of, where that can be told. It says nothing
 * negative of bytes that an earlier request may have sent, on any replica.
 */
async function sayUnsent(
  error: unknown,
  body: BroadcastBody,
  { wasSent }: Pick<BroadcastPorts, 'wasSent'>,
): Promise<ProblemError> {
  const refusal = toRefusal(error);
  const signature = findSignature(body);
  if (signature === undefined) return refusal;
  const outcome = refusal.outcome ?? 'not_sent';
  return withFate(refusal, signature, (await wasSent(signature)) ? 'unknown' : outcome);
}

/** What failed on the ledger has a log there, which says more than its status. */
async function toDecoded(
  refusal: ProblemError,
  signature: string,
  { explainExecuted }: Pick<BroadcastPorts, 'explainExecuted'>,
): Promise<ProblemError> {
  if (refusal.code !== 'LEDGER_EXECUTION_FAILED') return refusal;
  return (await explainExecuted(signature)) ?? refusal;
}

function toRefusal(error: unknown): ProblemError {
  const known = fromUpstreamFailure(error);
  return isProblemError(known) ? known : problem('INTERNAL', undefined, { cause: known });
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
function readRoute(body: BroadcastBody): Routed | undefined {
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
