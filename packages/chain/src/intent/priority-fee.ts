import { IntentMismatch } from './intent.ts';
import { COMPUTE_BUDGET_PROGRAM, isSameKey } from './known-keys.ts';
import type { InstructionView } from './read-message.ts';

/** No transaction may bid more than this for priority, in lamports: 0.005 SOL. */
export const PRIORITY_FEE_LIMIT = 5_000_000n;

const COMPUTE_UNITS_LIMIT = 1_400_000;
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000;
const LIMIT_TAG = 2;
const PRICE_TAG = 3;

/**
 * Returns what a message bids for priority: unit limit × price ÷ 10^6, rounded up, in lamports.
 *
 * The ledger refuses two limits or two prices in one transaction, so the first of each counts; without a limit
 * every instruction counts 200,000 units.
 */
export function priorityFeeOf(instructions: readonly InstructionView[]): bigint {
  const budget = instructions.filter(({ program }) => isSameKey(program, COMPUTE_BUDGET_PROGRAM));
  const price = budget.find(({ data }) => data[0] === PRICE_TAG && data.length === 9);
  if (price === undefined) return 0n;
  const limit = budget.find(({ data }) => data[0] === LIMIT_TAG && data.length === 5);
  const others = instructions.length - budget.length;
  const units = limit ? dataView(limit).getUint32(1, true) : others * DEFAULT_UNITS_PER_INSTRUCTION;
  const microLamports = BigInt(Math.min(units, COMPUTE_UNITS_LIMIT)) * dataView(price).getBigUint64(1, true);
  return (microLamports + 999_999n) / 1_000_000n;
}

/** @throws {IntentMismatch} when a message bids more than {@link PRIORITY_FEE_LIMIT}. */
export function assertPriorityFee(instructions: readonly InstructionView[]): void {
  if (priorityFeeOf(instructions) > PRIORITY_FEE_LIMIT) {
    throw new IntentMismatch(`The priority fee is over ${PRIORITY_FEE_LIMIT} lamports.`);
  }
}

function dataView({ data }: InstructionView): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
