import { randomFillSync } from 'node:crypto';
import { type Address, address, type Blockhash, type EncodedAccount } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import type { SandboxVm } from './sandbox-vm.ts';

/** Blocks whose hash a transaction may name: agave `MAX_PROCESSING_AGE`. */
export const MAX_PROCESSING_AGE = 150n;

/** How many recent blocks are kept: enough for the 300 hashes a validator remembers and for SlotHashes. */
const KEPT_BLOCKS = 512;

/** Blocks a block must be behind the newest one to be final: agave `MAX_LOCKOUT_HISTORY` + 1. */
const FINALIZED_DEPTH = 32n;

/** Slots on mainnet that never had a block, so that a height is never mistaken for a slot. */
const SKIPPED_SLOTS = 21_834_567n;

const HASH_SIZE = 32;

/** One closed slot. The sandbox skips none, so heights and slots grow together. */
export type Block = {
  readonly slot: bigint;
  readonly height: bigint;
  readonly blockhash: Blockhash;
  /** Time of the block in Unix milliseconds. */
  readonly unixMilliseconds: bigint;
};

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Slots a commitment lies behind the newest block. */
export const COMMITMENT_DEPTH: { readonly [C in Commitment]: bigint } = {
  processed: 0n,
  confirmed: 1n,
  finalized: FINALIZED_DEPTH,
};

/** The recent blocks of the one fork there is, oldest first and without a gap. */
export type Blocks = {
  tip(): Block;
  /** The oldest block still kept. */
  oldest(): Block;
  /** The block of a slot, or undefined when it is too old or not closed yet. */
  find(slot: bigint): Block | undefined;
  findByBlockhash(blockhash: string): Block | undefined;
  /** The newest `count` blocks, newest first. */
  newest(count: number): readonly Block[];
  /** Closes the open slot, which took `milliseconds`. */
  append(milliseconds: bigint): Block;
  /**
   * Makes `slot` the tip by moving every kept block forward, as if the slots between had been skipped before
   * the oldest of them: heights go on without a gap, so transactions built just before the jump still land.
   *
   * @param milliseconds - that each skipped slot took.
   */
  jumpTo(slot: bigint, milliseconds: bigint): Block;
  /** The kept blocks, oldest first, for a snapshot. */
  toArray(): readonly Block[];
};

/**
 * Opens a chain of blocks.
 *
 * @param kept - blocks of a snapshot, oldest first and contiguous; at least one.
 * @param random - what later blockhashes are drawn from; the machine's unless given.
 */
export function createBlocks(kept: readonly Block[], random: RandomBytes = drawRandomBytes): Blocks {
  let blocks = [...kept];
  let byBlockhash = new Map(blocks.map((block) => [block.blockhash as string, block]));

  const tip = (): Block => {
    const last = blocks.at(-1);
    if (last === undefined) throw new Error('A chain has at least one block.');
    return last;
  };

  const push = (block: Block): void => {
    blocks.push(block);
    byBlockhash.set(block.blockhash, block);
    if (blocks.length <= KEPT_BLOCKS) return;
    const dropped = blocks.shift();
    if (dropped !== undefined) byBlockhash.delete(dropped.blockhash);
  };

  return {
    tip,
    oldest: () => blocks[0] ?? tip(),
    find: (slot) => {
      const first = blocks[0];
      return first === undefined ? undefined : blocks[Number(slot - first.slot)];
    },
    findByBlockhash: (blockhash) => byBlockhash.get(blockhash),
    newest: (count) => blocks.slice(-count).reverse(),
    append: (milliseconds) => {
      push(createNextBlock(tip(), milliseconds, random));
      return tip();
    },
    jumpTo: (slot, milliseconds) => {
      const slots = slot - tip().slot;
      blocks = blocks.map((block) => ({
        ...block,
        slot: block.slot + slots,
        unixMilliseconds: block.unixMilliseconds + slots * milliseconds,
      }));
      byBlockhash = new Map(blocks.map((block) => [block.blockhash as string, block]));
      return tip();
    },
    toArray: () => [...blocks],
  };
}

