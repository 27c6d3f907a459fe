import { randomFillSync } from 'node:crypto';
import { address, type Blockhash } from '@solana/kit';
import { parseAddressBytes, toAddress } from '@staking-agent/chain/address';
import { MAINNET } from '../mainnet-2026-11.ts';
import type { SandboxVm } from './sandbox-vm.ts';

/** Blocks whose hash a transaction may name: agave `MAX_PROCESSING_AGE`. */
export const MAX_PROCESSING_AGE = MAINNET.blockhashBlocks;

/** How many recent blocks are kept: more than the 300 that a validator remembers, and all of solana `slot_hashes::MAX_ENTRIES`. */
const KEPT_BLOCKS = 512;

/** Slots on mainnet that never had a block, so that a height is never mistaken for a slot. */
const SKIPPED_SLOTS = 21_834_567n;

const HASH_SIZE = 32;

/** One closed slot. The sandbox skips none, so heights and slots grow together. */
export class Block {
  readonly slot: bigint;
  readonly height: bigint;
  readonly hash: Uint8Array;
  /** Time of the block in Unix milliseconds. */
  readonly unixMilliseconds: bigint;
  #text: string | undefined;

  constructor(slot: bigint, height: bigint, hash: Uint8Array, unixMilliseconds: bigint) {
    this.slot = slot;
    this.height = height;
    this.hash = hash;
    this.unixMilliseconds = unixMilliseconds;
  }

  /** The hash in base58, which is made when it is asked for: few are. */
  get blockhash(): Blockhash {
    this.#text ??= toAddress(this.hash);
    return this.#text as Blockhash;
  }
}

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Slots a commitment lies behind the newest block before Alpenglow. */
export const COMMITMENT_DEPTH: { readonly [C in Commitment]: bigint } = {
  processed: 0n,
  confirmed: MAINNET.confirmedBlocks,
  finalized: MAINNET.finalBlocks,
};

/** Returns the slots that a commitment lies behind the newest one: under Alpenglow, what is confirmed is final. */
export function getDepth(commitment: Commitment, newest: bigint): bigint {
  const isAlpenglow = newest > MAINNET.alpenglowGenesisSlot;
  return COMMITMENT_DEPTH[isAlpenglow && commitment === 'finalized' ? 'confirmed' : commitment];
}

/** Slots in a row whose blocks came evenly; times in Unix milliseconds. */
type Run = { readonly first: bigint; readonly time: bigint; readonly each: bigint; count: bigint };

/** Runs that are remembered: one for each change of the pace, and two for each jump. */
const KEPT_RUNS = 4_096;

/** Creates the memory of the times of blocks that are kept no longer, in the order of their slots. */
function createPast() {
  const runs: Run[] = [];
  const append = (first: bigint, time: bigint, each: bigint, count: bigint): void => {
    const last = runs.at(-1);
    const isNext = last !== undefined && first === last.first + last.count && each === last.each;
    if (isNext && time === last.time + last.each * last.count) last.count += count;
    else runs.push({ first, time, each, count });
    if (runs.length > KEPT_RUNS) runs.shift();
  };
  return {
    append,
    find: (slot: bigint): bigint | undefined => {
      const run = runs.findLast(({ first }) => first <= slot);
      if (run === undefined || slot >= run.first + run.count) return undefined;
      return run.time + run.each * (slot - run.first);
    },
    /** The oldest slot that is remembered. */
    first: (): bigint | undefined => runs[0]?.first,
  };
}

/** The recent blocks of the one fork there is, oldest first and without a gap. */
export type Blocks = ReturnType<typeof createBlocks>;

/**
 * Opens a chain of blocks.
 *
 * @param kept - blocks of the start or of a saved state, oldest first and contiguous; at least one.
 * @param random - what later blockhashes are drawn from; the machine's unless given.
 */
