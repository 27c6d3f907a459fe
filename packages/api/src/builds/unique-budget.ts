import type { ComputeBudget } from '@staking-agent/chain/message';
import type { Random } from '../runtime/random.ts';

/** Varies a compute budget so that no two builds are the same message. */
export type UniqueBudget = (unitLimit: number, unitPrice: bigint) => ComputeBudget;

/** Bits in which builds of one process differ; a million of them may have the same blockhash. */
const BITS = 20;
const HALF_BITS = BITS / 2;
const HALF = 2 ** HALF_BITS;
const ROUNDS = 4;
/** Part of the unit limit that may be added to it. */
const LIMIT_PART = 64;

/**
 * Makes the budgets of one process: the unit limit is raised by up to 1/64, the price so that the fee stays within 80
 * lamports of what was asked.
 *
 * The variation is a counter behind a secret permutation. Within a process, 2^20 consecutive builds always differ; builds of
 * other processes differ by 20 random bits, and the sequence cannot be predicted from outside.
 */
export function createUniqueBudget(random: Random): UniqueBudget {
  const permute = createPermutation(random);
  let counter = random.bytes(4).readUInt32LE() % 2 ** BITS;
  return (unitLimit, unitPrice) => {
    counter = (counter + 1) % 2 ** BITS;
    const mark = permute(counter);
    const limits = Math.max(Math.floor(unitLimit / LIMIT_PART), 1);
    const computeUnitLimit = unitLimit + (mark % limits);
    // The same fee, spread over more units; below 2^53, because fees are bounded far below that.
    const price = Math.floor((unitLimit * Number(unitPrice)) / computeUnitLimit);
    return { computeUnitLimit, computeUnitPrice: BigInt(price + Math.floor(mark / limits)) };
  };
}

/** A permutation of all numbers of 20 bits: a Feistel network whose round functions are random tables. */
function createPermutation(random: Random): (input: number) => number {
  const tables = Array.from({ length: ROUNDS }, () => {
    const bytes = random.bytes(2 * HALF);
    return Uint16Array.from({ length: HALF }, (_, i) => bytes.readUInt16LE(2 * i) % HALF);
  });
  return (input) => {
    let left = input >> HALF_BITS;
    let right = input % HALF;
    for (const table of tables) [left, right] = [right, left ^ (table[right] ?? 0)];
    return left * HALF + right;
  };
}
