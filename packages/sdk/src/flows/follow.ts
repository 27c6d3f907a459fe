import { type CallOptions, type Pace, pauseBefore } from '../exchange.ts';
import type { BroadcastBody, TransactionAnswer } from '../generated/contract.ts';
import type { Call } from '../operations.ts';
import { type ErrorFacts, isServiceCode, isStakingError, StakingError } from '../staking-error.ts';
import type { Build, FlowOptions } from './flow-options.ts';
import type { Signed } from './sign-build.ts';

/**
 * The end of a transaction that has not landed, by the service: it is dead, the service holds a newer one, the ledger executed
 * it without success, or it was not taken.
 */
export type End =
  | { readonly end: 'expired' | 'replaced'; readonly error?: undefined }
  | { readonly end: 'failed' | 'refused'; readonly error: StakingError };

export type FollowPorts = { readonly call: Call; readonly pace: Pace; readonly timeoutMs: number };

/** Seconds that the service holds its answer back for. */
const WAIT_SECONDS = 20;
/** Milliseconds after the expected end of a transaction until which somebody must be able to say what became of it. */
const LEEWAY = 60_000;
/** The life of a blockhash that nobody has measured yet. */
const USUAL_LIFE = 90_000;
/** The longest life that is believed, and the longest that a transaction may be pending after it. */
const LONGEST = 600_000;

/**
 * Sends a signed transaction and follows it to the end that the service tells of it.
 *
 * The same bytes are sent again, which is harmless, until the service says that they have landed or that they will not.
 *
 * @param isSettled - asks the caller's own node, if there is one, after the expected end.
 * @returns what the service read from the ledger, once it has landed; otherwise the end, which is the service's word only, or
 *   `expired` where the own node shows any end.
 * @throws {StakingError} with signature and outcome `unknown`.
 */
export async function follow(
  ports: FollowPorts,
  build: Build,
  signed: Signed,
  { onStep, signal }: FlowOptions,
  isSettled: () => Promise<boolean>,
): Promise<TransactionAnswer | End> {
  const { pace } = ports;
  const end = pace.now() + measureLife(build) + LEEWAY;
  let isSent = false;
  let mayBeOut = false;
  for (let tries = 0; ; tries += 1) {
    const refusal = await send(ports, build, signed, signal);
    if (refusal === undefined && !isSent) onStep?.({ step: 'sent', signature: signed.signature });
    isSent ||= refusal === undefined;
    mayBeOut ||= refusal === undefined || isSilent(refusal);
    const ended = readRefusal(refusal, mayBeOut, signed);
    if (ended !== undefined) return ended;
    const found = await look(ports, build, signed, { isSent: refusal === undefined, signal });
    const word = readWord(found, signed);
    if (word !== undefined) return word;
    const late = pace.now() - end;
    if (late > 0 && (await isSettled())) return { end: 'expired' };
    if (isGivenUp(late, found)) throw unknown(signed, refusal);
    const pause = pauseBefore(tries, refusal?.retryAfter, pace.random);
    await rest(ports, signed, Math.min(pause, LEEWAY), signal);
  }
}

/** Checks whether a transaction is followed no longer, so many milliseconds after its expected end. */
function isGivenUp(late: number, found: TransactionAnswer | undefined): boolean {
  return late > (found?.status === 'pending' ? LONGEST : 0);
}

/** Returns the life of a build in milliseconds; a figure that is none, or beyond all blockhashes, is not believed. */
function measureLife({ expiry: { validForSeconds } }: Build): number {
  const life = Number(validForSeconds ?? Number.NaN) * 1_000;
  return life >= 0 && life <= LONGEST ? life : USUAL_LIFE;
}

/** Waits. If the signal stops the wait, the outcome of the transaction is unknown. */
export async function rest(
  { pace }: FollowPorts,
  signed: Signed,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await pace.sleep(milliseconds, signal);
  } catch (reason) {
    throw unknown(signed, reason, 'ABORTED');
  }
}

