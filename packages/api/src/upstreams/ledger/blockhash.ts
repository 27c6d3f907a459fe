import type { Blockhash } from '@solana/kit';
import { parseAddressBytes } from '@staking-agent/chain/address';
import { UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Feed, startFeed } from '../../runtime/feed.ts';
import { believed, type LedgerClient } from './client.ts';
import type { LedgerNode } from './node.ts';
import { createPace, type Pace } from './pace.ts';

/** A recent blockhash and until when it lives. */
export type Lifetime = {
  /** 32 bytes. */
  readonly blockhash: Uint8Array;
  /** The same in base58. */
  readonly blockhashText: Blockhash;
  /** Block height above which the blockhash is dead. */
  readonly lastValidBlockHeight: bigint;
  /** Slot it was read at; a node behind that slot does not know it. */
  readonly contextSlot: bigint;
};

/** The newest blockhash of the ledger. */
export type BlockhashFeed = ReturnType<typeof startBlockhashFeed>;

const EVERY_MILLISECONDS = 1_000;
const MAX_AGE_MILLISECONDS = 2_000;
const CALL_MILLISECONDS = 1_500;
const REST = { afterMilliseconds: 30_000, everyMilliseconds: 5_000 };
/** A reading of this age still tells how far the ledger has come: a pause of rest, a call that hangs, and room. */
const WITNESS_MILLISECONDS = 8_000;
/** A node whose newest slot stays the same for so long answers, but has lost the ledger: its blockhash only grows old. */
const STUCK_MILLISECONDS = 10_000;
/**
 * Behind one name there may be several machines, some a little behind. One that fell back further begins anew: it would
 * need longer to catch up than a node may stand still.
 */
const REORDERED_SLOTS = 25n;
/** Readings of so long ago are compared: slots without a block since then make a height too high by a few blocks at most. */
const COMPARED_MILLISECONDS = 60_000;
/** Blocks a blockhash lives (MAX_PROCESSING_AGE); the newest one's last valid height is that far ahead. */
export const LIFETIME_IN_BLOCKS = 150n;

/**
 * Polls every node for its newest `confirmed` blockhash. The one in use is at most two seconds old, and none from further
 * ahead than the ledger can be.
 *
 * While there are no requests, nodes are polled every five seconds, and the first request waits for a blockhash of then.
 */
