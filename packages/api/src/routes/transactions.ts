import { base58 } from '@scure/base';
import {
  BROADCAST_ROUTES,
  type BroadcastAnswer,
  type BroadcastBody,
  DEFAULT_BROADCAST_ROUTE,
  MAX_WAIT_SECONDS,
  type Mutation,
  ROUTER_KINDS,
  type RouterKind,
  type TransactionAnswer,
  type TransactionQuery,
} from '@staking-agent/wire';
import { findRoot } from '../builds/build.ts';
import {
  assertSignaturesHold,
  hashMessage,
  readBuiltTransaction,
  readEdits,
  readFeePayer,
  readSignedTransaction,
  type SignedTransaction,
} from '../builds/message.ts';
import { readServiceToken, type TokenRoute, verifyServiceToken } from '../builds/token.ts';
import { fromUpstreamFailure, StoreFault } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem, withFate } from '../problems/problem.ts';
import { type Clock, within } from '../runtime/clock.ts';
import type { Age } from '../sending/landing.ts';
import { findLifetime } from '../sending/lifetime.ts';
import type { RouterOrder } from '../sending/send-router.ts';
import type { Signed } from '../sending/signed.ts';
import { describeStanding } from '../sending/status.ts';
import type { FoundBuild } from '../store/builds.ts';
import { type Form, isOut } from '../store/decide.ts';
import type { Ask, RoutePorts } from './handler.ts';

const UNPROTECTED =
  'The wallet edited a transaction of the router, so it went straight to the ledger, without the protection of the router.';

/** Store, ledger and settings, as broadcasts use them; the simulation has no more. */
type BroadcastPorts = Pick<
  RoutePorts,
  'tokenKeys' | 'clock' | 'switches' | 'builds' | 'horizon' | 'broadcast' | 'ledger' | 'blockhash'
> & { readonly config: Pick<RoutePorts['config'], 'explorerUrl'> };

/** The parts of a request that a broadcast reads. */
type BroadcastAsk = Pick<Ask<'broadcast'>, 'body' | 'note' | 'bindKey'>;

/** `POST /broadcast`: submits a signed transaction that this service built. */
export function broadcast(ask: BroadcastAsk, services: BroadcastPorts): Promise<BroadcastAnswer> {
  const { clock, builds } = services;
  let sent: Sent | undefined;
  const answer = submit(ask, services, (form) => {
    sent = form;
  });
  // Another replica may have sent it since this request has read its row.
  const readAgain = (transaction: SignedTransaction) =>
    within(clock, READ_MILLISECONDS, readSent(transaction, builds), () => undefined);
  return answerInTime(
    ask.body,
    clock,
    answer,
    async (transaction) => sent?.signature ?? (await readAgain(transaction))?.signature,
  );
}

/** Milliseconds within which a broadcast has answered; the router answers when it has seen the transaction land. */
const DEADLINES = { router: 55_000, rpc: 15_000 };
/** How long the row of one that is late is waited for. */
const READ_MILLISECONDS = 500;

/**
 * Answers a broadcast in time. One that takes longer, where every upstream takes as long as it may, goes on, and its end is
 * the answer to the next broadcast of the same bytes.
 *
 * @param sentAs - the signature that its message was sent with; undefined where it was not.
 * @throws {ProblemError} `upstream_error` with the outcome `unknown` then.
 */
export function answerInTime(
  body: BroadcastBody,
  clock: Clock,
  answer: Promise<BroadcastAnswer>,
  sentAs: (transaction: SignedTransaction) => Promise<string | undefined> = async () => undefined,
): Promise<BroadcastAnswer> {
  const isRouted = body.route === 'router';
  return within(clock, DEADLINES[isRouted ? 'router' : 'rpc'], answer, async () => {
    const late = problem('OUTCOME_UNKNOWN', { system: isRouted ? 'router' : 'ledger' });
    const transaction = findTransaction(body.signed_tx);
    throw transaction === undefined
      ? late
      : withFate(late, (await sentAs(transaction)) ?? transaction.signature, 'unknown');
  });
}

/** Returns the transaction of a broadcast; undefined where it cannot be read. */
function findTransaction(signed_tx: string): SignedTransaction | undefined {
  try {
    return readSignedTransaction(signed_tx);
  } catch {
    return undefined;
  }
}

async function submit(
  { body, note, bindKey }: BroadcastAsk,
  services: BroadcastPorts,
  onFound: (sent: Form | undefined) => void,
): Promise<BroadcastAnswer> {
  const began = services.builds.begin();
  const { horizon } = services;
  let standing: Standing = { mayBeLost: horizon.mayBeLost(0n), age: 'newer', isRead: false };
  try {
    const read = readBroadcast(body, services);
    const { lastValidBlockHeight } = read.contents;
    const mayBeLost = horizon.mayBeLost(lastValidBlockHeight);
    const age = horizon.sinceTakeover(lastValidBlockHeight);
    standing = { mayBeLost, age, isRead: true };
    await bindKey();
    const found = await services.builds.find({ form: read.names.form });
    onFound(findSent(found, read.names.form));
    const contents = await findLifetime(read, found, services);
    const signed = { ...read, contents, began, mayBeLost, mayBeSetBack: age === 'may land' };
    const signature = await services.broadcast(signed, found);
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
    throw await nameFate(error, body.signed_tx, standing, services);
  }
}

type Read = Omit<Signed, 'began' | 'mayBeLost' | 'mayBeSetBack'> & {
  readonly mutations: readonly Mutation[] | undefined;
};

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
  const base = hashMessage(built);
  const names = {
    form: hashMessage(transaction.message),
    base,
    build: findRoot(contents.record) ?? base,
  };
  return { transaction, contents, built, contextSlot: contents.contextSlot, names, routed, mutations };
}

