import type { Address } from '@solana/kit';
import type { Message } from '../decoded-transaction.ts';
import type { Execution } from '../execution.ts';
import type { ExecutionResult, InnerInstruction } from '../execution-result.ts';
import { readComputeBudget } from '../fees.ts';
import type { LoadedTransaction } from '../loaded-transaction.ts';
import {
  describeInstructionError,
  type InstructionError,
  type TransactionError,
} from '../transaction-error.ts';
import type { CompiledExpansion } from './compile-expansion.ts';
import type { ExpandedInstruction, Expansion } from './expand-transaction.ts';
import type { Invocation } from './invocation.ts';
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
  const units = ran.reduce((sum, { model }) => sum + sumUnits(model), execution.unitsConsumed);
  const { limit } = readComputeBudget(loaded.message);
  return {
    ...execution,
    err,
    unitsConsumed: units < limit ? units : limit,
    innerInstructions: toOriginalInner(execution.innerInstructions, placed, { loaded, compiled, failedAt }),
    logs: toOriginalLogs(execution.logs, ran, { compiled, failedAt, err, limit }),
  };
}

/** Compute units of a model and of all models it has invoked. */
function sumUnits(run: Pick<Invocation, 'units' | 'invocations'> | undefined): bigint {
  if (run === undefined) return 0n;
  return run.invocations.reduce((sum, each) => sum + sumUnits(each), run.units);
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
  {
    loaded,
    compiled,
    failedAt,
  }: {
    readonly loaded: LoadedTransaction;
    readonly compiled: CompiledExpansion;
    readonly failedAt: number | undefined;
  },
): ExecutionResult['innerInstructions'] {
  const original = (index: number): number => compiled.findOriginalIndex(index) ?? 0;
  const renumber = (instruction: InnerInstruction, deeper: number): InnerInstruction => ({
    ...instruction,
    programIdIndex: original(instruction.programIdIndex),
    accounts: instruction.accounts.map(original),
    stackHeight: instruction.stackHeight + deeper,
  });
  const invokedAt = (at: number): readonly InnerInstruction[] =>
    inner.find((each) => each.index === at)?.instructions ?? [];
  const indexOf = (address: Address): number => loaded.accounts.indexOf(address);
  return placed.flatMap((part) => {
    const { index, start, model } = part;
    const instructions = walk<InnerInstruction>(part, failedAt, {
      native: (at, depth) => {
        const { programAddressIndex, accountIndices, data } = compiled.message.instructions[at] ?? NOTHING;
        const own = {
          programIdIndex: programAddressIndex,
          accounts: accountIndices ?? [],
          data: Uint8Array.from(data ?? []),
          stackHeight: 1,
        };
        return [own, ...invokedAt(at)].map((each) => renumber(each, depth));
      },
      invocation: ({ programAddress, accounts, data }, depth, within) => [
        {
          programIdIndex: indexOf(programAddress),
          accounts: accounts.map(indexOf),
          data,
          stackHeight: depth + 1,
        },
        ...within,
      ],
    });
    const all = model === undefined ? invokedAt(start).map((each) => renumber(each, 0)) : instructions;
    return all.length === 0 ? [] : [{ index, instructions: all }];
  });
}

const NOTHING: Message['instructions'][number] = { programAddressIndex: 0 };

/** What is said of a native instruction at its place in the VM, and of a model with what is said of its own. */
type Telling<T> = {
  native(at: number, depth: number): readonly T[];
  invocation(run: Invocation, depth: number, within: readonly T[]): readonly T[];
};

/** Tells what a modelled instruction has invoked, in the order of execution, as far as it got. */
function walk<T>(part: Placed, failedAt: number | undefined, telling: Telling<T>): readonly T[] {
  const { model, start, count } = part;
  if (model === undefined) return [];
  // The last instruction of a refusal is none of the model's: it makes the VM fail.
  const end = model.failure === undefined ? start + count : start + count - 1;
  const isReached = (at: number): boolean => failedAt === undefined || at <= failedAt;
  const tell = (
    invocations: readonly Invocation[],
    from: number,
    to: number,
    depth: number,
  ): readonly T[] => {
    const told: T[] = [];
    let at = from;
    const tellNative = (until: number): void => {
      for (; at < until; at += 1) if (isReached(at)) told.push(...telling.native(at, depth));
    };
    for (const run of invocations) {
      tellNative(run.start);
      at = run.start + run.count;
      const within = tell(run.invocations, run.start, at, depth + 1);
      if (isReached(run.start)) told.push(...telling.invocation(run, depth, within));
    }
    tellNative(to);
    return told;
  };
  return tell(model.invocations, start, end, 1);
}

function toOriginalLogs(
  logs: readonly string[],
  ran: readonly Placed[],
  {
    compiled,
    failedAt,
    err,
    limit,
  }: {
    readonly compiled: CompiledExpansion;
    readonly failedAt: number | undefined;
    readonly err: TransactionError | null;
    readonly limit: bigint;
  },
): string[] {
  const groups = groupLogs(logs, compiled.message);
  const failed = findFailedIndex(err);
  let left = limit;
  return ran.flatMap((part) => {
    const { programAddress, index, start, count, model } = part;
    if (model === undefined) return groups.slice(start, start + count).flat();
    const frame = (
      run: Pick<Invocation, 'programAddress' | 'units' | 'logs'>,
      depth: number,
      within: readonly string[],
      failure: InstructionError | undefined,
    ): string[] => {
      const consumed = `Program ${run.programAddress} consumed ${run.units} of ${left} compute units`;
      left -= run.units;
      const end = failure === undefined ? 'success' : `failed: ${describeInstructionError(failure)}`;
      return [
        `Program ${run.programAddress} invoke [${depth}]`,
        ...run.logs.map((line) => `Program log: ${line}`),
        ...within,
        consumed,
        `Program ${run.programAddress} ${end}`,
      ];
    };
    const hasFailed =
      failed === index && err !== null && typeof err === 'object' && 'InstructionError' in err;
    const failure = hasFailed ? err.InstructionError[1] : undefined;
    const native = walk<string>(part, failedAt, {
      native: (at, depth) => deepenLogs(groups[at] ?? [], depth),
      invocation: (run, depth, within) => {
        const isCut = failedAt !== undefined && failedAt < run.start + run.count;
        return frame(run, depth + 1, within, isCut ? failure : run.failure);
      },
    });
    return frame({ programAddress, units: model.units, logs: model.logs }, 1, native, failure);
  });
}
