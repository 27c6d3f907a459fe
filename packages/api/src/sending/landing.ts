import type { Logger } from 'pino';
import { isUpstreamFailure, JsonRpcError } from '../problems/faults.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import type { Builds } from '../store/builds.ts';
import type { LedgerAnswer, TransactionFault } from '../upstreams/ledger/answers.ts';
import { type BlockhashFeed, LIFETIME_IN_BLOCKS } from '../upstreams/ledger/blockhash.ts';
import { CALL_MILLISECONDS, type LedgerClient } from '../upstreams/ledger/client.ts';
import type { LedgerNode } from '../upstreams/ledger/node.ts';

/** Nodes that must agree on every end, where there are as many. */
export const WITNESSES = 2;
/** Confirmed blocks above the last valid one before a transaction is called dead: no fork is undone that deep. */
export const MARGIN_BLOCKS = 10n;
/** Height of a transaction of which the last valid one is not known: it is never called dead. */
export const NEVER = 2n ** 64n;
/** Blocks that a node is taken to remember at the most. */
export const REMEMBERED_BLOCKS = 100_000n;
const PAUSE_MILLISECONDS = 500;
/** How long a broadcast waits for the proof of what became of a transaction that is too old to send. */
const PROOF_MILLISECONDS = 6_000;

/** The ledger, and what tells how far it has come. */
export type LandingPorts = {
  readonly ledger: LedgerClient;
  readonly blockhash: BlockhashFeed;
  readonly clock: Clock;
};

/** The ledger and the store of builds: transactions are followed with both. */
export type Sending = LandingPorts & {
  readonly builds: Builds;
  readonly horizon: Horizon;
  readonly log: Logger;
  /** Told of the claims that landed. */
  readonly onSettled: (credits: Awaited<ReturnType<Builds['settle']>>) => void;
};

/** A signature, and the height above which no block can hold it. */
export type Expiring = { readonly signature: string; readonly lastValidBlockHeight: bigint };

/**
 * The ledger's proof on a transaction, by two nodes where there are as many: `landed` without an error and `failed`, both
 * for good; `dead`: absent, and too old for any block; `absent`. `seen`: a node shows it, and that is not proved, though it may
 * be final there; `unread`: not even that is known.
 */
export type Fate =
  | { readonly kind: 'dead' | 'absent' | 'unread' }
  | { readonly kind: 'seen'; readonly isFinal: boolean }
  | (Execution & { readonly kind: 'landed' })
  | (Execution & { readonly kind: 'failed'; readonly fault: TransactionFault });

/** Says what nodes agree on of an executed transaction: its slot, where they name the same, and whether it is finalized. */
export type Execution = { readonly slot: bigint | undefined; readonly isFinal: boolean };

/** Checks whether the ledger has passed the last valid height of a transaction, by the latest data. */
export function isTooOld(
  { lastValidBlockHeight }: Pick<Expiring, 'lastValidBlockHeight'>,
  { blockhash }: LandingPorts,
): boolean {
  const height = blockhash.blockHeight();
  return height !== undefined && height > lastValidBlockHeight;
}

/** Checks whether a transaction that is in no block can be in none any more, at a confirmed height. */
export function isDeadAt(height: bigint, { lastValidBlockHeight }: Pick<Expiring, 'lastValidBlockHeight'>) {
  return height > lastValidBlockHeight + MARGIN_BLOCKS;
}

/** Reads the fate of a transaction; see {@link readFates}. */
export async function readFate(expiring: Expiring, ports: LandingPorts): Promise<Fate> {
  const [fate] = await readFates([expiring], ports);
  return fate ?? { kind: 'unread' };
}

/** Reads the fates of many transactions, in one call to each node; see {@link readFatesSoon}. */
export async function readFates(
  expiring: readonly Expiring[],
  ports: LandingPorts,
): Promise<readonly Fate[]> {
  return expiring.length === 0 ? [] : await Promise.all(readFatesSoon(expiring, ports));
}

/** Reads what the ledger proves of signatures whose last valid height is not known: none of them is ever `dead`. */
export async function readEnds(signatures: readonly string[], ports: LandingPorts): Promise<readonly Fate[]> {
  return await readFates(
    signatures.map((signature) => ({ signature, lastValidBlockHeight: NEVER })),
    ports,
  );
}

/**
 * Reads the fates of many transactions, in one call to each node, and reports each as soon as it is proved.
 *
 * One node proves nothing where there are two: it may show what another fork undoes, or lie.
 */
export function readFatesSoon(expiring: readonly Expiring[], ports: LandingPorts): readonly Promise<Fate>[] {
  const nodes = ports.ledger.byHealth();
  const needed = Math.min(WITNESSES, nodes.length);
  const told = expiring.map(() => Promise.withResolvers<Fate>());
  const heard: Fate[][] = expiring.map(() => []);
  const asked = nodes.map(async (node) => {
    for (const [i, word] of (await askNode(node, expiring, ports)).entries()) {
      const words = heard[i] ?? [];
      words.push(word);
      // A node that hangs delays no word that the others have proved.
      const fate = agree(words, needed);
      if (fate.kind === 'landed' || fate.kind === 'failed') told[i]?.resolve(fate);
    }
  });
  Promise.all(asked).then(
    () => {
      for (const [i, { resolve }] of told.entries()) resolve(agree(heard[i] ?? [], needed));
    },
    (error) => {
      for (const { reject } of told) reject(error);
    },
  );
  return told.map(({ promise }) => promise);
}

