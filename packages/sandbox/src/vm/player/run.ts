import {
  type Address,
  type EncodedAccount,
  type Instruction,
  isSolanaError,
  isWritableRole,
} from '@solana/kit';
import { BoundedCache } from '@staking-agent/chain/address';
import type { Bank } from '../bank.ts';
import { isPrecompile } from '../fees.ts';
import { isWritable, type LoadedTransaction } from '../loaded-transaction.ts';
import { findProgramData, type SandboxVm, setBudget, UNLIMITED_BUDGET } from '../sandbox-vm.ts';
import { readMinimumDelegation } from '../stake-account.ts';
import { encodeMessage } from '../transaction.ts';
import { type Cue, findCue, type PassedAccount, type Script, type Step } from './cue.ts';
import { ProgramFailure, type ProgramModel, toMeta } from './model.ts';
import { writePlayer } from './script.ts';

/** Tells if a transaction names a program that only exists as a model, so that it or a program it calls may call it. */
export function namesModel({ accounts }: LoadedTransaction, { models }: Bank): boolean {
  return accounts.some((account) => models.has(account));
}

/**
 * Runs work while a player, a program that performs the decisions of a model, replaces each model in the VM.
 *
 * The models decide first: the transaction is simulated; where a player is called with an input that it has no script for,
 * it logs the input and fails, the model writes the script, and the transaction is simulated again. Once no call is unknown,
 * the VM runs the transaction like any other, whichever program calls the players.
 */
export function runWithPlayers<R>(loaded: LoadedTransaction, bank: Bank, run: () => R): R {
  const vm = bank.vm();
  const programs = loaded.accounts.filter((account) => bank.models.has(account));
  const accounts = programs.flatMap((program) => [program, findProgramData(program)]);
  const markers = accounts.map((account) => vm.readAccount(account));
  const calls = listCalls(loaded);
  const learned = findLearned(vm);
  const known = learned.get(calls);
  const players = createPlayers(vm, programs, known);
  try {
    if (known === undefined) learn(loaded, bank, players);
    else players.install();
    setBudget(vm, loaded.message);
    const result = run();
    if (findLearned(vm) === learned) learned.set(calls, players.scripts);
    return result;
  } finally {
    for (const marker of markers) if (marker !== undefined) vm.putBack(marker);
  }
}

/** The scripts of each model, by the input they are for. */
type Scripts = ReadonlyMap<Address, Map<bigint, Script>>;

const NO_BLOCKHASH = '1'.repeat(32);

/** How many transactions are remembered that were simulated on one state of the ledger. */
const REMEMBERED = 64;

/**
 * The scripts learned for transactions since the ledger changed last, by their calls: a transaction that is simulated by the
 * service, by the preflight of a node, and executed, is learned once.
 */
const learnedOf = new WeakMap<
  SandboxVm,
  { readonly changes: number; readonly scripts: BoundedCache<Scripts> }
>();

function findLearned(vm: SandboxVm): BoundedCache<Scripts> {
  const known = learnedOf.get(vm);
  if (known?.changes === vm.changes) return known.scripts;
  const scripts = new BoundedCache<Scripts>(REMEMBERED);
  learnedOf.set(vm, { changes: vm.changes, scripts });
  return scripts;
}

/** Returns the bytes of a message without its blockhash, because programs do not see the blockhash. */
function listCalls({ message }: LoadedTransaction): string {
  return Buffer.from(encodeMessage({ ...message, lifetimeToken: NO_BLOCKHASH })).toString('latin1');
}

/** A player without a script, which every transaction begins with. */
const UNPREPARED = writePlayer([]);

function learn(loaded: LoadedTransaction, bank: Bank, players: Players): void {
  const vm = bank.vm();
  setBudget(vm, loaded.message, UNLIMITED_BUDGET);
  const transaction = listInstructions(loaded);
  const simulate = (): Cue | undefined => {
    players.install();
    const result = vm.simulate(loaded);
    return findCue(('meta' in result ? result.meta() : result).logs());
  };
  /** Simulates until a script pauses, and lets models write what is unknown on the way. */
  const proceed = (): Cue | undefined => {
    let cue = simulate();
    while (cue?.kind === 'call') {
      const { programAddress, begun } = cue;
      const index = findIndex(loaded, begun);
      const keep = (script: Script): void => players.keep(programAddress, script);
      callModel(cue, { bank, transaction, index, keep, proceed });
      cue = simulate();
    }
    return cue;
  };
  proceed();
}

type Players = ReturnType<typeof createPlayers>;

/** The players of a transaction, installed anew when they have learned something. */
function createPlayers(vm: SandboxVm, programs: readonly Address[], known?: Scripts) {
  const scripts: Scripts = known ?? new Map(programs.map((program) => [program, new Map()]));
  const stale = new Set(programs);
  return {
    scripts,
    keep: (program: Address, script: Script): void => {
      scripts.get(program)?.set(script.key, script);
      stale.add(program);
    },
    install: (): void => {
      for (const program of stale) {
        const known = [...(scripts.get(program)?.values() ?? [])];
        vm.lendProgram(program, known.length === 0 ? UNPREPARED : writePlayer(known));
      }
      stale.clear();
    },
  };
}

