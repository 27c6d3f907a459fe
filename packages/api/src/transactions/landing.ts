import { type Clock, sleep } from '../background/clock.ts';
import { problem } from '../problems/problem.ts';
import type { LedgerAnswer, TransactionFault } from '../upstreams/ledger/answers.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { isUpstreamFailure } from '../upstreams/upstream-fault.ts';
import { describeTransactionFault } from './describe-transaction-fault.ts';

const CALL_MILLISECONDS = 4_000;
/** Nodes that must agree on an absence, where there are as many. */
const WITNESSES = 2;
/** Confirmed blocks above the last valid one before a transaction is called dead: no fork is undone that deep. */
export const MARGIN_BLOCKS = 10n;
const UNREAD: Fate = { kind: 'unread' };
const PAUSE_MILLISECONDS = 500;
/** How long a broadcast waits for the proof of what became of a transaction that is too old to send. */
const PROOF_MILLISECONDS = 6_000;

/** What tells whether a transaction landed or still can. */
export type LandingPorts = {
  readonly ledger: Pick<LedgerClient, 'byHealth'>;
  readonly blockhash: Pick<BlockhashFeed, 'blockHeight'>;
};

/** A signature, and the height above which no block can hold it. */
export type Mortal = { readonly signature: string; readonly lastValidBlockHeight: bigint };

/**
 * What the ledger proves of a transaction.
 *
 * `landed` without an error and `failed`, both for good, `dead`: absent, and too old for any block. `absent`: not there at
 * present, by all who must be asked. `unread`: not even that is known. Only the second and the third are negative.
 */
export type Fate =
  | { readonly kind: 'landed' | 'dead' | 'absent' | 'unread' }
  | { readonly kind: 'failed'; readonly fault: TransactionFault };

/** Checks whether the ledger has passed the last valid height of a transaction, by the latest data. */
export function isTooOld(
  { lastValidBlockHeight }: Pick<Mortal, 'lastValidBlockHeight'>,
  { blockhash }: Pick<LandingPorts, 'blockhash'>,
): boolean {
  const height = blockhash.blockHeight();
  return height !== undefined && height > lastValidBlockHeight;
}

/** Whether a transaction of this last valid height is in no block and can be in none, given a confirmed height. */
export function isDeadAt(height: bigint, { lastValidBlockHeight }: Pick<Mortal, 'lastValidBlockHeight'>) {
  return height > lastValidBlockHeight + MARGIN_BLOCKS;
}

/** Reads the fate of a transaction from the nodes: one node proves its presence, two its absence. */
export async function readFate(mortal: Mortal, ports: LandingPorts): Promise<Fate> {
  const [fate = UNREAD] = await Promise.all(readFatesSoon([mortal], ports));
  return fate;
}

/** {@link readFate} of many transactions, in one call to each node; reports each fate as soon as it is known. */
export function readFatesSoon(mortals: readonly Mortal[], ports: LandingPorts): readonly Promise<Fate>[] {
  const told = mortals.map(() => Promise.withResolvers<Fate>());
  const asked = ports.ledger.byHealth().map(async (node) => {
    const words = await askNode(node, mortals, ports);
    for (const [i, word] of words.entries()) {
      if (word.kind === 'landed' || word.kind === 'failed') told[i]?.resolve(word);
    }
    return words;
  });
  Promise.all(asked).then(
    (words) => {
      for (const [i, { resolve }] of told.entries()) {
        resolve(agree(words.map((ofNode) => ofNode[i] ?? UNREAD)));
      }
    },
    (error) => {
      for (const { reject } of told) reject(error);
    },
  );
  return told.map(({ promise }) => promise);
}

/** Reads the fates of many transactions in shared calls; waits for every node. */
export async function readFates(mortals: readonly Mortal[], ports: LandingPorts): Promise<readonly Fate[]> {
  const words = await Promise.all(ports.ledger.byHealth().map((node) => askNode(node, mortals, ports)));
  return mortals.map((_, i) => agree(words.map((ofNode) => ofNode[i] ?? UNREAD)));
}

