import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { BoundedCache } from '@staking-agent/chain/address';
import type { Bank } from '../bank.ts';
import { withBlockhash } from '../decoded-transaction.ts';
import { isPrecompile } from '../fees.ts';
import { isWritable, type LoadedTransaction } from '../loaded-transaction.ts';
import { encodeMessage } from '../message.ts';
import { findProgramData, type SandboxVm } from '../sandbox-vm.ts';
import { setBudget, UNLIMITED_BUDGET } from '../set-budget.ts';
import { callModel } from './call-model.ts';
import { type Cue, findCue } from './cue.ts';
import type { Script } from './script.ts';
import { writePlayer } from './write-player.ts';

/** Whether a transaction names a program that only exists as a model, so that it or what it calls may call it. */
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
  const players = createPlayers(vm, programs, findLearned(vm).get(calls));
  try {
    if (players.areReady) players.install();
    else learn(loaded, bank, players);
    setBudget(vm, loaded.message);
    const known = findLearned(vm);
    const result = run();
    if (findLearned(vm) === known) known.set(calls, players.scripts);
    return result;
  } finally {
    for (const marker of markers) if (marker !== undefined) vm.putBack(marker);
  }
}

/** The scripts of each model, by the input they are for. */
type Scripts = ReadonlyMap<Address, Map<bigint, Script>>;

/** 32 zero bytes. */
const NO_BLOCKHASH = '1'.repeat(32);

/** How many transactions are remembered that were simulated on one state of the ledger. */
const REMEMBERED = 64;

/**
 * What was learned for transactions that were simulated since the ledger changed last, by what they call: one that is
 * simulated by the service, by the preflight of a node, and executed, is learned once.
 */
const learned = new WeakMap<
  SandboxVm,
  { readonly changes: number; readonly scripts: BoundedCache<Scripts> }
>();

function findLearned(vm: SandboxVm): BoundedCache<Scripts> {
  const known = learned.get(vm);
  if (known?.changes === vm.changes) return known.scripts;
  const scripts = new BoundedCache<Scripts>(REMEMBERED);
  learned.set(vm, { changes: vm.changes, scripts });
  return scripts;
}

/** What a transaction calls, as bytes of its message: over no blockhash, because programs do not see which it has. */
function listCalls({ message }: LoadedTransaction): string {
  return Buffer.from(encodeMessage(withBlockhash(message, NO_BLOCKHASH))).toString('latin1');
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
    areReady: known !== undefined,
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
    accounts: accountIndices.map((index) => ({
      address: accounts[index] as Address,
      role: getRole(index < numSignerAccounts, isWritable(loaded, index)),
    })),
    data: Uint8Array.from(data),
  }));
}

function getRole(isSigner: boolean, canBeWritten: boolean): AccountRole {
  if (isSigner) return canBeWritten ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return canBeWritten ? AccountRole.WRITABLE : AccountRole.READONLY;
}
