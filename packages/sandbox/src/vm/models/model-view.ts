import type { Address, EncodedAccount, Instruction } from '@solana/kit';
import { FailedTransactionMetadata, type LiteSVM } from 'litesvm';
import type { Bank } from '../bank.ts';
import type { LoadedTransaction } from '../loaded-transaction.ts';
import { readChangedAccounts } from '../read-account.ts';
import { compileExpansion } from './compile-expansion.ts';
import { ProgramFailure } from './program-model.ts';
import { withExactFee } from './with-exact-fee.ts';

/** A native instruction that a model had invoked fails; the model goes no further. */
export class InvocationFailed extends Error {
  override readonly name = 'InvocationFailed';
}

/** What models have made of a transaction so far; all of it grows. */
type Progress = {
  /** The expansion so far. */
  readonly instructions: Instruction[];
  readonly writes: Map<Address, Uint8Array>;
  readonly closes: Map<Address, Address>;
  /** Compute units: those of the transaction, and those that models have used themselves. */
  readonly meter: { readonly limit: bigint; used: bigint };
};

/** The ledger as the instructions so far leave it. */
export type ModelView = Progress & {
  readonly bank: Bank;
  /** Runs the instructions so far; undefined when they fail. */
  simulate(): Simulated | undefined;
  /** @throws {InvocationFailed} */
  findAccount(address: Address): EncodedAccount | undefined;
  /**
   * Books compute units of a model.
   *
   * @throws {ProgramFailure} when the transaction has not so many left.
   * @throws {InvocationFailed}
   */
  charge(units: bigint): void;
};

type Simulated = {
  readonly changed: ReadonlyMap<Address, EncodedAccount | undefined>;
  readonly units: bigint;
};

/** Looks at the ledger through what models have made of a transaction so far. */
export function createModelView(loaded: LoadedTransaction, bank: Bank, progress: Progress): ModelView {
  const { instructions, writes, closes, meter } = progress;
  let simulated: Simulated | undefined;
  let count = -1;
  const simulate = (): Simulated | undefined => {
    if (count === instructions.length) return simulated;
    count = instructions.length;
    simulated = simulatePrefix(loaded, instructions, bank.vm());
    return simulated;
  };
  const requireSimulated = (): Simulated => {
    const result = simulate();
    if (result === undefined) throw new InvocationFailed();
    return result;
  };
  return {
    ...progress,
    bank,
    simulate,
    findAccount(address) {
      const { changed } = requireSimulated();
      if (closes.has(address)) return undefined;
      const account = changed.has(address) ? changed.get(address) : bank.findAccount(address);
      const data = writes.get(address);
      return account !== undefined && data !== undefined ? { ...account, data } : account;
    },
    charge(units) {
      if (requireSimulated().units + meter.used + units > meter.limit) {
        throw new ProgramFailure('ProgramFailedToComplete', 'exceeded CUs meter');
      }
      meter.used += units;
    },
  };
}

/** The accounts after some instructions, or undefined when they fail. */
function simulatePrefix(
  loaded: LoadedTransaction,
  instructions: readonly Instruction[],
  vm: LiteSVM,
): Simulated | undefined {
  if (instructions.length === 0) return { changed: new Map(), units: 0n };
  const compiled = compileExpansion(loaded, instructions);
  const result = withExactFee(loaded, compiled, vm, 'discard', () =>
    vm.simulateTransaction(compiled.transaction),
  );
  if (result instanceof FailedTransactionMetadata) return undefined;
  const changed = readChangedAccounts(result).map((account) => {
    return [account.address, account.lamports === 0n ? undefined : account] as const;
  });
  return { changed: new Map(changed), units: result.meta().computeUnitsConsumed() };
}
