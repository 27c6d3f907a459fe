import { type Clock, sleep } from '../background/clock.ts';
import { insufficientFunds } from '../problems/insufficient-funds.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { PendingTransaction } from '../store/pending-transactions.ts';
import type { TransactionFault } from '../upstreams/ledger/answers.ts';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import { describeTransactionFault, findLamportShortfall } from './describe-transaction-fault.ts';
import { hasLanded, isExpired, type LandingPorts } from './landing.ts';
import type { Outbox } from './outbox.ts';
import type { Resender } from './resender.ts';
import type { TokenClaims } from './service-token.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/** What bytes are brought to the ledger with. */
export type SubmitPorts = LandingPorts & {
  readonly resender: Pick<Resender, 'keep' | 'has'>;
  readonly outbox: Pick<Outbox, 'add' | 'withdraw'>;
  readonly clock: Clock;
};

/** Brings signed bytes to the ledger; concurrent calls for one signature share one attempt. */
export type Submitter = (
  transaction: SignedTransaction,
  claims: Pick<TokenClaims, 'lastValidBlockHeight' | 'contextSlot'>,
) => Promise<void>;

/** Makes the submitter of one process. */
export function createSubmitter(ports: SubmitPorts): Submitter {
  const inFlight = new Map<string, Promise<void>>();
  return (transaction, claims) => {
    const { signature } = transaction;
    const attempt =
      inFlight.get(signature) ??
      submitToLedger(transaction, claims, ports).finally(() => inFlight.delete(signature));
    inFlight.set(signature, attempt);
    return attempt;
  };
}

/** What one node said to the bytes: took them, refused them for good, knows nothing yet, or may have taken them. */
type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly refusal: ProblemError }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'behind' }
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'unknown' };

const SEND_MILLISECONDS = 4_000;
const HEDGE_MILLISECONDS = 1_000;
const PAUSE_MILLISECONDS = 400;
const ROUNDS = 5;
// No round begins later, so that the last send and the status read fit into 15 seconds.
const ROUNDS_MILLISECONDS = 6_000;

/**
 * Brings signed bytes to the ledger: preflight on one node, then resends until confirmed or expired.
 *
 * Returns when a node took them or they have already landed. Before anything negative is said the ledger is
 * asked for the signature, because a caller told "failed" signs a second, different transaction.
 *
 * @throws {ProblemError} `upstream_error` with an `outcome`: `rejected`, `expired`, `not_sent` or `unknown`.
 */
async function submitToLedger(
  transaction: SignedTransaction,
  claims: Pick<TokenClaims, 'lastValidBlockHeight' | 'contextSlot'>,
  ports: SubmitPorts,
): Promise<void> {
  const { lastValidBlockHeight } = claims;
  // A node has it already and the resender keeps at it: only a failure on the ledger could be news.
  if (ports.resender.has(transaction.signature)) {
    await hasLanded(transaction.signature, ports);
    return;
  }
  if (isExpired(claims, ports)) {
    if (await hasLanded(transaction.signature, ports)) return;
    throw problem('BLOCKHASH_EXPIRED');
  }
  const { signature, base64 } = transaction;
  const pending = { signature, base64, lastValidBlockHeight };
  // Before the first send: a process that is killed after it leaves the rest of the sending to the next one.
  await ports.outbox.add(pending);
  try {
    await settleVerdict(pending, await sendInRounds(transaction, claims, ports), claims, ports);
  } finally {
    if (!ports.resender.has(signature)) await ports.outbox.withdraw(signature);
  }
}

async function settleVerdict(
  pending: PendingTransaction,
  verdict: Verdict,
  claims: Pick<TokenClaims, 'lastValidBlockHeight'>,
  ports: SubmitPorts,
): Promise<void> {
  const keep = () => ports.resender.keep(pending);
  if (verdict.kind === 'accepted') return keep();
  if (await hasLanded(pending.signature, ports)) return;
  switch (verdict.kind) {
    case 'duplicate':
      return keep();
    case 'rejected':
      throw verdict.refusal;
    case 'behind':
      if (isExpired(claims, ports)) throw problem('BLOCKHASH_EXPIRED');
      throw problem('LEDGER_UNAVAILABLE', { fault: 'behind' }, { outcome: 'not_sent' });
    case 'not-sent':
      throw problem('LEDGER_UNAVAILABLE', { fault: 'unreachable' }, { outcome: 'not_sent' });
    case 'unknown':
      keep();
      throw problem('OUTCOME_UNKNOWN', { system: 'ledger' });
  }
}

