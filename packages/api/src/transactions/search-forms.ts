import type { Transaction } from '@staking-agent/verify';
import { type CallBudget, findLanded } from '../attribution/find-landed.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { isUpstreamFailure } from '../upstreams/upstream-fault.ts';
import { isDeadAt, type LandingPorts } from './landing.ts';
import { compareWithBuilt } from './read-edits.ts';

/** A build whose forms are looked for among what its wallet has signed. */
export type SoughtBuild = {
  readonly built: Transaction;
  /** Base58. */
  readonly wallet: string;
  readonly lastValidBlockHeight: bigint;
  /** Slot at which its blockhash was read. */
  readonly contextSlot: bigint;
};

/** What one node says of the forms of a build: signatures of those that landed, and whether it is past its height. */
export type FormsWord = {
  /** The message as it was built, or edited by the wallet. */
  readonly landed: string | undefined;
  /** What does the same, and may be this build or another one. */
  readonly equal: string | undefined;
  readonly isDead: boolean;
  /** Whether there is more than was looked through. */
  readonly isPartial: boolean;
};

const CALL_MILLISECONDS = 4_000;
/** Slots before that of its blockhash from which on a transaction is looked for: a node that names slots may be ahead. */
const EARLIER_SLOTS = 64n;

/**
 * Searches the ledger for forms of a build, whoever sent them. Their signatures and edits are unknown, so it searches the
 * wallet's transactions since the build, by slots, for the message or an edit of it.
 *
 * @param limits.witnesses - nodes that are asked, the healthiest first.
 * @param limits.calls - of each; it looks at one transaction less.
 * @returns the result of each node; undefined without an answer.
 */
export async function searchForms(
  sought: SoughtBuild,
  { ledger }: Pick<LandingPorts, 'ledger'>,
  limits: { readonly witnesses: number; readonly calls: number },
): Promise<readonly (FormsWord | undefined)[]> {
  const nodes = ledger.byHealth().slice(0, limits.witnesses);
  return await Promise.all(nodes.map((node) => askNode(node, sought, limits)));
}

// First the height, then the search at that slot or a later one: what is absent then was in no block.
async function askNode(
  node: LedgerNode,
  { built, wallet, lastValidBlockHeight, contextSlot }: SoughtBuild,
  { calls }: { readonly calls: number },
): Promise<FormsWord | undefined> {
  const budget: CallBudget = { left: calls };
  try {
    const tip = await node.call('getEpochInfo', [{ commitment: 'confirmed' }], CALL_MILLISECONDS);
    const reader: Pick<LedgerReader, 'read'> = {
      read: (method, params) =>
        node.call(method, atLeast(Number(tip.absoluteSlot), params), CALL_MILLISECONDS),
    };
    const { landed, isComplete, isShown } = await findLanded(
      reader,
      {
        wallet,
        messageHashes: new Set(['same', 'equal']),
        since: { slot: contextSlot - EARLIER_SLOTS },
        name: (found) => compareWithBuilt(built, found),
      },
      budget,
    );
    const [same, equal] = ['same', 'equal'].map(
      (likeness) => landed.find(({ messageHash }) => messageHash === likeness)?.signature,
    );
    if (same !== undefined) return { landed: same, equal, isDead: false, isPartial: false };
    // What a node lists and does not show may be the one.
    if (!isShown) return undefined;
    const isDead = isDeadAt(BigInt(tip.blockHeight), { lastValidBlockHeight });
    return { landed: undefined, equal, isDead, isPartial: !isComplete };
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
