import type { LedgerClient } from '../upstreams/ledger/client.ts';
import type { Block } from './places.ts';
import { orUndefined } from './rewards.ts';

/** Slots between two blocks that are looked at block by block. */
const NEAR = 256n;
/** Slots between two blocks that are listed where guesses between them meet no block. */
const MOST_LISTED = 512n;
/** Slots beside the guess that are asked about, so that the block lies between two answers. */
const ASIDE = 100n;
const MOST_GUESSES = 20;
/** Every fourth guess halves what is left: it ends also where blocks do not come evenly. */
const HALVED = 4;

/** The last block that is known to be before the one that is not known. */
export type Unknown = { readonly after: Block };

/**
 * Finds the first confirmed block at or after a time, between two blocks. It takes at most 50 calls: two for each guess, one
 * for a list, and the times of nine blocks.
 *
 * The time of a block is that of the clock which its transactions saw, and no block has an earlier one than the block before.
 * Guesses follow from the pace of blocks between the two that are known; slots without a block are skipped. Where none that a
 * guess asks about has one, the next guess is the middle; where none has one there either, and more are left than one list
 * may have, the block is not known.
 *
 * @param time - Unix seconds; later than that of the block before.
 * @param last - the newest confirmed block, which is not asked about: a node that is a slot behind refuses to say its time. The
 *   time may be that of a later block; then this one is returned where no block before it is late enough.
 * @returns `later` where none of these blocks is at or after the time; unknown where a node does not have all of them,
 *   does not say their times, or lists none after two guesses.
 * @throws {UpstreamFault} when the ledger does not answer.
 */
export async function findFirstBlock(
  time: bigint,
  before: Block,
  last: Block,
  ledger: LedgerClient,
): Promise<Block | 'later' | Unknown> {
  if (last.time < time) return 'later';
  const reader = createReader(last.slot, ledger);
  let [low, high] = [before, last];
  let isEmpty = false;
  for (let guesses = 0; guesses < MOST_GUESSES && high.slot - low.slot > NEAR; guesses += 1) {
    const block = await look(guess(time, low, high, isEmpty ? HALVED - 1 : guesses), high, reader);
    if (block === undefined || (block === 'none' && isEmpty)) break;
    isEmpty = block === 'none';
    if (block !== 'none') [low, high] = block.time < time ? [block, high] : [low, block];
  }
  return (await bisect(time, low, high, reader)) ?? { after: low };
}

/** Looks at the first block of the slots that a guess asks about; undefined where the node does not say it. */
async function look(from: bigint, high: Block, reader: Reader): Promise<Block | 'none' | undefined> {
  const blocks = await reader.list(from, min(from + ASIDE, high.slot - 1n));
  const [slot] = blocks ?? [];
  if (slot === undefined) return blocks && 'none';
  const time = await reader.readTime(slot);
  return time === undefined ? undefined : { slot, time };
}

type Reader = ReturnType<typeof createReader>;

function createReader(last: bigint, ledger: LedgerClient) {
  const options = { commitment: 'confirmed', minContextSlot: Number(last) };
  return {
    /** Lists the slots with a block between two, both included. */
    async list(from: bigint, to: bigint): Promise<readonly bigint[] | undefined> {
      const found = await orUndefined(ledger.read('getBlocks', [Number(from), Number(to), options]));
      return found?.map(BigInt);
    },
    async readTime(slot: bigint): Promise<bigint | undefined> {
      const found = await orUndefined(ledger.read('getBlockTime', [Number(slot)]));
      return found == null ? undefined : BigInt(found);
    },
  };
}

/** Looks at the blocks between two, of which the first is before a time, and the last is not. */
async function bisect(time: bigint, low: Block, high: Block, reader: Reader): Promise<Block | undefined> {
  if (high.slot - low.slot > MOST_LISTED) return undefined;
  const blocks = await reader.list(low.slot, high.slot);
  // A node that has lost the blocks before a slot lists those from there on.
  if (blocks?.[0] !== low.slot || blocks.at(-1) !== high.slot) return undefined;
  let found = high;
  let [below, above] = [0, blocks.length - 1];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    const slot = blocks[middle] ?? high.slot;
    const read = await reader.readTime(slot);
    if (read === undefined) return undefined;
    if (read < time) below = middle;
    else [above, found] = [middle, { slot, time: read }];
  }
  return found;
}

function guess(time: bigint, low: Block, high: Block, guesses: number): bigint {
  const slots = high.slot - low.slot;
  const even = low.slot + ((time - low.time) * slots) / (high.time - low.time);
  const aside = guesses % 2 === 0 ? -ASIDE : ASIDE;
  const from = guesses % HALVED === HALVED - 1 ? low.slot + slots / 2n : even + aside;
  return from <= low.slot ? low.slot + 1n : min(from, high.slot - 1n);
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
