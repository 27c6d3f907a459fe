import { type Clock, within } from '../background/clock.ts';
import { refusedForFunds } from '../problems/insufficient-funds.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { TransactionFault } from '../upstreams/ledger/answers.ts';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { isUntaken, isUpstreamFailure, UpstreamBusy, UpstreamFault } from '../upstreams/upstream-fault.ts';
import { type Failed, findLamportShortfall, type ShortfallPorts } from './find-lamport-shortfall.ts';
import { readMessageOf } from './read-message-of.ts';
import type { TokenContents } from './service-token.ts';
import type { SignedTransaction } from './signed-transaction.ts';
import { explainFailure } from './status/explain-failure.ts';
import { refuseFailed } from './status/refuse-failed.ts';

/** What a refusal is explained with. */
export type RefusePorts = ShortfallPorts & { readonly clock: Clock };

/** What one node said to the bytes: took them, refused them for good, knows nothing yet, or may have taken them. */
export type Verdict =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'rejected';
      readonly refuse: (ports: RefusePorts) => Promise<ProblemError>;
      /** Whether the ledger could take the same bytes later, once the wallet is funded for example. */
      readonly canChange: boolean;
    }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'behind' }
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'unknown' };

/** Milliseconds one send may take. */
export const SEND_MILLISECONDS = 4_000;
/** Share of a node's calls that first sends leave to feeds. */
export const FIRST_SEND_RESERVE = 0.2;
/** How long a first send waits for the pace of a node before the next one is asked. */
const TURN_MILLISECONDS = 1_500;
/** Milliseconds that it may take to read what a wallet lacks. */
const SHORTFALL_MILLISECONDS = 2_000;

/** Sends bytes with preflight to one node, when its pace allows. */
export async function sendFirst(
  node: LedgerNode,
  transaction: Pick<SignedTransaction, 'base64'>,
  contents: Pick<TokenContents, 'contextSlot'>,
): Promise<Verdict> {
  if (!(await node.turns.take(FIRST_SEND_RESERVE, TURN_MILLISECONDS))) return { kind: 'not-sent' };
  const options = {
    encoding: 'base64',
    // Of the blockhash's own commitment: at the default, finalized, a fresh blockhash is not yet known.
    preflightCommitment: 'confirmed',
    maxRetries: 0,
    minContextSlot: Number(contents.contextSlot),
  };
  try {
    await node.call('sendTransaction', [transaction.base64, options], SEND_MILLISECONDS);
    return { kind: 'accepted' };
  } catch (error) {
    return getVerdict(error, transaction);
  }
}

const PREFLIGHT_FAILURE = -32_002;
const SIGNATURE_FAILURE = -32_003;
const INVALID_PARAMS = -32_602;
/** Answers of a node that has not passed the bytes on: unhealthy, behind the slot, no such method, limits, and the like. */
const NOTHING_FORWARDED: ReadonlySet<number> = new Set([
  429, -32_429, -32_005, -32_006, -32_013, -32_016, -32_600, -32_601, -32_700,
]);

function getVerdict(error: unknown, { base64 }: Pick<SignedTransaction, 'base64'>): Verdict {
  if (error instanceof UpstreamFault) {
    return { kind: isUntaken(error) ? 'not-sent' : 'unknown' };
  }
  if (!(error instanceof JsonRpcError)) throw error;
  if (error.code === PREFLIGHT_FAILURE) return preflightVerdict(error.data, base64);
  if (error.code === SIGNATURE_FAILURE) {
    const reason = 'the ledger does not accept the signatures';
    return {
      kind: 'rejected',
      refuse: async () => problem('SIGNATURE_FAILURE', { reason }),
      canChange: false,
    };
  }
  if (error.code === INVALID_PARAMS) {
    const reason = 'the ledger cannot decode it';
    return { kind: 'rejected', refuse: async () => problem('LEDGER_REJECTED', { reason }), canChange: false };
  }
  // Another node, or this one a moment later; a code of the provider's own proves nothing.
  return { kind: NOTHING_FORWARDED.has(error.code) ? 'behind' : 'unknown' };
}

function preflightVerdict(data: unknown, base64: string): Verdict {
  const { err, logs }: { err?: unknown; logs?: unknown } = Object(data);
  if (err === 'AlreadyProcessed') return { kind: 'duplicate' };
  if (err === 'BlockhashNotFound') return { kind: 'behind' };
  const lines = Array.isArray(logs) ? logs.filter((line): line is string => typeof line === 'string') : null;
  const failed = { fault: (err ?? 'simulation failed') as TransactionFault, logs: lines };
  return { kind: 'rejected', refuse: (ports) => refusePreflight(base64, failed, ports), canChange: true };
}

/** Says why the ledger refuses bytes, with what the wallet lacks where that is why. */
export async function refusePreflight(
  base64: string,
  failed: Failed,
  ports: RefusePorts,
): Promise<ProblemError> {
  // A refusal is due whether or not the ledger goes on answering.
  const asked = findLamportShortfall(base64, failed, ports).catch((error: unknown) => {
    if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return undefined;
    throw error;
  });
  const lacking = await within(ports.clock, SHORTFALL_MILLISECONDS, asked, () => undefined);
  return lacking === undefined
    ? refuseFailed('LEDGER_REJECTED', explainFailure(failed.fault, failed.logs, readMessageOf(base64)))
    : refusedForFunds(lacking);
}
