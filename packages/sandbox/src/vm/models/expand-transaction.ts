import { AccountRole, type Address, type EncodedAccount, type Instruction } from '@solana/kit';
import { FailedTransactionMetadata, type LiteSVM } from 'litesvm';
import type { Bank } from '../bank.ts';
import { readComputeBudget } from '../fees.ts';
import type { LoadedTransaction } from '../loaded-transaction.ts';
import { SYSTEM_PROGRAM_ADDRESS } from '../program-addresses.ts';
import { readChangedAccounts } from '../read-account.ts';
import { readMinimumDelegation } from '../stake/minimum-delegation.ts';
import type { InstructionError } from '../transaction-error.ts';
import { compileExpansion, listAccounts } from './compile-expansion.ts';
import { assertIsAllowed } from './invocation-rights.ts';
import { type CallAccount, ProgramFailure, type ProgramModel } from './program-model.ts';
import { withExactFee } from './with-exact-fee.ts';

/** What stands in the VM for one instruction of a transaction. */
export type ExpandedInstruction = {
  readonly programAddress: Address;
  /** Instructions in the VM; zero for a modelled one that invokes nothing. */
  readonly count: number;
  /** Only for a modelled instruction. */
  readonly model?: {
    readonly units: bigint;
    readonly logs: readonly string[];
    /** The model's refusal, which comes after everything it had invoked. */
    readonly failure?: InstructionError;
  };
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

/** The system program refuses an empty instruction, so this fails wherever it stands. */
const ALWAYS_FAILS: Instruction = {
  programAddress: SYSTEM_PROGRAM_ADDRESS,
  accounts: [],
  data: new Uint8Array(),
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
  let modelUnits = 0n;

  const transaction = decompile(loaded, accounts);
  for (const [index, original] of transaction.entries()) {
    const { programAddress, own, data } = original;
    const model = bank.models.get(programAddress);
    if (model === undefined) {
      instructions.push(original);
      parts.push({ programAddress, count: 1 });
      continue;
    }
    const view = createView(loaded, bank, instructions, writes, closes);
    const count = instructions.length;
    const run = runModel({ model, accounts: own, data, transaction, index, left: limit - modelUnits }, view);
    if (run === undefined) break;
    modelUnits += run.part.units;
    parts.push({ programAddress, count: instructions.length - count, model: run.part });
    if (run.hasEnded) break;
  }
  return { instructions, parts, writes, closes };
}

type ModelRun = { readonly part: NonNullable<ExpandedInstruction['model']>; readonly hasEnded: boolean };

function runModel(
  input: {
    readonly model: ProgramModel;
    readonly accounts: readonly CallAccount[];
    readonly data: Uint8Array;
    readonly transaction: readonly Instruction[];
    readonly index: number;
    readonly left: bigint;
  },
  view: View,
): ModelRun | undefined {
  const { model, accounts, data, transaction, index, left } = input;
  const { instructions, writes, closes, bank } = view;
  const units = model.getUnits(data);
  const logs: string[] = [];
  const written = new Map<Address, Uint8Array>();
  const closed = new Map<Address, Address>();
  const assertIsWritable = (address: Address): void => {
    if (accounts.some((account) => account.address === address && account.isWritable)) return;
    throw new ProgramFailure('ReadonlyDataModified');
  };
  const before = view.simulate();
  if (before === undefined) return undefined;
  try {
    if (before.units + units > left) {
      throw new ProgramFailure('ProgramFailedToComplete', 'exceeded CUs meter');
    }
    model.run({
      programAddress: model.programAddress,
      accounts,
      data,
      transaction,
      index,
      epoch: bank.vm().getClock().epoch,
      now: bank.vm().getClock().unixTimestamp,
      findAccount: view.findAccount,
      getRent: (space) => bank.vm().minimumBalanceForRentExemption(space),
      minimumDelegation: () => readMinimumDelegation(bank),
      invoke: (instruction, signers = []) => {
        assertIsAllowed(instruction, accounts, signers);
        instructions.push(instruction);
      },
      write: (address, bytes) => {
        assertIsWritable(address);
        written.set(address, bytes);
      },
      close: (address, destination) => {
        assertIsWritable(address);
        assertIsWritable(destination);
        closed.set(address, destination);
      },
      log: (line) => logs.push(line),
    });
    for (const [address, bytes] of written) writes.set(address, bytes);
    for (const [address, destination] of closed) closes.set(address, destination);
    return { part: { units, logs }, hasEnded: false };
  } catch (error) {
    if (error instanceof InvocationFailed) return { part: { units, logs }, hasEnded: true };
    if (!(error instanceof ProgramFailure)) throw error;
    if (error.message !== '') logs.push(`Error: ${error.message}`);
    instructions.push(ALWAYS_FAILS);
    return { part: { units, logs, failure: error.instructionError }, hasEnded: true };
  }
}

/** A native instruction that a model had invoked fails; the model goes no further. */
class InvocationFailed extends Error {
  override readonly name = 'InvocationFailed';
}

/** The ledger as the instructions so far leave it. */
type View = {
  readonly bank: Bank;
  /** The expansion so far; grows. */
  readonly instructions: Instruction[];
  readonly writes: Map<Address, Uint8Array>;
  readonly closes: Map<Address, Address>;
  /** Runs the instructions so far; undefined when they fail. */
  simulate(): Simulated | undefined;
  /** @throws {InvocationFailed} */
  findAccount(address: Address): EncodedAccount | undefined;
};

type Simulated = {
  readonly changed: ReadonlyMap<Address, EncodedAccount | undefined>;
  readonly units: bigint;
};

function createView(
  loaded: LoadedTransaction,
  bank: Bank,
  instructions: Instruction[],
  writes: Map<Address, Uint8Array>,
  closes: Map<Address, Address>,
): View {
  let simulated: Simulated | undefined;
  let count = -1;
  const simulate = (): Simulated | undefined => {
    if (count === instructions.length) return simulated;
    count = instructions.length;
    simulated = simulatePrefix(loaded, instructions, bank.vm());
    return simulated;
  };
  const findAccount = (address: Address): EncodedAccount | undefined => {
    const { changed } = simulate() ?? {};
    if (changed === undefined) throw new InvocationFailed();
    if (closes.has(address)) return undefined;
    const account = changed.has(address) ? changed.get(address) : bank.findAccount(address);
    const data = writes.get(address);
    return account !== undefined && data !== undefined ? { ...account, data } : account;
  };
  return { bank, instructions, writes, closes, simulate, findAccount };
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