/** The knowledge of a request's transaction at the moment at which it is refused. */
type Standing = {
  /** True if the row of its form may be lost. */
  readonly mayBeLost: boolean;
  readonly age: Age;
  /** False where the request itself is refused, which proves nothing of an earlier one. */
  readonly isRead: boolean;
};

/**
 * Names the transaction of a broadcast that was refused before it was looked at, for its fields or its key: who is refused
 * must not conclude that the bytes never left.
 */
export async function nameBroadcast(
  body: unknown,
  thrown: unknown,
  services: BroadcastPorts,
): Promise<unknown> {
  const { signed_tx }: { signed_tx?: unknown } = Object(body);
  if (isNamed(thrown) || typeof signed_tx !== 'string') return thrown;
  const standing = { mayBeLost: services.horizon.mayBeLost(0n), age: 'newer', isRead: false } as const;
  return await nameFate(thrown, signed_tx, standing, services);
}

/** Checks whether the handler has said all that there is to say; unsigned bytes that were not sent have no signature. */
function isNamed(thrown: unknown): boolean {
  if (!isProblemError(thrown)) return false;
  const { members, outcome } = thrown;
  return members.signature !== undefined || (outcome !== undefined && outcome !== 'unknown');
}

/**
 * Names the transaction of a refusal and its outcome, where it can be told. It says nothing negative of bytes that an earlier
 * request may have sent, on any replica.
 */
async function nameFate(
  error: unknown,
  signedTransaction: string,
  { mayBeLost, age, isRead }: Standing,
  { builds }: BroadcastPorts,
): Promise<ProblemError> {
  const refusal = toRefusal(error);
  const transaction = findTransaction(signedTransaction);
  if (transaction === undefined) return refusal;
  const outcome = refusal.outcome ?? 'not_sent';
  const sent = refusal.code === 'STORE_UNAVAILABLE' ? AWAY : await readSent(transaction, builds);
  if (isRead && (outcome === 'rejected' || outcome === 'expired'))
    return withFate(refusal, sent?.signature ?? transaction.signature, outcome);
  // An edit that was out before a standby took over has died since, and nothing else remembers it.
  const isForgotten = age !== 'newer' && refusal.code === 'BLOCKHASH_UNKNOWN';
  const mayBeOut = mayBeLost || isForgotten || sent !== undefined;
  const told = mayBeOut ? 'unknown' : outcome;
  // Unsigned, it has no name yet.
  const isSigned = transaction.signatures[0]?.some((byte) => byte !== 0) ?? false;
  const signature = sent?.signature ?? (isSigned ? transaction.signature : undefined);
  return signature === undefined
    ? Object.assign(refusal, { outcome: told })
    : withFate(refusal, signature, told);
}

/** Names a message that may have been sent; without a signature while the store does not say by which. */
type Sent = { readonly signature: string | undefined };

const AWAY: Sent = { signature: undefined };

/** Reads whether a message was sent; while the store is away, it may have been. */
async function readSent(
  { message }: SignedTransaction,
  builds: BroadcastPorts['builds'],
): Promise<Sent | undefined> {
  const form = hashMessage(message);
  try {
    return findSent(await builds.find({ form }), form);
  } catch (error) {
    if (error instanceof StoreFault) return AWAY;
    throw error;
  }
}

/**
 * Finds a message among those that were sent: signed, or signed anew, the same may be out. What is closed may have been sent
 * and have died.
 *
 * @returns its row, with the signature by which the ledger knows it.
 */
function findSent(found: FoundBuild | undefined, form: string): Form | undefined {
  return found?.forms.find((own) => own.id === form && (own.wasSent || isOut(own)));
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

/** `GET /transactions/{signature}`: what became of a transaction. */
export async function getTransaction(
  { params, query, note, isGone }: Ask<'getTransaction'>,
  services: RoutePorts,
): Promise<TransactionAnswer> {
  const { config, clock, transactionStatus, wallets } = services;
  const signature = requireSignature(params.signature);
  const lastValidBlockHeight = readHeight(query.lastValidBlockHeight);
  const wait = readWait(query.wait);
  note({ signature });
  const standing = await transactionStatus.find({ signature, lastValidBlockHeight }, wait, isGone);
  if (standing.status === 'landed' && standing.executed !== undefined) {
    const { transaction, slot } = standing.executed;
    wallets.noteLanded(readFeePayer(transaction), slot);
  }
  return {
    signature,
    status: standing.status,
    ...describeStanding(standing, config.deployment),
    asOf: {
      slot: transactionStatus.newestSlot()?.toString() ?? null,
      time: new Date(clock.now()).toISOString(),
    },
    explorer: config.explorerUrl.replace('{signature}', signature),
  };
}

function requireSignature(text: string): string {
  const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text);
  if (!isBase58 || base58.decode(text).length !== 64) throw problem('SIGNATURE_MALFORMED');
  return text;
}

/** Reads the seconds that an answer may be held back. @throws {ProblemError} `invalid_request`. */
export function readWait(text: TransactionQuery['wait']): number {
  if (text === undefined) return 0;
  const seconds = Number(text);
  if (/^\d{1,3}$/.test(text) && seconds <= MAX_WAIT_SECONDS) return seconds;
  throw problem('WAIT_INVALID', { wait: text, most: MAX_WAIT_SECONDS });
}

function readHeight(text: TransactionQuery['lastValidBlockHeight']): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,19}$/.test(text)) throw problem('BLOCK_HEIGHT_MALFORMED');
  return BigInt(text);
}