/**
 * Reads a landing that is final while the nodes that do not show it have lost its slot: they prove nothing against it.
 *
 * A slot that is older than its blockhash, whose height no slot number is below, is none of it: a node that lies would name one
 * that the others have lost.
 *
 * @returns undefined where a node says anything else, or does not say what it remembers.
 */
export async function readOldLanding(
  {
    signature,
    lastValidBlockHeight,
  }: { readonly signature: string; readonly lastValidBlockHeight: bigint | undefined },
  ports: LandingPorts,
): Promise<Execution | undefined> {
  const nodes = ports.ledger.byHealth();
  const asked = nodes.map((node) => askNode(node, [{ signature, lastValidBlockHeight: NEVER }], ports));
  const words = (await Promise.all(asked)).map(([word]) => word);
  const landed = words.find((word) => word?.kind === 'landed' && word.isFinal);
  const slot = landed?.kind === 'landed' ? landed.slot : undefined;
  const first = (lastValidBlockHeight ?? 0n) - LIFETIME_IN_BLOCKS;
  if (slot === undefined || slot < first) return undefined;
  const agreed = nodes.map(async (node, i) => {
    const word = words[i];
    return word?.kind === 'landed'
      ? word.slot === slot
      : word?.kind === 'absent' && (await hasLost(slot, node));
  });
  return (await Promise.all(agreed)).every(Boolean) ? { slot, isFinal: true } : undefined;
}

/** Combines the answers of the nodes that answered to a fate. */
function agree(words: readonly Fate[], needed: number): Fate {
  const isFinal = words.some((word) => 'isFinal' in word && word.isFinal);
  if (words.length < needed || needed === 0)
    return isShown(words) ? { kind: 'seen', isFinal } : { kind: 'unread' };
  const landed = words.filter((word) => word.kind === 'landed');
  const failed = words.filter((word) => word.kind === 'failed');
  const [failure] = failed;
  if (landed.length >= needed && failed.length < needed)
    return { kind: 'landed', ...readExecution(landed, needed) };
  if (failure !== undefined && failed.length >= needed && landed.length < needed)
    return { kind: 'failed', fault: failure.fault, ...readExecution(failed, needed) };
  if (isShown(words)) return { kind: 'seen', isFinal };
  return { kind: words.filter(({ kind }) => kind === 'dead').length >= needed ? 'dead' : 'absent' };
}

function readExecution(words: readonly Execution[], needed: number): Execution {
  const slots = words.map(({ slot }) => slot);
  return {
    slot: slots.find((slot) => slots.filter((each) => each === slot).length >= needed),
    isFinal: words.filter(({ isFinal }) => isFinal).length >= needed,
  };
}

function isShown(words: readonly Fate[]): boolean {
  return words.some(({ kind }) => kind !== 'absent' && kind !== 'dead');
}

/**
 * Waits for proof of the fate of a transaction past its last valid height; reads the fate of a younger one once.
 *
 * @returns the last known fate.
 */
export async function proveEnd(expiring: Expiring, ports: LandingPorts): Promise<Fate> {
  const until = ports.clock.elapsed() + PROOF_MILLISECONDS;
  for (;;) {
    const fate = await readFate(expiring, ports);
    if (isEnd(fate) || ports.clock.elapsed() >= until || !isTooOld(expiring, ports)) return fate;
    await sleep(ports.clock, PAUSE_MILLISECONDS);
  }
}

/** Checks whether the ledger has ended a transaction for good. */
export function isEnd({ kind }: Fate): boolean {
  return kind === 'landed' || kind === 'failed' || kind === 'dead';
}

/** How far a node has come, and the first slot that it remembers. */
type Tip = { readonly slot: bigint; readonly height: bigint; readonly oldest: bigint | undefined };

// First the height, then the status: what is absent in a later state than the one of that height was in no block.
async function askNode(
  node: LedgerNode,
  expiring: readonly Expiring[],
  { blockhash }: LandingPorts,
): Promise<readonly Fate[]> {
  const heard = blockhash.blockHeight();
  const mayBeDead = heard === undefined || expiring.some((each) => isDeadAt(heard, each));
  try {
    const tip = mayBeDead ? await readTip(node) : undefined;
    const params = [expiring.map(({ signature }) => signature), { searchTransactionHistory: true }];
    const { context, value } = await node.call('getSignatureStatuses', params, CALL_MILLISECONDS);
    // A provider may answer from a backend that is behind the one that named the height.
    const known = tip !== undefined && BigInt(context.slot) >= tip.slot ? tip : undefined;
    return expiring.map((each, i) => toWord(value[i], each, known));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return [];
  }
}

