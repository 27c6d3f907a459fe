import { JsonRpcError } from '../problems/faults.ts';
import type { LedgerAnswer } from '../upstreams/ledger/answers.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import { hashTransactionMessage } from './message.ts';

type LedgerReads = { readonly read: LedgerClient['read'] };

/** A message of ours that the ledger has executed without error. */
export type Landed = { readonly messageHash: string; readonly signature: string };

/** A number of calls that are still allowed. */
export type CallBudget = { left: number };

/** Messages that are looked for. */
export type Sought = {
  readonly wallet: string;
  readonly messageHashes: ReadonlySet<string>;
  readonly since: { readonly seconds: number } | { readonly slot: bigint };
  readonly name?: (transaction: string) => string;
};

const SIGNATURES_PER_PAGE = 1_000;
const PAGES = 3;
const UNSUPPORTED_VERSION = -32_015;
// Blocks may carry a time a little before ours.
const CLOCK_LEEWAY_SECONDS = 60;

/**
 * Searches the recent transactions of a wallet for messages, however these reached the ledger.
 *
 * @param asked.since - earlier transactions are skipped: Unix seconds, less a minute for clocks that differ, or a slot,
 *   which is exact.
 * @param asked.name - returns the hash of the message that a transaction stands for; by default of its own message.
 * @param budget - decremented by every call; the search ends when it is used up.
 * @returns those found, in the order in which they landed; `isComplete`: every candidate was examined; `isShown`: the node
 *   showed every transaction that it listed.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findLanded(
  ledger: LedgerReads,
  { wallet, messageHashes, since, name = hashTransactionMessage }: Sought,
  budget: CallBudget,
): Promise<{ readonly landed: readonly Landed[]; readonly isComplete: boolean; readonly isShown: boolean }> {
  const { signatures, isComplete } = await listSignatures(ledger, wallet, since, budget);
  const landed: Landed[] = [];
  let isShown = true;
  for (const signature of signatures) {
    if (landed.length === messageHashes.size) break;
    if (budget.left === 0) return { landed, isComplete: false, isShown };
    budget.left -= 1;
    const found = await findTransaction(ledger, signature);
    if (found === 'unsupported') continue;
    if (found === null) {
      isShown = false;
      continue;
    }
    const messageHash = name(found.transaction[0]);
    if (messageHashes.has(messageHash)) landed.push({ messageHash, signature });
  }
  return { landed, isComplete, isShown };
}

// One of a version that the node cannot show hides no other.
async function findTransaction(ledger: LedgerReads, signature: string) {
  try {
    return await ledger.read('getTransaction', [
      signature,
      { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 },
    ]);
  } catch (error) {
    if (error instanceof JsonRpcError && error.code === UNSUPPORTED_VERSION) return 'unsupported';
    throw error;
  }
}

// Oldest first: what was built first is found first.
async function listSignatures(
  ledger: LedgerReads,
  wallet: string,
  since: Sought['since'],
  budget: CallBudget,
): Promise<{ signatures: readonly string[]; isComplete: boolean }> {
  const signatures: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < PAGES && budget.left > 0; page += 1) {
    budget.left -= 1;
    const listed = await ledger.read('getSignaturesForAddress', [
      wallet,
      { commitment: 'confirmed', limit: SIGNATURES_PER_PAGE, ...(before !== undefined && { before }) },
    ]);
    const recent = listed.filter((one) => isSince(one, since));
    signatures.push(...recent.filter(({ err }) => err === null).map(({ signature }) => signature));
    before = listed.at(-1)?.signature;
    if (recent.length < SIGNATURES_PER_PAGE) return { signatures: signatures.reverse(), isComplete: true };
  }
  return { signatures: signatures.reverse(), isComplete: false };
}

type Listed = LedgerAnswer<'getSignaturesForAddress'>[number];

/** Treats a transaction without a time as recent. */
function isSince({ blockTime, slot }: Listed, since: Sought['since']): boolean {
  if ('slot' in since) return slot === undefined || BigInt(slot) >= since.slot;
  return blockTime == null || Number(blockTime) >= since.seconds - CLOCK_LEEWAY_SECONDS;
}
