import { type AccountMeta, type Address, type Instruction, isSignerRole, isWritableRole } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '../program-addresses.ts';
import { readMinimumDelegation } from '../stake/minimum-delegation.ts';
import type { InstructionError } from '../transaction-error.ts';
import type { Invocation } from './invocation.ts';
import { assertIsAllowed } from './invocation-rights.ts';
import { InvocationFailed, type ModelView } from './model-view.ts';
import { type CallAccount, ProgramFailure, type ProgramModel } from './program-model.ts';

/** The system program refuses an empty instruction, so this fails wherever it stands. */
const ALWAYS_FAILS: Instruction = {
  programAddress: SYSTEM_PROGRAM_ADDRESS,
  accounts: [],
  data: new Uint8Array(),
};

/** An instruction for a model, of the transaction or of another model. */
type ModelRun = {
  readonly model: ProgramModel;
  readonly accounts: readonly CallAccount[];
  readonly data: Uint8Array;
  /** All top-level instructions, and which of them this is or comes from. */
  readonly transaction: readonly Instruction[];
  readonly index: number;
};

/**
 * Runs a model for a top-level instruction. What it refuses ends in an instruction of the VM that fails.
 *
 * @returns its run, and whether the transaction cannot go on after it.
 */
export function runModel(run: ModelRun, view: ModelView): Invocation & { readonly hasEnded: boolean } {
  const runs: Invocation[] = [];
  const count = view.instructions.length;
  const end = (): Invocation & { readonly hasEnded: boolean } => {
    const [only] = runs as [Invocation];
    return { ...only, start: count, hasEnded: true };
  };
  try {
    invokeModel(run, view, runs);
    return { ...end(), hasEnded: false };
  } catch (error) {
    if (error instanceof InvocationFailed) return end();
    if (!(error instanceof ProgramFailure)) throw error;
    view.instructions.push(ALWAYS_FAILS);
    return end();
  }
}

/** Runs a model and books it among `siblings`, whether it succeeds or not. @throws {ProgramFailure | InvocationFailed} */
function invokeModel(run: ModelRun, view: ModelView, siblings: Invocation[]): void {
  const { model, accounts, data } = run;
  const logs: string[] = [];
  const invocations: Invocation[] = [];
  const start = view.instructions.length;
  const units = model.getUnits(data);
  const book = (failure?: InstructionError): void => {
    siblings.push({
      programAddress: model.programAddress,
      accounts: accounts.map(({ address }) => address),
      data,
      units,
      logs,
      start,
      count: view.instructions.length - start,
      invocations,
      ...(failure !== undefined && { failure }),
    });
  };
  try {
    view.charge(units);
    callModel(run, view, { logs, invocations });
    book();
  } catch (error) {
    if (error instanceof ProgramFailure) {
      const isOwn = invocations.at(-1)?.failure === undefined;
      if (isOwn && error.message !== '') logs.push(`Error: ${error.message}`);
      book(error.instructionError);
    } else book();
    throw error;
  }
}

function callModel(
  run: ModelRun,
  view: ModelView,
  { logs, invocations }: { readonly logs: string[]; readonly invocations: Invocation[] },
): void {
  const { model, accounts, data, transaction, index } = run;
  const { bank } = view;
  const written = new Map<Address, Uint8Array>();
  const closed = new Map<Address, Address>();
  const assertIsWritable = (address: Address): void => {
    if (accounts.some((account) => account.address === address && account.isWritable)) return;
    throw new ProgramFailure('ReadonlyDataModified');
  };
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
      const invoked = bank.models.get(instruction.programAddress);
      if (invoked === undefined) {
        view.instructions.push(instruction);
        return;
      }
      const own = withRights(instruction.accounts ?? []);
      const nested = { ...run, model: invoked, accounts: own, data: Uint8Array.from(instruction.data ?? []) };
      invokeModel(nested, view, invocations);
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
  for (const [address, bytes] of written) view.writes.set(address, bytes);
  for (const [address, destination] of closed) view.closes.set(address, destination);
}

/** The accounts with their rights; one that stands twice has those of both places, as in the runtime. */
function withRights(metas: readonly AccountMeta[]): CallAccount[] {
  return metas.map(({ address }) => {
    const roles = metas.filter((meta) => meta.address === address).map(({ role }) => role);
    return { address, isSigner: roles.some(isSignerRole), isWritable: roles.some(isWritableRole) };
  });
}
