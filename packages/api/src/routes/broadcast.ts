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
import type { FormReservation } from '../transactions/form-gate.ts';
import type { OtherForm } from '../transactions/other-forms.ts';
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
import { findTransaction } from './find-transaction.ts';
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
  | 'isAbsent'
  | 'findEditedLifetime'
  | 'explainExecuted'
  | 'valueGate'
  | 'assertLeast'
  | 'forms'
  | 'otherForms'
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
    const { transaction, taken, reservation } = checked;
    const refusal = await toDecoded(toRefusal(error), transaction.signature, services);
    await Promise.all([taken?.giveBack(refusal.outcome), reservation?.giveBack(refusal.outcome)]);
    const other = await findOther(refusal, checked, services);
    if (other !== undefined) throw await sayUnsent(other, ask.body, services);
    throw withFate(refusal, transaction.signature, refusal.outcome ?? 'unknown');
  }
}

type Routed = { readonly kind: RouterKind; readonly order: object };
type Checked = {
  readonly transaction: SignedTransaction;
  readonly contents: TokenContents;
  readonly routed: Routed | undefined;
  readonly mutations: readonly Mutation[] | undefined;
  /** The message that was built, and the slot at which its blockhash was read. */
  readonly built: Uint8Array;
  readonly contextSlot: bigint;
  /** What it takes of the limit of its strategy, where that has one. */
  readonly taken: Taken | undefined;
  /** Leave to send it; undefined where nothing is sent, or the wallet can have signed nothing else. */
  readonly reservation: FormReservation | undefined;
};

/** Refuses a transaction that must not be sent; sends nothing. */
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
  services.switches.assertRunning('database', { outcome: 'unknown' });
  if (routed !== undefined && !issued.isExpired) services.switches.assertRunning('router');
  const { signature, message } = transaction;
  const contents =
    mutations === undefined
      ? issued
      : await services.findEditedLifetime({ contents: issued, mutations, signature, message });
  const { contextSlot } = issued;
  const checked = { transaction, routed, mutations, built: built?.messageBytes ?? message, contextSlot };
  if (contents.isExpired) return { ...checked, contents, taken: undefined, reservation: undefined };
  await services.assertLeast({ ...contents, ...transaction, built: checked.built });
  const { lastValidBlockHeight } = contents;
  const form = { built: checked.built, message, signature, lastValidBlockHeight, contextSlot };
  // What another one has signed too cannot be edited.
  const reservation = transaction.signers.length > 1 ? undefined : await services.forms.reserve(form);
  const staked = readStaked(contents.record);
  // What is refused from here on is given back.
  const taking = staked && services.valueGate.take({ ...staked, signature });
  const taken = await taking?.catch(async (error: unknown) => {
    await reservation?.giveBack('not_sent');
    throw error;
  });
  return { ...checked, contents: { ...contents, ...pickHeight(reservation) }, taken, reservation };
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
    if (isEdited(mutations)) await noteEdit(contents, transaction, services);
    await services.submit(transaction, contents);
  }
  note({ signature: transaction.signature });
  if (contents.isExpired) services.attribution.noteBroadcast(contents.attribution, transaction, 'landed');
  else if (!isEdited(mutations)) {
    services.attribution.noteBroadcast(contents.attribution, transaction, 'built');
  }
  return {
    signature: transaction.signature,
    explorer: services.config.explorerUrl.replace('{signature}', transaction.signature),
    ...(mutations && { mutations: [...mutations] }),
    ...(isEdited(mutations) && contents.route !== 'rpc' && { notes: UNPROTECTED }),
  };
}

/**
 * Records the claim of an edit while it is on no node: what is on the ledger can be read there, and a token be had for a
 * build that it looks like an edit of. It is recorded before the send, so that a retry after a lost answer keeps the claim.
 */
async function noteEdit(
  { attribution }: TokenContents,
  transaction: SignedTransaction,
  services: Pick<BroadcastPorts, 'isAbsent' | 'attribution'>,
): Promise<void> {
  if (attribution === undefined || !(await services.isAbsent(transaction.signature))) return;
  services.attribution.noteBroadcast(attribution, transaction, 'edited');
}

/** Returns the height that the same bytes had at their first broadcast. */
function pickHeight(reservation: FormReservation | undefined): Partial<TokenContents> {
  return reservation === undefined ? {} : { lastValidBlockHeight: reservation.lastValidBlockHeight };
}

/** A caller builds again when a transaction is called dead, so it is called dead only when no other form of its build can land. */
async function findOther(
  { outcome }: ProblemError,
  { transaction, contents, built, contextSlot }: Checked,
  { otherForms }: Pick<BroadcastPorts, 'otherForms'>,
): Promise<ProblemError | undefined> {
  const isOver = outcome !== undefined && outcome !== 'unknown';
  if (!isOver || (outcome !== 'expired' && !contents.isExpired)) return undefined;
  const other = await otherForms.find({ built, signature: transaction.signature, contextSlot });
  return other && describeOther(other);
}

function describeOther(other: OtherForm): ProblemError {
  switch (other.kind) {
    case 'landed':
      return problem('OTHER_FORM_LANDED', other);
    case 'equal':
      return problem('EQUAL_TRANSACTION_LANDED', other, { outcome: 'unknown' });
    case 'sent':
      return problem('OTHER_FORM_SENT', other);
    case 'replaced':
      return problem('BUILD_REPLACED');
    case 'unread':
      return problem('OUTCOME_UNKNOWN', { system: 'ledger' });
  }
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
  const transaction = findTransaction(body);
  if (transaction === undefined) return refusal;
  const outcome = refusal.outcome ?? 'not_sent';
  const { signature, signatures } = transaction;
  // Unsigned, it has no name yet.
  if (signatures[0]?.every((byte) => byte === 0)) return Object.assign(refusal, { outcome });
  return withFate(refusal, signature, (await wasSent(signature)) ? 'unknown' : outcome);
}

/** Explains a failure on the ledger by its log, which says more than its status. */
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

function assertBuiltByRouter(built: TokenRoute, routerKind: RouterKind): void {
  if (built === 'rpc') {
    throw problem('TOKEN_ROUTE_MISMATCH');
  }
  // The router also takes a swap that deposits SOL under that name.
  const fits = routerKind === built || (built === 'token' && routerKind === 'depositSol');
  if (fits) return;
  throw problem('ROUTER_KIND_MISMATCH', { built });
}

/** Returns what the router needs beside the transaction; undefined for a direct broadcast. */
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
