import {
  type Address,
  type EncodedAccount,
  type Instruction,
  isSolanaError,
  isWritableRole,
} from '@solana/kit';
import type { Bank } from '../bank.ts';
import { readMinimumDelegation } from '../stake/minimum-delegation.ts';
import type { Cue } from './cue.ts';
import { getSeeds } from './find-pda.ts';
import { ProgramFailure, type ProgramModel } from './program-model.ts';
import type { PassedAccount, Script, Step } from './script.ts';

/** The transaction stopped before the script of a model was at its end; the model goes no further. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** What a model that is called works with. */
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
export function callModel(cue: Cue, stage: Stage): void {
  const { bank, transaction, index, keep, proceed } = stage;
  const { programAddress, accounts, data } = cue;
  const model = bank.models.get(programAddress) as ProgramModel;
  const steps: Step[] = [];
  const endings: Step[] = [];
  const script = { key: cue.key, accounts, steps, units: model.getUnits(data) };
  let known: Cue = cue;
  /** What the programs that were invoked since may have changed: no more than they were let write to. */
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
      invoke: (instruction, signers = []) => {
        steps.push({ kind: 'invoke', instruction, signers: signers.map(getSeeds) });
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
      emit: (bytes) => steps.push({ kind: 'emit', data: bytes }),
      log: (line) => steps.push({ kind: 'log', line }),
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
