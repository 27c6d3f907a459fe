import { type CallBudget, findLanded } from '../attribution/find-landed.ts';
import { hashMessage } from '../attribution/hash-message.ts';
import { problem } from '../problems/problem.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { isUpstreamFailure, UpstreamFault } from '../upstreams/upstream-fault.ts';
import { type LandingPorts, readFate } from './landing.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/** What proves that a second transaction cannot pay a second time. */
export type ReplaceablePorts = LandingPorts & { readonly blockhash: Pick<BlockhashFeed, 'untilPast'> };

/** A transaction that is to be replaced by another one of the same kind. */
export type Replaced = {
  readonly transaction: SignedTransaction;
  readonly wallet: string;
  readonly lastValidBlockHeight: bigint;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  /** Whether the ledger itself lets only one of the two land. */
  readonly isExclusive: boolean;
};

const CALL_MILLISECONDS = 4_000;
const WITNESSES = 2;
/** Confirmed blocks above the last valid one: no fork is undone that deep. */
const MARGIN_BLOCKS = 10n;
/** Transactions of the wallet that are looked at on one node. */
const CALLS = 150;

/**
 * Lets a transaction be replaced only when it has not landed, and cannot land beside its replacement: its blockhash is
 * dead by the word of two nodes, or the ledger lets only one of the two land.
 *
 * The signature may not be known, so the message is looked for among what the wallet has signed.
 *
 * @throws {ProblemError} `forbidden`: it landed, or may still land, with the seconds until it cannot.
 * @throws {UpstreamFault} when too few nodes answer.
 */
export async function assertReplaceable(replaced: Replaced, ports: ReplaceablePorts): Promise<void> {
  const { transaction, lastValidBlockHeight, isExclusive } = replaced;
  if (transaction.signatures[0]?.some((byte) => byte !== 0)) {
    const { signature } = transaction;
    const fate = await readFate({ signature, lastValidBlockHeight }, ports);
    if (fate.kind === 'landed') throw problem('TRANSACTION_LANDED', { signature });
    if (fate.kind === 'dead' || fate.kind === 'failed') return;
  }
  const nodes = ports.ledger.byHealth();
  const witnesses = nodes.slice(0, isExclusive ? 1 : WITNESSES);
  const words = await Promise.all(witnesses.map((node) => askNode(node, replaced)));
  const signature = words.find((word) => word?.landed !== undefined)?.landed;
  if (signature !== undefined) throw problem('TRANSACTION_LANDED', { signature });
  if (words.length === 0 || words.includes(undefined)) throw new UpstreamFault('ledger', 'unreachable');
  if (isExclusive || words.every((word) => word?.isDead)) return;
  throw tooEarly(lastValidBlockHeight, ports);
}

type Word = { readonly landed: string | undefined; readonly isDead: boolean };

// First the height, then the search at that slot or a later one: what is absent then was in no block.
async function askNode(
  node: LedgerNode,
  { transaction, wallet, lastValidBlockHeight, issuedAt }: Replaced,
): Promise<Word | undefined> {
  const messageHashes = new Set([hashMessage(transaction.message)]);
  const budget: CallBudget = { left: CALLS };
  try {
    const tip = await node.call('getEpochInfo', [{ commitment: 'confirmed' }], CALL_MILLISECONDS);
    const reader: Pick<LedgerReader, 'read'> = {
      read: (method, params) =>
        node.call(method, atLeast(Number(tip.absoluteSlot), params), CALL_MILLISECONDS),
    };
    const { landed, isComplete } = await findLanded(
      reader,
      { wallet, messageHashes, since: issuedAt },
      budget,
    );
    if (landed[0] !== undefined) return { landed: landed[0].signature, isDead: false };
    if (!isComplete) return undefined;
    return { landed: undefined, isDead: BigInt(tip.blockHeight) > lastValidBlockHeight + MARGIN_BLOCKS };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return undefined;
  }
}

// A provider may answer from a backend that is behind the one that named the height.
function atLeast(minContextSlot: number, [subject, options]: readonly unknown[]): readonly unknown[] {
  const isListing = 'limit' in Object(options);
  return [subject, isListing ? { ...Object(options), minContextSlot } : options];
}

function tooEarly(lastValidBlockHeight: bigint, { blockhash }: ReplaceablePorts) {
  const left = blockhash.untilPast(lastValidBlockHeight + MARGIN_BLOCKS) ?? 0;
  const seconds = Math.max(Math.ceil(left / 1_000), 1);
  return problem('REFRESH_TOO_EARLY', { seconds }, { retryAfter: seconds });
}
