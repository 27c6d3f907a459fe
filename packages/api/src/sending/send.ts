import { type BroadcastOutcome, PROBLEM_CODES, type ProblemCode } from '@staking-agent/wire';
import { explainFailure } from '../builds/failures.ts';
import { printUnsigned, readMessageOf } from '../builds/message.ts';
import { findLamportShortfall, type SimulationFailure, type SimulationPorts } from '../builds/simulate.ts';
import { isUpstreamFailure, JsonRpcError, UpstreamBusy } from '../problems/faults.ts';
import { ProblemError, problem, toFundsFacts } from '../problems/problem.ts';
import { type Clock, sleep, within } from '../runtime/clock.ts';
import type { Refusal } from '../store/decide.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import type { LedgerNode } from '../upstreams/ledger/node.ts';
import { getRefusedFailure } from './executed.ts';

/** The ledger, as trials and sends use it. */
export type SendPorts = {
  readonly ledger: LedgerClient;
  readonly clock: Clock;
  readonly config: SimulationPorts['config'];
};

/** A message that was signed, and the slot before which a node does not know its blockhash. */
export type Tried = { readonly message: Uint8Array; readonly contextSlot: bigint };

/**
 * The answer of a trial: a node would take the message, all that can judge refuse it, the ledger has it, or none judges and
 * nothing was sent.
 */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'processed' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unjudged'; readonly problem: ProblemError };

/** Nodes that try a message, where there are as many. */
const JUDGES = 2;
const TRIAL_MILLISECONDS = 4_000;
const TRIAL_CALL_MILLISECONDS = 2_000;
const SEND_MILLISECONDS = 6_000;
const SEND_CALL_MILLISECONDS = 4_000;
/** Attempts of one send on one node. */
const ATTEMPTS = 5;
const PAUSE_MILLISECONDS = 400;
/** Share of a node's calls that first sends leave to feeds. */
const RESERVE = 0.2;
/** How long a send waits for the pace of a node at a time. */
const TURN_MILLISECONDS = 1_500;
/** Milliseconds that it may take to read what a wallet lacks. */
const SHORTFALL_MILLISECONDS = 2_000;
const INVALID_PARAMS = -32_602;

/**
 * Tries a message on two nodes without its signatures, before any signed byte leaves: what they hold then cannot land.
 *
 * A node that is behind the message, limits the service or does not answer judges nothing; another one is asked, and the
 * same again for four seconds while none judges. Two have to say that the account exists which a message makes.
 */
export async function tryMessage(tried: Tried, ports: SendPorts): Promise<Verdict> {
  const { clock, ledger } = ports;
  const until = clock.elapsed() + TRIAL_MILLISECONDS;
  const transaction = printUnsigned(tried.message);
  for (;;) {
    const words = await judge(ledger.byHealth(), (node) => tryOn(node, transaction, tried));
    if (words.includes('passed')) return { kind: 'passed' };
    if (words.includes('processed')) return { kind: 'processed' };
    const refusals = words.filter((word) => typeof word === 'object');
    const [refused] = refusals;
    const landings = refusals.filter((word) => tellsOfLanding(transaction, word)).length;
    // Where a node says that an earlier form has landed, the caller builds no other one: one node of two does not prove it.
    const isProved = landings === 0 || landings >= Math.min(JUDGES, ledger.byHealth().length);
    if (refused !== undefined && isProved)
      return { kind: 'refused', refusal: await explain(transaction, refused, ports) };
    if (clock.elapsed() + PAUSE_MILLISECONDS > until) return { kind: 'unjudged', problem: unjudged(words) };
    await sleep(clock, PAUSE_MILLISECONDS);
  }
}

/** The word of one node; the last three judge nothing. */
type Word = 'passed' | 'processed' | Refused | 'behind' | 'busy' | 'silent';

type Refused = SimulationFailure & { readonly undecodable?: boolean };

function isJudgement(word: Word): boolean {
  return typeof word === 'object' || word === 'passed' || word === 'processed';
}

function unjudged(words: readonly Word[]): ProblemError {
  if (words.length > 0 && words.every((word) => word === 'busy'))
    return problem('OVERLOADED', { system: 'ledger' }, { outcome: 'not_sent' });
  const fault = words.includes('behind') ? 'behind' : 'unreachable';
  return problem('LEDGER_UNAVAILABLE', { fault }, { outcome: 'not_sent' });
}

/** Asks nodes, the healthiest first, until two have judged or one has passed the message. */
async function judge(
  nodes: readonly LedgerNode[],
  ask: (node: LedgerNode) => Promise<Word>,
): Promise<readonly Word[]> {
  const left = [...nodes];
  const words: Word[] = [];
  const passed = Promise.withResolvers<void>();
  const askNext = async (): Promise<void> => {
    for (let node = left.shift(); node !== undefined; node = left.shift()) {
      const word = await ask(node);
      words.push(word);
      if (word === 'passed') passed.resolve();
      if (isJudgement(word)) return;
    }
  };
  await Promise.race([Promise.all(Array.from({ length: JUDGES }, askNext)), passed.promise]);
  return words;
}

