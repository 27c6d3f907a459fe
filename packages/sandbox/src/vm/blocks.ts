import type { Blockhash } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { drawRandomBytes, type RandomBytes } from './random-bytes.ts';

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