async function readTip(node: LedgerNode): Promise<Tip> {
  const [tip, oldest] = await Promise.all([
    node.call('getEpochInfo', [{ commitment: 'confirmed' }], CALL_MILLISECONDS),
    readOldest(node),
  ]);
  return { slot: BigInt(tip.absoluteSlot), height: BigInt(tip.blockHeight), oldest };
}

/** Reads the first slot that a node remembers; undefined where it does not say it, as many providers do not. */
async function readOldest(node: LedgerNode): Promise<bigint | undefined> {
  try {
    return BigInt(await node.call('minimumLedgerSlot', [], CALL_MILLISECONDS));
  } catch (error) {
    if (error instanceof JsonRpcError) return undefined;
    throw error;
  }
}

async function hasLost(slot: bigint, node: LedgerNode): Promise<boolean> {
  try {
    return ((await readOldest(node)) ?? 0n) > slot;
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return false;
  }
}

/** A status as the ledger gives it. */
type Status = LedgerAnswer<'getSignatureStatuses'>['value'][number];

/** Reads what one status says. An unconfirmed block proves nothing: another fork may be the one that stays. */
function toWord(status: Status | undefined, expiring: Expiring, tip: Tip | undefined): Fate {
  if (!status) {
    const isDead = tip !== undefined && isDeadAt(tip.height, expiring) && remembers(tip, expiring);
    return { kind: isDead ? 'dead' : 'absent' };
  }
  if (!isConfirmed(status)) return { kind: 'seen', isFinal: false };
  const slot = status.slot === undefined ? undefined : BigInt(status.slot);
  const execution = { slot, isFinal: status.confirmationStatus === 'finalized' };
  return status.err === null
    ? { kind: 'landed', ...execution }
    : { kind: 'failed', fault: status.err, ...execution };
}

/** Checks whether a node has every slot in which a transaction could have landed: it may have started after them. */
function remembers({ slot, height, oldest }: Tip, { lastValidBlockHeight }: Expiring): boolean {
  const blocks = height - lastValidBlockHeight + LIFETIME_IN_BLOCKS;
  return blocks < REMEMBERED_BLOCKS && (oldest === undefined || oldest <= slot - blocks);
}

/** Checks whether a status is final for every promise to callers. */
function isConfirmed(status: NonNullable<Status>): boolean {
  return status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized';
}

/** The age of a build against a break: `newer`, or from before it, where transactions signed by then may land or are dead. */
export type Age = 'may land' | 'dead' | 'newer';

/**
 * The forms that may have been sent before the connection to the store broke, and lost with it: a store that failed over may
 * have lost the newest rows. Nothing negative is said of them, nothing takes their place, until no block can hold them.
 */
export type Horizon = {
  /**
   * Returns whether the row of a form may be lost. Asked when a request begins, before it reads anything.
   *
   * @param lastValidBlockHeight - of its build, as the token says; 0 for any build.
   */
  mayBeLost(lastValidBlockHeight: bigint): boolean;
  /**
   * Compares a build with the last time that a standby took over: words that were told of one from before may be lost with its
   * rows. While it may land, no form of it is sent anew: the same bytes, repeated by a proxy, would land after their caller was
   * told that they cannot.
   */
  sinceTakeover(lastValidBlockHeight: bigint): Age;
};

/** Creates the horizon of one process. */
export function createHorizon(
  { begin, takeovers }: { begin(): number; takeovers(): number },
  blockhash: BlockhashFeed,
): Horizon {
  const sinceBreak = createAgeOf(begin, blockhash);
  const sinceTakeover = createAgeOf(takeovers, blockhash);
  return {
    mayBeLost(lastValidBlockHeight) {
      // Each looks at what happened since it was last asked, and is asked at least every second.
      sinceTakeover(0n);
      return sinceBreak(lastValidBlockHeight) === 'may land';
    },
    sinceTakeover,
  };
}

/**
 * Creates the comparison of builds with the last break.
 *
 * @param countBreaks - how often it broke so far; above 0 where it may have broken before.
 */
function createAgeOf(
  countBreaks: () => number,
  blockhash: BlockhashFeed,
): (lastValidBlockHeight: bigint) => Age {
  let breaks = countBreaks();
  /** Height above which nothing can land that was built before the last break; undefined until a node has shown one. */
  let horizon: bigint | undefined = breaks > 0 ? undefined : -1n;
  /** The height read before the break was noticed: other replicas may have built with newer blockhashes until then. */
  let before: bigint | undefined;
  /** A read that was under way at the break may have begun some blocks earlier; at a start there was none. */
  let lead = 0n;
  return (lastValidBlockHeight) => {
    const newest = blockhash.look()?.lastValidBlockHeight;
    if (breaks !== countBreaks()) {
      breaks = countBreaks();
      horizon = undefined;
      before = newest;
      lead = MARGIN_BLOCKS;
    }
    if (newest !== undefined && newest > (before ?? -1n)) horizon ??= newest + lead;
    if (horizon === undefined) return 'may land';
    if (lastValidBlockHeight > horizon) return 'newer';
    if (newest === undefined) return 'may land';
    return isDeadAt(newest - LIFETIME_IN_BLOCKS, { lastValidBlockHeight: horizon }) ? 'dead' : 'may land';
  };
}