/** Which instruction is the last of so many that have begun; precompiles begin without a word. */
function findIndex({ message }: LoadedTransaction, begun: number): number {
  let left = begun;
  return message.instructions.findIndex(({ programAddressIndex }) => {
    const program = message.staticAccounts[programAddressIndex];
    if (program === undefined || !isPrecompile(program)) left -= 1;
    return left === 0;
  });
}

/** All top-level instructions, as the instructions sysvar shows them. */
function listInstructions(loaded: LoadedTransaction): Required<Instruction>[] {
  const { message, accounts } = loaded;
  const { numSignerAccounts } = message.header;
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
    programAddress: accounts[programAddressIndex] as Address,
    accounts: accountIndices.map((index) =>
      toMeta({
        address: accounts[index] as Address,
        isSigner: index < numSignerAccounts,
        isWritable: isWritable(loaded, index),
      }),
    ),
    data: Uint8Array.from(data),
  }));
}

/** The transaction stopped before the script of a model was at its end; the model goes no further. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The accounts, data and signers of a call of a model. */
type Stage = {
  readonly bank: Bank;
  /** All top-level instructions of the transaction, and which of them this call is or comes from. */
  readonly transaction: readonly Instruction[];
  readonly index: number;
  /** Takes the script as it is by now. */
  keep(script: Script): void;
  /** Runs the transaction until a script pauses; undefined where it stops before. */
  proceed(): Cue | undefined;
};

/** Lets a model write the script for a call of its program. */
function callModel(cue: Cue, stage: Stage): void {
  const { bank, transaction, index, keep, proceed } = stage;
  const { programAddress, accounts, data } = cue;
  const model = bank.models.get(programAddress) as ProgramModel;
  const steps: Step[] = [];
  const endings: Step[] = [];
  const script = { key: cue.key, accounts, steps, units: model.getUnits(data) };
  let known: Cue = cue;
  /** Accounts that the programs invoked since may have changed: no more than those they could write. */
  const stale = new Set<Address>();
  let hasInvoked = false;
  const look = (): Cue => {
    keep({ ...script, end: 'pause' });
    const paused = proceed();
    if (paused === undefined) throw new Stopped();
    known = paused;
    stale.clear();
    hasInvoked = false;
    return known;
  };
  const clock = bank.vm().getClock();
  const end = runModel(() =>
    model.run({
      programAddress,
      accounts,
      data,
      transaction,
      index,
      epoch: clock.epoch,
      now: clock.unixTimestamp,
      findAccount: (address) => findAccount(stale.has(address) ? look() : known, address, bank),
      getReturned: () => (hasInvoked ? look() : known).returned,
      getRent: (space) => bank.vm().minimumBalanceForRentExemption(space),
      minimumDelegation: () => readMinimumDelegation(bank),
      invoke: (instruction, ...signers) => {
        steps.push({ kind: 'invoke', instruction, signers });
        for (const { address, role } of instruction.accounts ?? [])
          if (isWritableRole(role)) stale.add(address);
        hasInvoked = true;
      },
      write: (address, bytes) => {
        endings.push({ kind: 'write', to: requirePassed(accounts, address), data: bytes });
      },
      close: (address, destination) => {
        const [closed, heir] = [requirePassed(accounts, address), requirePassed(accounts, destination)];
        endings.push({ kind: 'close', closed, heir });
      },
      return: (bytes) => steps.push({ kind: 'return', data: bytes }),
      log: (line) => steps.push({ kind: 'log', line }),
      emit: (bytes) => steps.push({ kind: 'emit', data: bytes }),
    }),
  );
  if (end.message !== '') steps.push({ kind: 'log', line: `Error: ${end.message}` });
  if (end.as === 'success') steps.push(...endings);
  keep({ ...script, end: end.as });
}

/** Returns the end of a model; one that stopped earlier counts as a success that is never reached. */
function runModel(run: () => void): { readonly as: Script['end']; readonly message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof ProgramFailure) return { as: error.instructionError, message: error.message };
    // As a program panics: over bytes that are not what it reads, and numbers that it cannot divide by or hold.
    if (isSolanaError(error) || error instanceof RangeError) {
      return { as: 'ProgramFailedToComplete', message: error.message };
    }
    if (!(error instanceof Stopped)) throw error;
  }
  return { as: 'success', message: '' };
}

function findAccount({ accounts }: Cue, address: Address, bank: Bank): EncodedAccount | undefined {
  const passed = accounts.find((account) => account.address === address);
  return passed === undefined ? bank.findAccount(address) : passed.account;
}

function requirePassed(accounts: readonly PassedAccount[], address: Address): PassedAccount {
  const passed = accounts.find((account) => account.address === address);
  if (passed !== undefined) return passed;
  throw new ProgramFailure('NotEnoughAccountKeys', `The program has not been given ${address}.`);
}