export function startBlockhashFeed(
  ledger: LedgerClient,
  clock: Clock,
  onFault: (node: LedgerNode, fault: unknown) => void,
) {
  const feeds = ledger.nodes.map((node) => startNodeFeed(node, clock, (fault) => onFault(node, fault)));
  // With every build, more than once.
  const newest = (maxAge: number): Reading | undefined => {
    const seen: Seen[] = [];
    for (const feed of feeds) {
      const found = feed.look();
      if (found !== undefined && found.age <= WITNESS_MILLISECONDS) seen.push(found);
    }
    let best: Reading | undefined;
    for (const { value, age } of believed(seen, presentSlot)) {
      if (age <= maxAge && isNewer(value, best)) best = value;
    }
    return best && { ...best, lastValidBlockHeight: findHeight(best, feeds) };
  };
  const wake = () => {
    for (const feed of feeds) feed.peek();
  };
  const peek = (): Lifetime | undefined => {
    wake();
    return newest(MAX_AGE_MILLISECONDS);
  };
  // The first one that is believed by what the others have shown lately; the rest are not waited for.
  const read = async (): Promise<Lifetime> => {
    const reads = feeds.map(async (feed) => {
      await feed.get();
      return newest(MAX_AGE_MILLISECONDS) ?? Promise.reject(new Error('It is too far ahead.'));
    });
    return await Promise.any(reads).catch((cause: unknown) => {
      const found = newest(MAX_AGE_MILLISECONDS);
      if (found !== undefined) return found;
      throw new UpstreamFault('ledger', 'unreachable', { cause });
    });
  };
  return {
    /** @throws {UpstreamFault} when no node answers. */
    get: async (): Promise<Lifetime> => peek() ?? (await read()),
    /** The same at once, while a recent one is known. */
    peek,
    /** The newest one that was seen within eight seconds; it does not count as a request. */
    look: (): Lifetime | undefined => newest(WITNESS_MILLISECONDS),
    /** Milliseconds since the newest one was read, where that is not long ago; it does not count as a request. */
    age: (): number | undefined => {
      const reading = newest(WITNESS_MILLISECONDS);
      return reading && clock.elapsed() - reading.readAt;
    },
    /** Checks whether nodes show new blockhashes, as far as they are polled; it does not count as a request. */
    isFresh: () => {
      const isResting = feeds.some((feed) => feed.isResting);
      return newest(isResting ? WITNESS_MILLISECONDS : MAX_AGE_MILLISECONDS) !== undefined;
    },
    /** A block height that the ledger has reached, seen within eight seconds; undefined when nothing was. */
    blockHeight: (): bigint | undefined => {
      wake();
      const lifetime = newest(WITNESS_MILLISECONDS);
      return lifetime && lifetime.lastValidBlockHeight - LIFETIME_IN_BLOCKS;
    },
    /**
     * Estimates the milliseconds until the ledger is past a block height, by the block time measured in the last minute; 0
     * when it is, undefined while nothing is known.
     */
    untilPast(height: bigint): number | undefined {
      const reading = newest(WITNESS_MILLISECONDS);
      if (reading?.blockMilliseconds === undefined) return undefined;
      const blocks = height + 1n - (reading.lastValidBlockHeight - LIFETIME_IN_BLOCKS);
      const left = Number(blocks) * reading.blockMilliseconds - (clock.elapsed() - reading.readAt);
      return Math.max(left, 0);
    },
    /** Milliseconds a slot takes, measured in the last minute; undefined while nothing is known. */
    slotMilliseconds: () => newest(WITNESS_MILLISECONDS)?.slotMilliseconds,
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}

/** The newest blockhash of a node, the time of its reading, and the pace of the node. */
type Reading = Lifetime & {
  readonly readAt: number;
  readonly blockMilliseconds: number | undefined;
  readonly slotMilliseconds: number | undefined;
};

/** A reading and its age in milliseconds. */
type Seen = { readonly value: Reading; readonly age: number };

/** Polls one node; fails when its ledger does not advance. */
function startNodeFeed(node: LedgerNode, clock: Clock, onFault: (fault: unknown) => void): Feed<Reading> {
  const paces = { blocks: createPace(), slots: createPace() };
  let advanced = { slot: -1n, at: clock.elapsed() };
  const assertMoving = ({ contextSlot: slot }: Lifetime) => {
    if (slot > advanced.slot || slot < advanced.slot - REORDERED_SLOTS)
      advanced = { slot, at: clock.elapsed() };
    else if (clock.elapsed() - advanced.at > STUCK_MILLISECONDS)
      throw new UpstreamFault('ledger', 'malformed', { cause: new Error('It stands still.') });
  };
  return startFeed({
    clock,
    everyMilliseconds: EVERY_MILLISECONDS,
    rest: REST,
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
    refresh: async () => {
      const lifetime = await fetchLifetime(node);
      assertMoving(lifetime);
      return createReading(lifetime, clock.elapsed(), paces);
    },
    onFault,
  });
}

function isNewer(reading: Reading, best: Reading | undefined): boolean {
  return best === undefined || reading.contextSlot > best.contextSlot;
}

/**
 * Returns the last height at which a message with a blockhash can land: the highest that the reading of any node of the last
 * minute allows. From one slot to another there are at most as many blocks as slots, so the reading of an honest node allows
 * none that is too low. One that is too low would let two honest nodes prove a live transaction dead.
 */
function findHeight({ contextSlot, lastValidBlockHeight }: Reading, feeds: readonly Feed<Reading>[]): bigint {
  let highest = lastValidBlockHeight;
  for (const feed of feeds) {
    const found = feed.look();
    if (found === undefined || found.age > COMPARED_MILLISECONDS) continue;
    const { value } = found;
    const allowed = value.lastValidBlockHeight + contextSlot - value.contextSlot;
    if (allowed > highest) highest = allowed;
  }
  return highest;
}

/** Estimates the current slot of a node, so that a later reading does not look like a lead. */
function presentSlot({ value, age }: Seen): bigint {
  const { contextSlot, slotMilliseconds } = value;
  return slotMilliseconds === undefined
    ? contextSlot
    : contextSlot + BigInt(Math.floor(age / slotMilliseconds));
}

function createReading(lifetime: Lifetime, readAt: number, paces: { blocks: Pace; slots: Pace }): Reading {
  paces.blocks.observe(lifetime.lastValidBlockHeight, readAt);
  paces.slots.observe(lifetime.contextSlot, readAt);
  return {
    ...lifetime,
    readAt,
    blockMilliseconds: paces.blocks.milliseconds(),
    slotMilliseconds: paces.slots.milliseconds(),
  };
}

async function fetchLifetime(node: LedgerNode): Promise<Lifetime> {
  const { context, value } = await node.call(
    'getLatestBlockhash',
    [{ commitment: 'confirmed' }],
    CALL_MILLISECONDS,
  );
  const blockhash = parseAddressBytes(value.blockhash);
  if (blockhash === undefined) throw new UpstreamFault('ledger', 'malformed');
  return {
    blockhash,
    blockhashText: value.blockhash as Blockhash,
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
    contextSlot: BigInt(context.slot),
  };
}