async function sendInRounds(
  transaction: SignedTransaction,
  claims: Pick<TokenClaims, 'lastValidBlockHeight' | 'contextSlot'>,
  ports: SubmitPorts,
): Promise<Verdict> {
  const { clock } = ports;
  const deadline = clock.elapsed() + ROUNDS_MILLISECONDS;
  let worst: Verdict = { kind: 'not-sent' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const verdict = await sendHedged(
      ports.ledger.byHealth(),
      (node) => sendTo(node, transaction, claims),
      clock,
    );
    if (verdict.kind === 'accepted' || verdict.kind === 'duplicate') return verdict;
    // Bytes that an earlier round may have left with a node can still land, whatever another node says of them.
    if (verdict.kind === 'rejected') return worst.kind === 'unknown' ? worst : verdict;
    if (verdict.kind === 'unknown' || worst.kind === 'not-sent') worst = verdict;
    if (clock.elapsed() > deadline || isExpired(claims, ports)) break;
    await sleep(clock, PAUSE_MILLISECONDS);
  }
  return worst;
}

/**
 * Asks one node after the other, the next one when the last brought nothing or took over a second.
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
    if (verdict.kind === 'accepted' || verdict.kind === 'duplicate') resolve(verdict);
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

async function sendTo(
  node: LedgerNode,
  transaction: SignedTransaction,
  claims: Pick<TokenClaims, 'contextSlot'>,
): Promise<Verdict> {
  const options = {
    encoding: 'base64',
    // Of the blockhash's own commitment: at the default, finalized, a fresh blockhash is not yet known.
    preflightCommitment: 'confirmed',
    maxRetries: 0,
    minContextSlot: Number(claims.contextSlot),
  };
  try {
    await node.call('sendTransaction', [transaction.base64, options], SEND_MILLISECONDS);
    return { kind: 'accepted' };
  } catch (error) {
    return verdictOf(error);
  }
}

const PREFLIGHT_FAILURE = -32_002;
const SIGNATURE_FAILURE = -32_003;
const INVALID_PARAMS = -32_602;

function verdictOf(error: unknown): Verdict {
  if (error instanceof UpstreamFault) {
    return { kind: error.kind === 'unreachable' || error.kind === 'status' ? 'not-sent' : 'unknown' };
  }
  if (!(error instanceof JsonRpcError)) throw error;
  if (error.code === PREFLIGHT_FAILURE) return preflightVerdict(error.data);
  if (error.code === SIGNATURE_FAILURE) {
    const reason = 'the ledger does not accept the signatures';
    return { kind: 'rejected', refusal: problem('SIGNATURE_FAILURE', { reason }) };
  }
  if (error.code === INVALID_PARAMS) {
    const reason = 'the ledger cannot decode it';
    return { kind: 'rejected', refusal: problem('LEDGER_REJECTED', { reason }) };
  }
  // Behind, unhealthy, limited or a code of the provider's own: another node, or this one a moment later.
  return { kind: 'behind' };
}

function preflightVerdict(data: unknown): Verdict {
  const { err, logs } = Object(data) as { err?: unknown; logs?: unknown };
  if (err === 'AlreadyProcessed') return { kind: 'duplicate' };
  if (err === 'BlockhashNotFound') return { kind: 'behind' };
  const lines = Array.isArray(logs) ? logs.filter((line): line is string => typeof line === 'string') : null;
  const reason = describeTransactionFault((err ?? 'simulation failed') as TransactionFault, lines);
  const lacking = findLamportShortfall(lines);
  const refusal =
    lacking === undefined
      ? problem('LEDGER_REJECTED', { reason })
      : insufficientFunds({ holder: 'wallet', asset: 'SOL', ...lacking }, { outcome: 'rejected' });
  return { kind: 'rejected', refusal };
}
