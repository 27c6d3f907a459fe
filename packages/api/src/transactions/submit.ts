import { type Clock, sleep } from '../background/clock.ts';
import { createInFlight } from '../background/in-flight.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';
import type { PendingTransaction } from '../store/pending-transactions.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import type { ShortfallPorts } from './find-lamport-shortfall.ts';
import { type Fate, isLanded, isTooOld, type LandingPorts, proveEnd, readFate } from './landing.ts';
import type { Outbox } from './outbox.ts';
import { refuseAgain } from './refuse-again.ts';
import type { Resender } from './resender.ts';
import { FIRST_SEND_RESERVE, SEND_MILLISECONDS, sendFirst, type Verdict } from './send-first.ts';
import type { TokenContents } from './service-token.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/** What bytes are brought to the ledger with. */
export type SubmitPorts = LandingPorts & {
  readonly ledger: Pick<LedgerClient, 'senders' | 'nodes' | 'read'>;
  readonly resender: Pick<Resender, 'follow' | 'getState'>;
  readonly outbox: Pick<Outbox, 'add' | 'isKnown' | 'withdraw' | 'refuse' | 'resolve'>;
  readonly clock: Clock;
  readonly config: ShortfallPorts['config'];
};

/** Brings signed bytes to the ledger; concurrent calls for one signature share one attempt. */
export type Submitter = (transaction: SignedTransaction, lifetime: Lifetime) => Promise<void>;

type Lifetime = Pick<TokenContents, 'lastValidBlockHeight' | 'contextSlot'>;

/** Makes the submitter of one process. */
export function createSubmitter(ports: SubmitPorts): Submitter {
  const inFlight = createInFlight<Promise<void>>();
  return (transaction, lifetime) => {
    const { signature } = transaction;
    const attempt =
      inFlight.get(signature) ??
      submitToLedger(transaction, lifetime, ports).finally(() => inFlight.delete(signature));
    inFlight.set(signature, attempt);
    return attempt;
  };
}

const HEDGE_MILLISECONDS = 1_000;
const PAUSE_MILLISECONDS = 400;
const ROUNDS = 5;
// No round begins later, so that the last send and the status read fit into 15 seconds.
const ROUNDS_MILLISECONDS = 6_000;

/**
 * Brings signed bytes to the ledger: preflight on one node, then resends until confirmed or dead.
 *
 * Returns when a node took them or they have landed. Nothing negative is said of bytes that may be out: neither while
 * a system may hold them, nor while another replica may have sent them, nor on the word of a status that was not read.
 *
 * @throws {ProblemError} `upstream_error` with an `outcome`: `rejected`, `expired`, `not_sent` or `unknown`.
 */
async function submitToLedger(
  transaction: SignedTransaction,
  lifetime: Lifetime,
  ports: SubmitPorts,
): Promise<void> {
  const { signature, base64 } = transaction;
  const pending = { signature, base64, lastValidBlockHeight: lifetime.lastValidBlockHeight };
  // A node accepted it and the resender follows it: only its end could be new.
  if (ports.resender.getState(signature) === 'taken') {
    isLanded(await readFate(pending, ports));
    return;
  }
  if (isTooOld(lifetime, ports)) {
    if ((await proveEnd(pending, ports)) === 'landed') return;
    throw problem('OUTCOME_UNKNOWN', { system: 'ledger' });
  }
  // Before the first send: if this process is killed afterwards, another one resumes.
  if (!(await ports.outbox.add(pending))) return await refuseAgain(pending, ports);
  const verdict = await sendInRounds(transaction, lifetime, ports).catch((error: unknown) => {
    ports.resender.follow(pending, false);
    throw error;
  });
  await resolveVerdict(pending, verdict, ports).catch((error: unknown) => {
    if (isEnd(error)) ports.outbox.resolve(signature);
    throw error;
  });
}

/** Checks whether a refusal is proved by the ledger, so that nothing is left to send. */
function isEnd(error: unknown): boolean {
  return isProblemError(error) && (error.outcome === 'expired' || error.code === 'LEDGER_EXECUTION_FAILED');
}

async function resolveVerdict(
  pending: PendingTransaction,
  verdict: Verdict,
  ports: SubmitPorts,
): Promise<void> {
  const { resender } = ports;
  if (verdict.kind === 'accepted' || verdict.kind === 'unknown') {
    resender.follow(pending, verdict.kind === 'accepted');
    sendToOthers(pending, ports);
    if (verdict.kind === 'accepted') return;
  }
  const fate = await readFate(pending, ports);
  const isLate = verdict.kind === 'behind' && isTooOld(pending, ports);
  if (
    isLanded(fate) ||
    verdict.kind === 'duplicate' ||
    (isLate && (await proveEnd(pending, ports)) === 'landed')
  ) {
    return resender.follow(pending, true);
  }
  throw await refuse(pending, verdict, fate, ports);
}