/**
 * A full window of blocks that ends at a slot, so that every commitment has a block from the first moment.
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
  const newest = { slot, height: slot - SKIPPED_SLOTS, blockhash: createBlockhash(random), unixMilliseconds };
  return createBlocksUpTo(newest, milliseconds, random);
}

function createBlocksUpTo(newest: Block, milliseconds: bigint, random: RandomBytes): Block[] {
  return Array.from({ length: KEPT_BLOCKS }, (_, index) => {
    const behind = BigInt(KEPT_BLOCKS - 1 - index);
    if (behind === 0n) return newest;
    return {
      slot: newest.slot - behind,
      height: newest.height - behind,
      blockhash: createBlockhash(random),
      unixMilliseconds: newest.unixMilliseconds - behind * milliseconds,
    };
  });
}

function createNextBlock(parent: Block, milliseconds: bigint, random: RandomBytes): Block {
  return {
    slot: parent.slot + 1n,
    height: parent.height + 1n,
    blockhash: createBlockhash(random),
    unixMilliseconds: parent.unixMilliseconds + milliseconds,
  };
}

function createBlockhash(random: RandomBytes): Blockhash {
  return toAddress(random(HASH_SIZE)) as string as Blockhash;
}

const ADDRESS = address('SysvarS1otHashes111111111111111111111111111');
/** Slots SlotHashes remembers: solana `slot_hashes::MAX_ENTRIES`. */
const MOST = 512;
/** The count of entries, and an entry: the slot and the hash of its block. */
const HEAD = 8;
const ENTRY = 40;
const HASH_AT = 8;

/**
 * Writes the sysvar SlotHashes for the newest block.
 *
 * As bytes, of which a further block moves the older ones on: LiteSVM's own call reads 512 hashes from base58 each time,
 * which took most of what a slot costs.
 */
export function createSlotHashes(blocks: Blocks): (vm: SandboxVm) => void {
  const entries = Buffer.alloc(ENTRY * MOST);
  let count = 0;
  let newest: Block | undefined;
  let account: EncodedAccount | undefined;

  const push = (block: Block): void => {
    entries.copyWithin(ENTRY, 0, ENTRY * (MOST - 1));
    entries.writeBigUInt64LE(block.slot, 0);
    entries.set(toAddressBytes(block.blockhash as string as Address), HASH_AT);
    count = Math.min(count + 1, MOST);
    newest = block;
  };

  return (vm) => {
    // A jump gives the same blocks other slots.
    const isOlder = newest !== undefined && blocks.find(newest.slot)?.blockhash === newest.blockhash;
    const ahead = isOlder && newest !== undefined ? Number(blocks.tip().slot - newest.slot) : MOST;
    if (ahead >= MOST) count = 0;
    for (const block of blocks.newest(Math.min(ahead, MOST)).toReversed()) push(block);
    const data = Buffer.alloc(HEAD + ENTRY * MOST);
    data.writeBigUInt64LE(BigInt(count));
    data.set(entries.subarray(0, ENTRY * count), HEAD);
    account ??= vm.readAccount(ADDRESS);
    if (account === undefined) throw new Error('A VM has the sysvar SlotHashes.');
    vm.putBack({ ...account, data });
  };
}

/** Slots of an epoch on mainnet; there is no warm-up period in the sandbox, as on mainnet. */
export const SLOTS_PER_EPOCH = 432_000n;

/** Slots before an epoch begins in which its leader schedule is known. */
export const LEADER_SCHEDULE_SLOT_OFFSET = 432_000n;

/** What a slot takes on mainnet by design, in milliseconds. */
export const NOMINAL_SLOT_MILLISECONDS = 200n;

/** What an epoch takes on mainnet by design: a day. */
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
const POOL = new Uint8Array(16_384);
let used = POOL.length;

/** The chance of the machine. */
export const drawRandomBytes: RandomBytes = (size) => {
  if (used + size > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += size;
  return POOL.slice(used - size, used);
};
