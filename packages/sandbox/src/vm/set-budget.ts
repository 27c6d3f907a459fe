import { ComputeBudget, type LiteSVM } from 'litesvm';
import { readComputeBudget } from './fees.ts';
import type { Message } from './message.ts';

/** What a transaction may use that is simulated to see what it does: all it wants. */
export const UNLIMITED_BUDGET = { units: 2n ** 40n, logBytes: undefined } as const;

/** LiteSVM cuts a log after so many bytes, as a node does. */
const LOG_BYTES = 10_000n;

/**
 * Gives the VM the limits of a transaction: those its message asks for, or others.
 *
 * @param other - compute units and bytes of log; undefined for no limit of the log.
 */
export function setBudget(
  vm: LiteSVM,
  message: Message,
  other?: { readonly units: bigint; readonly logBytes: bigint | undefined },
): void {
  const { limit, heapSize } = readComputeBudget(message);
  const budget = new ComputeBudget();
  budget.computeUnitLimit = other?.units ?? limit;
  budget.heapSize = heapSize;
  vm.withComputeBudget(budget);
  vm.withLogBytesLimit(other === undefined ? LOG_BYTES : other.logBytes);
}