/** Converts a verdict without proof from the ledger: a refusal only if no other system can have the bytes. */
async function refuse(
  pending: PendingTransaction,
  verdict: Verdict,
  fate: Fate,
  ports: SubmitPorts,
): Promise<ProblemError> {
  const { resender, outbox } = ports;
  const { signature } = pending;
  const isOurs = verdict.kind !== 'unknown' && resender.getState(signature) === undefined;
  // Other holders follow their own; what this process alone held is deleted, now or when the store is back.
  const isFinal = verdict.kind === 'rejected' && verdict.canChange && fate.kind === 'absent';
  const isGone = isOurs && (await (isFinal ? outbox.refuse(signature) : outbox.withdraw(signature)));
  if (!isGone || (verdict.kind === 'rejected' && fate.kind !== 'absent')) {
    return problem('OUTCOME_UNKNOWN', { system: 'ledger' });
  }
  if (verdict.kind === 'rejected') return await verdict.refuse(ports);
  const fault = verdict.kind === 'behind' ? 'behind' : 'unreachable';
  return problem('LEDGER_UNAVAILABLE', { fault }, { outcome: 'not_sent' });
}

/** Sends bytes that may already be out to every endpoint at once; the resender continues. */
function sendToOthers({ base64 }: PendingTransaction, { ledger }: Pick<SubmitPorts, 'ledger'>): void {
  if (ledger.senders === ledger.nodes) return;
  const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
  for (const node of ledger.senders) {
    if (!node.pace.trySpend(FIRST_SEND_RESERVE)) continue;
    node.call('sendTransaction', [base64, options], SEND_MILLISECONDS).catch(() => undefined);
  }
}

async function sendInRounds(
  transaction: SignedTransaction,
  lifetime: Lifetime,
  ports: SubmitPorts,
): Promise<Verdict> {
  const { clock } = ports;
  const deadline = clock.elapsed() + ROUNDS_MILLISECONDS;
  let worst: Verdict = { kind: 'not-sent' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const verdict = await sendHedged(
      ports.ledger.byHealth(),
      (node) => sendFirst(node, transaction, lifetime),
      clock,
    );
    if (verdict.kind === 'accepted' || verdict.kind === 'duplicate') return verdict;
    // Bytes that an earlier round may have left with a node can still land, whatever another node says of them.
    if (verdict.kind === 'rejected') return worst.kind === 'unknown' ? worst : verdict;
    if (verdict.kind === 'unknown' || worst.kind === 'not-sent') worst = verdict;
    if (clock.elapsed() > deadline || isTooOld(lifetime, ports)) break;
    await sleep(clock, PAUSE_MILLISECONDS);
  }
  return worst;
}

/**
 * Tries one node after the other; moves on when a node fails or takes over a second.
 *
 * A refusal counts only when no other node that was asked may have taken the bytes.
 */
async function sendHedged(
  nodes: readonly LedgerNode[],
  send: (node: LedgerNode) => Promise<Verdict>,
  clock: Clock,
): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>();
  let started = 0;
  const startNext = async (): Promise<void> => {
    const node = nodes[started];
    if (node === undefined || verdicts.some(({ kind }) => kind === 'rejected')) return;
    started += 1;
    let isNextStarted = false;
    const next = () => {
      if (!isNextStarted) startNext().catch(reject);
      isNextStarted = true;
    };
    const hedge = clock.after(HEDGE_MILLISECONDS, next);
    const verdict = await send(node);
    hedge.cancel();
    verdicts.push(verdict);
    if (verdict.kind === 'accepted' || verdict.kind === 'duplicate') return resolve(verdict);
    next();
    if (verdicts.length === started) resolve(gravest(verdicts));
  };
  startNext().catch(reject);
  return promise;
}

const GRAVITY: readonly Verdict['kind'][] = ['unknown', 'rejected', 'behind', 'not-sent'];

function gravest(verdicts: readonly Verdict[]): Verdict {
  const kind = GRAVITY.find((each) => verdicts.some((verdict) => verdict.kind === each));
  return verdicts.find((verdict) => verdict.kind === kind) ?? { kind: 'not-sent' };
}
