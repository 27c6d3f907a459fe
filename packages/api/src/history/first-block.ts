import type { LedgerClient } from '../upstreams/ledger/client.ts';
import type { Block } from './places.ts';
import { orUndefined } from './rewards.ts';

/** Slots between two blocks that are looked at block by block. */
const NEAR = 256n;
/** Slots beside the guess that are asked about, so that the block lies between two answers. */
const ASIDE = 100n;
const MOST_GUESSES = 20;
/** Every fourth guess halves what is left: it ends also where blocks do not come evenly. */
const HALVED = 4;

/**
 * Finds the first confirmed block at or after a time, between two blocks. It takes at most 50 calls: two for each guess, one
 * for a list, and the times of nine blocks.
 *
 * The time of a block is that of the clock which its transactions saw, and no block has an earlier one than the block before.
 * Guesses follow from the pace of blocks between the two that are known; slots without a block are skipped.
 *
 * @param time - Unix seconds; later than that of the block before.
 * @param last - the newest confirmed block, which is not asked about: a node that is a slot behind refuses to say its time. The
 *   time may be that of a later block; then this one is returned where no block before it is late enough.
 * @returns `later` where none of these blocks is at or after the time; undefined where a node does not have all of them, or
 *   does not say their times.
 * @throws {UpstreamFault} when the ledger does not answer.
 */
export async function findFirstBlock(
  time: bigint,
  before: Block,
  last: Block,
  ledger: LedgerClient,
): Promise<Block | 'later' | undefined> {
  if (last.time < time) return 'later';
  const reader = createReader(last.slot, ledger);
  let [low, high] = [before, last];
  for (let guesses = 0; high.slot - low.slot > NEAR; guesses += 1) {
    if (guesses === MOST_GUESSES) return undefined;
    const from = guess(time, low, high, guesses);
    const [slot] = await reader.list(from, min(from + ASIDE, high.slot));
    const found = await reader.readTime(slot);
    if (slot === undefined || found === undefined) return undefined;
    if (found < time) low = { slot, time: found };
    else high = { slot, time: found };
  }
  return await bisect(time, low, high, reader);
}

type Reader = ReturnType<typeof createReader>;

function createReader(last: bigint, ledger: LedgerClient) {
  const options = { commitment: 'confirmed', minContextSlot: Number(last) };
  return {
    /** Lists the slots with a block between two, both included. */
    async list(from: bigint, to: bigint): Promise<readonly bigint[]> {
      const found = await orUndefined(ledger.read('getBlocks', [Number(from), Number(to), options]));
      return (found ?? []).map(BigInt);
    },
    async readTime(slot: bigint | undefined): Promise<bigint | undefined> {
      if (slot === undefined) return undefined;
      const found = await orUndefined(ledger.read('getBlockTime', [Number(slot)]));
      return found == null ? undefined : BigInt(found);
    },
  };
}

/** Looks at the blocks between two, of which the first is before a time, and the last is not. */
async function bisect(time: bigint, low: Block, high: Block, reader: Reader): Promise<Block | undefined> {
  const blocks = await reader.list(low.slot, high.slot);
  // A node that has lost the blocks before a slot lists those from there on.
  if (blocks[0] !== low.slot || blocks.at(-1) !== high.slot) return undefined;
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