/** Reads the end from a refusal of the bytes; undefined when they must be sent again. */
function readRefusal(refusal: StakingError | undefined, mayBeOut: boolean, signed: Signed): End | undefined {
  if (refusal === undefined) return undefined;
  const { code, kind, outcome, retryable } = refusal;
  if (outcome === 'expired') return { end: 'expired' };
  if (code === 'BUILD_REPLACED') return { end: 'replaced' };
  // What stands in the way of the service and refuses by itself will refuse again.
  const isBarred = kind === 'transport' && !retryable;
  const isLast = isBarred || outcome === 'rejected' || (!retryable && !mayBeOut);
  if (!isLast) return undefined;
  const error = refusal.with({
    ...(outcome === 'rejected' && { kind: 'ledger' }),
    outcome: outcome ?? 'unknown',
    signature: signed.signature,
    signedTransaction: signed.transaction,
  });
  return { end: 'refused', error };
}

/** Reads the end from the status of a transaction; undefined for a status that can still change. */
function readWord(found: TransactionAnswer | undefined, signed: Signed): TransactionAnswer | End | undefined {
  if (found?.status === 'landed') return found;
  if (found?.status === 'expired') return { end: 'expired' };
  if (found?.status === 'failed') return { end: 'failed', error: failed(found, signed) };
  return undefined;
}

/** Sends the bytes once; returns the refusal, or undefined when the service accepted them. */
async function send(
  { call }: FollowPorts,
  build: Build,
  signed: Signed,
  signal: AbortSignal | undefined,
): Promise<StakingError | undefined> {
  const { transaction, isEdited } = signed;
  if (transaction === undefined) return undefined;
  const body: BroadcastBody = {
    signed_tx: transaction,
    service_token: build.service_token,
    // The router takes only what it built.
    ...(isEdited ? { built_transaction: build.transaction } : readRoute(build)),
  };
  return await refusalOf(call('broadcast', body, { retries: 0, signal }));
}

function readRoute(build: Build): Partial<BroadcastBody> {
  if (!('router_order' in build)) return {};
  const { route, routerKind, router_order } = build;
  return { route, routerKind, router_order };
}

/** Reads the status of the transaction from the service; undefined without an answer. */
export async function look(
  { call, timeoutMs }: FollowPorts,
  { expiry }: Build,
  { signature, isDated }: Signed,
  { isSent, signal }: { readonly isSent: boolean; readonly signal: AbortSignal | undefined },
): Promise<TransactionAnswer | undefined> {
  const wait = isSent ? WAIT_SECONDS : 0;
  const options: CallOptions = { retries: 0, timeoutMs: timeoutMs + wait * 1_000, signal };
  const question = {
    signature,
    wait: String(wait),
    ...(isDated && { lastValidBlockHeight: expiry.lastValidBlockHeight }),
  };
  const answer = call('getTransaction', question, options);
  const refusal = await refusalOf(answer);
  return refusal === undefined ? await answer : undefined;
}

async function refusalOf(answer: Promise<unknown>): Promise<StakingError | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (isStakingError(error)) return error;
    throw error;
  }
}

/** Checks whether the service may have accepted the bytes despite a failure. */
function isSilent({ kind, outcome, status = 0 }: StakingError): boolean {
  return outcome === 'unknown' || (outcome === undefined && (kind === 'transport' || status >= 500));
}

function failed({ failure, otherForm }: TransactionAnswer, signed: Signed): StakingError {
  const code = isServiceCode(failure?.code) ? failure.code : 'LEDGER_EXECUTION_FAILED';
  const message = `The transaction failed on the ledger. ${failure?.cause ?? ''} ${failure?.cure ?? ''}`;
  // Another transaction of its build has landed or can.
  return ended(signed, code, message, { outcome: otherForm ? 'unknown' : 'rejected' });
}

/** Creates the error of a signed transaction by what is known of it on the ledger. */
export function ended(
  { signature, transaction }: Signed,
  code: ErrorFacts['code'],
  message: string,
  facts: Partial<ErrorFacts> = {},
  cause?: unknown,
): StakingError {
  const of = { kind: 'ledger', code, retryable: false, signature, signedTransaction: transaction } as const;
  return new StakingError(message, { ...of, ...facts }, cause);
}

/** Creates the error of a transaction that may have landed or may still land. */
export function unknown(
  signed: Signed,
  cause: unknown,
  code: 'ABORTED' | 'OUTCOME_UNKNOWN' = 'OUTCOME_UNKNOWN',
  message = 'Its outcome is unknown. It may have landed: look its signature up.',
): StakingError {
  return ended(signed, code, message, { kind: 'transport', outcome: 'unknown' }, cause);
}
