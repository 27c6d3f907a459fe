import { AccountRole, type Address, type Instruction } from '@solana/kit';
import type { Bank } from '../bank.ts';
import { readComputeBudget } from '../fees.ts';
import type { LoadedTransaction } from '../loaded-transaction.ts';
import { listAccounts } from './compile-expansion.ts';
import type { Invocation } from './invocation.ts';
import { createModelView } from './model-view.ts';
import type { CallAccount } from './program-model.ts';
import { runModel } from './run-model.ts';

/** What stands in the VM for one instruction of a transaction. */
export type ExpandedInstruction = {
  readonly programAddress: Address;
  /** Instructions in the VM; zero for a modelled one that invokes nothing. */
  readonly count: number;
  /** Only for a modelled instruction. */
  readonly model?: Pick<Invocation, 'units' | 'logs' | 'failure' | 'invocations'>;
};

/** A transaction as the VM is to execute it. */
export type Expansion = {
  readonly instructions: readonly Instruction[];
  /** One for each original instruction, as far as execution gets. */
  readonly parts: readonly ExpandedInstruction[];
  /** Account data to store once the transaction has succeeded. */
  readonly writes: ReadonlyMap<Address, Uint8Array>;
  /** Accounts to close then, and who gets their lamports. */
  readonly closes: ReadonlyMap<Address, Address>;
};

/** Whether a transaction invokes a program that only exists as a model. */
export function invokesModel({ message }: LoadedTransaction, { models }: Bank): boolean {
  return message.instructions.some(({ programAddressIndex }) => {
    const program = message.staticAccounts[programAddressIndex];
    return program !== undefined && models.has(program);
  });
}

/**
 * Replaces each modelled instruction by the native ones it amounts to.
 *
 * A model sees the accounts as the instructions before it leave them: those are simulated first. What cannot
 * succeed ends the expansion, since nothing after it would be executed.
 */
export function expandTransaction(loaded: LoadedTransaction, bank: Bank): Expansion {
  const accounts = listAccounts(loaded);
  const instructions: Instruction[] = [];
  const parts: ExpandedInstruction[] = [];
  const writes = new Map<Address, Uint8Array>();
  const closes = new Map<Address, Address>();
  const { limit } = readComputeBudget(loaded.message);
  const meter = { limit, used: 0n };

  const transaction = decompile(loaded, accounts);
  for (const [index, original] of transaction.entries()) {
    const { programAddress, own, data } = original;
    const model = bank.models.get(programAddress);
    if (model === undefined) {
      instructions.push(original);
      parts.push({ programAddress, count: 1 });
      continue;
    }
    const view = createModelView(loaded, bank, { instructions, writes, closes, meter });
    if (view.simulate() === undefined) break;
    const count = instructions.length;
    const { hasEnded, ...run } = runModel({ model, accounts: own, data, transaction, index }, view);
    parts.push({ programAddress, count: instructions.length - count, model: run });
    if (hasEnded) break;
  }
  return { instructions, parts, writes, closes };
}

/** An instruction as it was signed, its accounts also with their rights. */
type Original = Required<Instruction> & {
  readonly data: Uint8Array;
  readonly own: readonly CallAccount[];
};

function decompile({ message }: LoadedTransaction, accounts: readonly CallAccount[]): Original[] {
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => {
    const own = accountIndices.map((index) => accounts[index] as CallAccount);
    return {
      programAddress: accounts[programAddressIndex]?.address as Address,
      accounts: own.map(toMeta),
      data: Uint8Array.from(data),
      own,
    };
  });
}

function toMeta({ address, isSigner, isWritable }: CallAccount) {
  if (isSigner)
    return { address, role: isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER };
  return { address, role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY };
}