async function tryOn(node: LedgerNode, transaction: string, { contextSlot }: Tried): Promise<Word> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: false,
    minContextSlot: Number(contextSlot),
  };
  try {
    const { value } = await node.call('simulateTransaction', [transaction, options], TRIAL_CALL_MILLISECONDS);
    if (value.err === null) return 'passed';
    if (value.err === 'AlreadyProcessed') return 'processed';
    return value.err === 'BlockhashNotFound' ? 'behind' : { fault: value.err, logs: value.logs };
  } catch (error) {
    if (error instanceof UpstreamBusy) return 'busy';
    if (!isUpstreamFailure(error)) throw error;
    if (!(error instanceof JsonRpcError)) return 'silent';
    return error.code === INVALID_PARAMS
      ? { fault: 'SanitizeFailure', logs: null, undecodable: true }
      : 'behind';
  }
}

function tellsOfLanding(transaction: string, { fault, logs, undecodable }: Refused): boolean {
  return (
    !undecodable && explainFailure(fault, logs, readMessageOf(transaction)).code === 'STAKE_ACCOUNT_EXISTS'
  );
}

/** Says why the ledger refuses a message, with what the wallet lacks where that is why. */
async function explain(transaction: string, failed: Refused, ports: SendPorts): Promise<Refusal> {
  if (failed.undecodable)
    return { code: 'LEDGER_REJECTED', facts: { reason: 'the ledger cannot decode it' } };
  // A refusal is due although the ledger stops answering.
  const asked = findLamportShortfall(transaction, failed, ports).catch((error: unknown) => {
    if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return undefined;
    throw error;
  });
  const lacking = await within(ports.clock, SHORTFALL_MILLISECONDS, asked, () => undefined);
  if (lacking !== undefined)
    return { code: 'INSUFFICIENT_FUNDS', facts: { ...toFundsFacts(lacking), isRefused: true } };
  return getRefusedFailure(explainFailure(failed.fault, failed.logs, readMessageOf(transaction)));
}

/** The outcomes of forms that were closed for another reason than that the ledger refuses them. */
const OUTCOMES: Readonly<Record<string, BroadcastOutcome>> = {
  TOKEN_EXPIRED: 'not_sent',
  BUILD_ENDED: 'not_sent',
  BLOCKHASH_EXPIRED: 'expired',
};

/** Creates the problem of a closed form. */
export function toProblem({ code, facts }: Refusal): ProblemError {
  const outcome = OUTCOMES[code] ?? 'rejected';
  if (isProblemCode(code)) return new ProblemError(code, facts, { outcome });
  const reason = 'it was refused before, for a reason that this version does not know';
  return problem('LEDGER_REJECTED', { reason });
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEM_CODES, code);
}

/**
 * Brings signed bytes at once to all nodes and send-only endpoints that are not set aside, within their paces, for six
 * seconds or until one takes them. A form that may be sent is in the store by then, so that its row outlives this process.
 *
 * @param signedTransaction - base64.
 * @returns whether one has said that it has them. No other answer proves that none has.
 */
export async function sendToNodes(signedTransaction: string, { ledger, clock }: SendPorts): Promise<boolean> {
  const until = clock.elapsed() + SEND_MILLISECONDS;
  const taken = Promise.withResolvers<true>();
  let isTaken = false;
  const sendTo = async (node: LedgerNode): Promise<void> => {
    for (let attempt = 1; attempt <= ATTEMPTS && !isTaken && clock.elapsed() < until; attempt += 1) {
      if (attempt > 1) await sleep(clock, PAUSE_MILLISECONDS);
      if (!(await node.turns.take(RESERVE, TURN_MILLISECONDS)) || !(await sendOnce(node, signedTransaction)))
        continue;
      isTaken = true;
      return taken.resolve(true);
    }
  };
  const sends = ledger.senders.map(sendTo);
  const all = Promise.all(sends);
  return await within(
    clock,
    SEND_MILLISECONDS,
    Promise.race([taken.promise, all.then(() => isTaken)]),
    () => isTaken,
  );
}

/** Sends bytes to one node without preflight. @returns whether it has said that it has them. */
export async function sendOnce(node: LedgerNode, signedTransaction: string): Promise<boolean> {
  const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
  try {
    await node.call('sendTransaction', [signedTransaction, options], SEND_CALL_MILLISECONDS);
    return true;
  } catch (error) {
    if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return false;
    throw error;
  }
}
