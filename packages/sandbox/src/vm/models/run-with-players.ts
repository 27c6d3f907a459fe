import { AccountRole, type Address, type Instruction } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import type { Bank } from '../bank.ts';
import { isPrecompile } from '../fees.ts';
import { isWritable, type LoadedTransaction } from '../loaded-transaction.ts';
import { readAccount } from '../read-account.ts';
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
 * Runs something while the VM has a player in the place of each model: a program that does what the model decides.
 *
 * The models decide first: the transaction is simulated; where a player is called with an input that it has no script
 * for, it logs the input and fails, the model writes the script, and the transaction is simulated again. When it meets
 * no unknown call any more, the VM runs it like any other, whoever calls the players.
 */
export function runWithPlayers<R>(loaded: LoadedTransaction, bank: Bank, run: () => R): R {
  const vm = bank.vm();
  const programs = loaded.accounts.filter((account) => bank.models.has(account));
  const markers = programs.map((program) => readAccount(vm, program));
  try {
    installPlayers(loaded, bank, programs);
    setBudget(vm, loaded.message);
    return run();
  } finally {
    for (const marker of markers) if (marker !== undefined) vm.setAccount(marker);
  }
}

/** A player without a script, which every transaction begins with. */
const UNPREPARED = writePlayer([]);

function installPlayers(loaded: LoadedTransaction, bank: Bank, programs: readonly Address[]): void {
  const vm = bank.vm();
  const players = createPlayers(vm, programs);
  setBudget(vm, loaded.message, UNLIMITED_BUDGET);
  const transaction = listInstructions(loaded);
  const simulate = (): Cue | undefined => {
    players.install();
    const result = vm.simulateTransaction(loaded.transaction);
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

/** The players of a transaction, installed anew when they have learned something. */
function createPlayers(vm: LiteSVM, programs: readonly Address[]) {
  const scripts = new Map<Address, Map<bigint, Script>>(programs.map((program) => [program, new Map()]));
  const stale = new Set(programs);
  return {
    keep: (program: Address, script: Script): void => {
      scripts.get(program)?.set(script.key, script);
      stale.add(program);
    },
    install: (): void => {
      for (const program of stale) {
        const known = [...(scripts.get(program)?.values() ?? [])];
        vm.addProgram(program, known.length === 0 ? UNPREPARED : writePlayer(known));
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
