import type { Execution } from '../execution.ts';
import type { ExecutionResult, InnerInstruction } from '../execution-result.ts';
import { readComputeBudget } from '../fees.ts';
import type { LoadedTransaction } from '../loaded-transaction.ts';
import { describeInstructionError, type TransactionError } from '../transaction-error.ts';
import type { CompiledExpansion } from './compile-expansion.ts';
import type { ExpandedInstruction, Expansion } from './expand-transaction.ts';
import { deepenLogs, groupLogs } from './program-logs.ts';

/** A part of an expansion, and where its instructions stand in the VM's transaction. */
type Placed = ExpandedInstruction & { readonly index: number; readonly start: number };

/**
 * Says of the original transaction what the VM said of its expansion: indexes of instructions and accounts,
 * invocations one level deeper under the program that made them, its log lines and compute units.
 */
export function toOriginalExecution(
  loaded: LoadedTransaction,
  compiled: CompiledExpansion,
  { parts }: Expansion,
  execution: Execution,
): Execution {
  let start = 0;
  const placed = parts.map((part, index): Placed => {
    start += part.count;
    return { ...part, index, start: start - part.count };
  });
  const failedAt = findFailedIndex(execution.err);
  const err = toOriginalError(execution.err, placed, compiled);
  const ran = execution.isCharged
    ? placed.filter((part) => failedAt === undefined || part.start <= failedAt)
    : [];
  const units = ran.reduce((sum, { model }) => sum + (model?.units ?? 0n), execution.unitsConsumed);
  const { limit } = readComputeBudget(loaded.message);
  return {
    ...execution,
    err,
    unitsConsumed: units < limit ? units : limit,
    innerInstructions: toOriginalInner(execution.innerInstructions, placed, compiled, failedAt),
    logs: toOriginalLogs(execution.logs, ran, compiled, err, limit),
  };
}

function findFailedIndex(err: TransactionError | null): number | undefined {
  return err !== null && typeof err === 'object' && 'InstructionError' in err
    ? err.InstructionError[0]
    : undefined;
}

function toOriginalError(
  err: TransactionError | null,
  placed: readonly Placed[],
  compiled: CompiledExpansion,
): TransactionError | null {
  if (err === null || typeof err === 'string') return err;
  if ('InsufficientFundsForRent' in err) {
    const index = compiled.findOriginalIndex(err.InsufficientFundsForRent.account_index);
    return { InsufficientFundsForRent: { account_index: index ?? 0 } };
  }
  if (!('InstructionError' in err)) return err;
  const [failedAt, cause] = err.InstructionError;
  const part = partAt(failedAt, placed);
  if (part === undefined) return err;
  const isRefusal = part.model?.failure !== undefined && failedAt === part.start + part.count - 1;
  return { InstructionError: [part.index, isRefusal ? (part.model?.failure ?? cause) : cause] };
}

function partAt(index: number, placed: readonly Placed[]): Placed | undefined {
  return placed.find(({ start, count }) => start <= index && index < start + count);
}

function toOriginalInner(
  inner: ExecutionResult['innerInstructions'],
  placed: readonly Placed[],
  compiled: CompiledExpansion,
  failedAt: number | undefined,
): ExecutionResult['innerInstructions'] {
  const original = (index: number): number => compiled.findOriginalIndex(index) ?? 0;
  const renumber = (instruction: InnerInstruction, deeper: number): InnerInstruction => ({
    ...instruction,
    programIdIndex: original(instruction.programIdIndex),
    accounts: instruction.accounts.map(original),
    stackHeight: instruction.stackHeight + deeper,
  });
  return placed.flatMap(({ index, start, count, model }) => {
    const instructions = Array.from({ length: count }, (_, offset) => start + offset).flatMap((at) => {
      const invoked = inner.find((each) => each.index === at)?.instructions ?? [];
      if (model === undefined) return invoked.map((each) => renumber(each, 0));
      const isRefusal = model.failure !== undefined && at === start + count - 1;
      if (isRefusal || (failedAt !== undefined && at > failedAt)) return [];
      const {
        programAddressIndex,
        accountIndices = [],
        data = [],
      } = compiled.message.instructions[at] ?? {
        programAddressIndex: 0,
      };
      const own = {
        programIdIndex: programAddressIndex,
        accounts: accountIndices,
        data: Uint8Array.from(data),
        stackHeight: 1,
      };
      return [own, ...invoked].map((each) => renumber(each, 1));
    });
    return instructions.length === 0 ? [] : [{ index, instructions }];
  });
}

function toOriginalLogs(
  logs: readonly string[],
  ran: readonly Placed[],
  { message }: CompiledExpansion,
  err: TransactionError | null,
  limit: bigint,
): string[] {
  const groups = groupLogs(logs, message);
  const failed = findFailedIndex(err);
  let left = limit;
  return ran.flatMap(({ programAddress, index, start, count, model }) => {
    const own = groups.slice(start, start + count);
    if (model === undefined) return own.flat();
    const native = (model.failure === undefined ? own : own.slice(0, -1)).flatMap(deepenLogs);
    const hasFailed =
      failed === index && err !== null && typeof err === 'object' && 'InstructionError' in err;
    const end = hasFailed ? `failed: ${describeInstructionError(err.InstructionError[1])}` : 'success';
    const consumed = `Program ${programAddress} consumed ${model.units} of ${left} compute units`;
    left -= model.units;
    return [
      `Program ${programAddress} invoke [1]`,
      ...model.logs.map((line) => `Program log: ${line}`),
      ...native,
      consumed,
      `Program ${programAddress} ${end}`,
    ];
  });
}