export function createBlocks(kept: readonly Block[], random: RandomBytes = drawRandomBytes) {
  let blocks = [...kept];
  const past = createPast();
  /** Remembers a block; the next one says for how long it was the newest. */
  const remember = ({ slot, unixMilliseconds }: Block, next: bigint): void =>
    past.append(slot, unixMilliseconds, next - unixMilliseconds, 1n);
  const tip = (): Block => blocks.at(-1) as Block;
  return {
    tip,
    /** Returns the oldest block still kept. */
    oldest: (): Block => blocks[0] as Block,
    /** Finds the block of a slot; undefined when it is too old or not closed yet. */
    find: (slot: bigint): Block | undefined => blocks[Number(slot - (blocks[0] as Block).slot)],
    findByBlockhash: (blockhash: string): Block | undefined => {
      const bytes = parseAddressBytes(blockhash);
      return bytes && blocks.findLast(({ hash }) => Buffer.compare(hash, bytes) === 0);
    },
    /** Finds the time of a slot in Unix milliseconds, of older ones too, those that were jumped over included. */
    findTime: (slot: bigint): bigint | undefined =>
      slot < (blocks[0] as Block).slot
        ? past.find(slot)
        : blocks[Number(slot - (blocks[0] as Block).slot)]?.unixMilliseconds,
    /** The oldest slot whose time is known: all from there on are. */
    firstTimed: (): bigint => past.first() ?? (blocks[0] as Block).slot,
    /** Closes the open slot, which took `milliseconds`. */
    append: (milliseconds: bigint): Block => {
      const { slot, height, unixMilliseconds } = tip();
      const block = new Block(slot + 1n, height + 1n, random(HASH_SIZE), unixMilliseconds + milliseconds);
      blocks.push(block);
      const oldest = blocks.length > KEPT_BLOCKS ? blocks.shift() : undefined;
      if (oldest !== undefined) remember(oldest, (blocks[0] as Block).unixMilliseconds);
      return block;
    },
    /**
     * Makes `slot` the tip by moving every kept block forward, as if the slots between had been skipped before
     * the oldest of them: heights go on without a gap, so transactions built just before the jump still land.
     *
     * @param milliseconds - that each skipped slot took.
     */
    jumpTo: (slot: bigint, milliseconds: bigint): Block => {
      const slots = slot - tip().slot;
      const last = tip();
      const left = blocks.slice(0, slots < BigInt(blocks.length) ? Number(slots) : blocks.length);
      for (const [at, block] of left.entries())
        remember(block, blocks[at + 1]?.unixMilliseconds ?? last.unixMilliseconds + milliseconds);
      const skipped = slots - BigInt(blocks.length);
      if (skipped > 0n)
        past.append(last.slot + 1n, last.unixMilliseconds + milliseconds, milliseconds, skipped);
      blocks = blocks.map(
        ({ slot, height, hash, unixMilliseconds }) =>
          new Block(slot + slots, height, hash, unixMilliseconds + slots * milliseconds),
      );
      return tip();
    },
    /** Lists the kept blocks, oldest first. */
    toArray: (): readonly Block[] => [...blocks],
  };
}

/**
 * Creates a full window of blocks that ends at a slot, so that every commitment has a block from the first moment.
 *
 * @param unixMilliseconds - time of the newest block.
 * @param milliseconds - duration of each slot.
 * @param random - what their blockhashes are drawn from; the machine's unless given.
 */
export function createGenesisBlocks(
  slot: bigint,
  unixMilliseconds: bigint,
  milliseconds: bigint,
  random: RandomBytes = drawRandomBytes,
): Block[] {
  // The newest draws first.
  return Array.from({ length: KEPT_BLOCKS }, (_, index) => {
    const behind = BigInt(index);
    const height = slot - behind - SKIPPED_SLOTS;
    return new Block(slot - behind, height, random(HASH_SIZE), unixMilliseconds - behind * milliseconds);
  }).reverse();
}

const SLOT_HASHES_ADDRESS = address('SysvarS1otHashes111111111111111111111111111');
/** Bytes of the count of entries, and of an entry: the slot and the hash of its block. */
const HEAD = 8;
const ENTRY = 40;

/**
 * Writes the sysvar SlotHashes for the newest block.
 *
 * LiteSVM's own call reads all hashes from base58 each time, which took most of what a slot costs.
 */
export function writeSlotHashes(vm: SandboxVm, blocks: Blocks): void {
  const data = Buffer.alloc(HEAD + ENTRY * KEPT_BLOCKS);
  const newestFirst = blocks.toArray().toReversed();
  data.writeBigUInt64LE(BigInt(newestFirst.length));
  for (const [index, { slot, hash }] of newestFirst.entries()) {
    const at = HEAD + ENTRY * index;
    data.writeBigUInt64LE(slot, at);
    data.set(hash, at + 8);
  }
  const account = vm.readAccount(SLOT_HASHES_ADDRESS);
  if (account === undefined) throw new Error('A VM has the sysvar SlotHashes.');
  vm.putBack({ ...account, data });
}

/** Slots of an epoch on mainnet; there is no warm-up period in the sandbox, as on mainnet. */
export const SLOTS_PER_EPOCH = MAINNET.slotsPerEpoch;

/** Slots before an epoch begins in which its leader schedule is known. */
export const LEADER_SCHEDULE_SLOT_OFFSET = SLOTS_PER_EPOCH;

/** Time of a slot on mainnet by design, in milliseconds. */
export const NOMINAL_SLOT_MILLISECONDS = MAINNET.slotMilliseconds;

/** Time of an epoch on mainnet by design: a day. */
export const EPOCH_MILLISECONDS = SLOTS_PER_EPOCH * NOMINAL_SLOT_MILLISECONDS;

/** How often the yield of one epoch compounds in a year of 365 days. */
export const EPOCHS_PER_YEAR = (365 * 86_400_000) / Number(EPOCH_MILLISECONDS);

/** The epoch a slot belongs to. */
export function getEpoch(slot: bigint): bigint {
  return slot / SLOTS_PER_EPOCH;
}

/** The first slot of an epoch. */
export function getFirstSlot(epoch: bigint): bigint {
  return epoch * SLOTS_PER_EPOCH;
}

/** Where a sandbox takes chance from: blockhashes, names of its ledger and of its orders. */
export type RandomBytes = (size: number) => Uint8Array;

/** Random bytes for so many hashes, drawn at once: an epoch has hundreds of thousands of slots. */
const POOL_SIZE = 16_384;
let pool = new Uint8Array();

/** The chance of the machine. */
export const drawRandomBytes: RandomBytes = (size) => {
  if (pool.length < size) pool = randomFillSync(new Uint8Array(POOL_SIZE));
  const drawn = pool.subarray(0, size);
  pool = pool.subarray(size);
  return drawn;
};