/** Combines the answers of all nodes to a fate. */
function agree(words: readonly Fate[]): Fate {
  const found = words.find(({ kind }) => kind === 'landed' || kind === 'failed');
  if (found !== undefined) return found;
  const needed = Math.min(WITNESSES, words.length);
  const dead = words.filter(({ kind }) => kind === 'dead').length;
  const absent = dead + words.filter(({ kind }) => kind === 'absent').length;
  if (needed > 0 && dead >= needed) return { kind: 'dead' };
  return needed > 0 && absent >= needed ? { kind: 'absent' } : UNREAD;
}

/**
 * Waits for proof of the fate of a transaction past its last valid height; reads the fate of a younger one once.
 *
 * @returns the last known fate.
 * @throws {ProblemError} `rejected` when it failed on the ledger, `expired` when it is dead.
 */
export async function proveEnd(
  mortal: Mortal,
  ports: LandingPorts & { readonly clock: Clock },
): Promise<'landed' | 'absent' | 'unread'> {
  const until = ports.clock.elapsed() + PROOF_MILLISECONDS;
  for (;;) {
    const fate = await readFate(mortal, ports);
    if (isLanded(fate)) return 'landed';
    if (ports.clock.elapsed() >= until || !isTooOld(mortal, ports)) {
      return fate.kind === 'absent' ? 'absent' : 'unread';
    }
    await sleep(ports.clock, PAUSE_MILLISECONDS);
  }
}

/**
 * Tells whether a transaction landed.
 *
 * @throws {ProblemError} `rejected` when it failed on the ledger, `expired` when it is dead.
 */
export function isLanded(fate: Fate): boolean {
  if (fate.kind === 'failed') {
    throw problem('LEDGER_EXECUTION_FAILED', { reason: describeTransactionFault(fate.fault, null) });
  }
  if (fate.kind === 'dead') throw problem('BLOCKHASH_EXPIRED');
  return fate.kind === 'landed';
}

// First the height, then the status: what is absent in a later state than the one of that height was in no block.
async function askNode(
  node: LedgerNode,
  mortals: readonly Mortal[],
  { blockhash }: Pick<LandingPorts, 'blockhash'>,
): Promise<readonly Fate[]> {
  const heard = blockhash.blockHeight();
  const mayBeDead = heard === undefined || mortals.some((mortal) => isDeadAt(heard, mortal));
  try {
    const tip = mayBeDead
      ? await node.call('getEpochInfo', [{ commitment: 'confirmed' }], CALL_MILLISECONDS)
      : undefined;
    const params = [mortals.map(({ signature }) => signature), { searchTransactionHistory: true }];
    const { context, value } = await node.call('getSignatureStatuses', params, CALL_MILLISECONDS);
    const isLater = tip !== undefined && BigInt(context.slot) >= BigInt(tip.absoluteSlot);
    const height = isLater ? BigInt(tip.blockHeight) : 0n;
    return mortals.map((mortal, i) => {
      const word = toFate(value[i]);
      return word.kind === 'absent' && isDeadAt(height, mortal) ? { kind: 'dead' } : word;
    });
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return [];
  }
}

/** A status as the ledger gives it. */
type Status = LedgerAnswer<'getSignatureStatuses'>['value'][number];

/** Reads the fate that one status proves. An unconfirmed block proves nothing: another fork may be the one that stays. */
function toFate(status: Status | undefined): Fate {
  if (!status) return { kind: 'absent' };
  if (!isConfirmed(status)) return UNREAD;
  return status.err === null ? { kind: 'landed' } : { kind: 'failed', fault: status.err };
}

/** Checks whether a status is final for every promise to callers. */
export function isConfirmed(status: NonNullable<Status>): boolean {
  return status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized';
}
