import { type AccountMeta, isSignerRole, isWritableRole } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import type { InstructionError } from '../transaction-error.ts';
import { ACCOUNT_HEADER } from './cue.ts';
import { estimateUnits } from './estimate-units.ts';
import { DATA_LENGTH, INFO, INFOS, KEY, LAMPORTS, OWNER, type Writing } from './player-memory.ts';
import type { CodeWriter } from './sbpf-code.ts';
import type { PassedAccount, Script, Step } from './script.ts';
import { refreshPieces, writeCue } from './write-cue.ts';

/** A program returns a custom error as it is, and one of these by its number here, so many bits further up. */
const NUMBER_SHIFT = 32n;
const ERROR_NUMBERS: Readonly<Record<string, bigint>> = {
  InvalidArgument: 2n,
  InvalidInstructionData: 3n,
  InvalidAccountData: 4n,
  AccountDataTooSmall: 5n,
  InsufficientFunds: 6n,
  IncorrectProgramId: 7n,
  MissingRequiredSignature: 8n,
  AccountAlreadyInitialized: 9n,
  UninitializedAccount: 10n,
  NotEnoughAccountKeys: 11n,
  InvalidSeeds: 14n,
  BorshIoError: 15n,
};
const CUSTOM_ZERO = 1n;

/** Writes what a player does for a script. @param burn - a label of its own. */
export function writeScript(writing: Writing, script: Script, burn: string): void {
  const { code } = writing;
  const { accounts, steps, end } = script;
  const own = accounts.filter(({ isRepeated }) => !isRepeated);
  // First, so that a call that fails on the way has used them too.
  if (end !== 'pause') writeBurning(code, script.units - estimateUnits(script), burn);
  if (steps.some(({ kind }) => kind === 'invoke')) writeInfos(code, own);
  for (const step of steps) writeStep(writing, step, own);
  if (end === 'pause') {
    refreshPieces(code, accounts);
    writeCue(writing, 'pause');
    return;
  }
  if (end === 'ProgramFailedToComplete') code.call('abort');
  else code.set(0, end === 'success' ? 0n : toReturnValue(end));
  code.exit();
}

/** Burns compute units in a loop of two instructions: a jump and a count. */
function writeBurning(code: CodeWriter, units: bigint, label: string): void {
  if (units < 2n) return;
  code.set(3, units / 2n);
  code.label(label);
  code.addNumber(3, -1);
  code.jumpIf(3, 'not', 0, label);
}

function writeInfos(code: CodeWriter, accounts: readonly PassedAccount[]): void {
  for (const [index, { offset, isSigner, isWritable, account }] of accounts.entries()) {
    code.set(1, INFOS + BigInt(index * INFO));
    code.move(2, 6);
    code.addNumber(2, offset);
    const pointTo = (place: number, at: number): void => {
      code.move(3, 2);
      code.addNumber(3, place);
      code.store(1, at, 3);
    };
    pointTo(KEY, 0);
    pointTo(LAMPORTS, 8);
    pointTo(ACCOUNT_HEADER, 24);
    pointTo(OWNER, 32);
    code.set(3, -1n);
    code.store(1, 40, 3);
    const flags = [isSigner, isWritable, account?.executable === true];
    code.set(3, BigInt(flags.reduce((sum, flag, bit) => sum + (flag ? 1 << (8 * bit) : 0), 0)));
    code.store(1, 48, 3);
  }
}

function writeStep(writing: Writing, step: Step, accounts: readonly PassedAccount[]): void {
  const { code, place } = writing;
  switch (step.kind) {
    case 'invoke':
      writeInvocation(writing, step, accounts);
      break;
    case 'log': {
      const line = Buffer.from(step.line);
      code.set(1, place(line));
      code.set(2, BigInt(line.length));
      code.call('sol_log_');
      break;
    }
    case 'emit':
      code.set(1, place(toWords([place(step.data), BigInt(step.data.length)])));
      code.set(2, 1n);
      code.call('sol_log_data');
      break;
    case 'return':
      code.set(1, place(step.data));
      code.set(2, BigInt(step.data.length));
      code.call('sol_set_return_data');
      break;
    case 'write':
      code.move(1, 6);
      code.addNumber(1, step.to.offset);
      code.set(3, BigInt(step.data.length));
      code.store(1, DATA_LENGTH, 3);
      code.addNumber(1, ACCOUNT_HEADER);
      code.set(2, place(step.data));
      code.call('sol_memcpy_');
      break;
    case 'close':
      writeClosing(code, step);
      break;
  }
}

function writeInvocation(
  { code, place }: Writing,
  { instruction, signers }: Step & { kind: 'invoke' },
  accounts: readonly PassedAccount[],
): void {
  for (const [index, { offset }] of accounts.entries()) {
    code.move(1, 6);
    code.addNumber(1, offset);
    code.load(2, 1, DATA_LENGTH);
    code.set(1, INFOS + BigInt(index * INFO));
    code.store(1, 16, 2);
  }
  const metas = (instruction.accounts ?? []) as readonly AccountMeta[];
  const list = metas.flatMap(({ address, role }) => [
    place(toAddressBytes(address)),
    (isWritableRole(role) ? 1n : 0n) | (isSignerRole(role) ? 0x100n : 0n),
  ]);
  const data = Uint8Array.from(instruction.data ?? []);
  const called = place(
    toWords([
      place(toAddressBytes(instruction.programAddress)),
      place(toWords(list)),
      BigInt(metas.length),
      place(data),
      BigInt(data.length),
    ]),
  );
  const seeds = signers.flatMap((signer) => [
    place(toWords(signer.flatMap((seed) => [place(seed), BigInt(seed.length)]))),
    BigInt(signer.length),
  ]);
  code.set(1, called);
  code.set(2, INFOS);
  code.set(3, BigInt(accounts.length));
  code.set(4, place(toWords(seeds)));
  code.set(5, BigInt(signers.length));
  code.call('sol_invoke_signed_c');
}

/**
 * Empties an account: moves its lamports, assigns it to the system program, whose address is all zeros, and removes its
 * data.
 */
function writeClosing(code: CodeWriter, { closed, heir }: Step & { kind: 'close' }): void {
  code.move(1, 6);
  code.addNumber(1, closed.offset);
  code.load(2, 1, LAMPORTS);
  code.set(4, 0n);
  for (const at of [LAMPORTS, DATA_LENGTH, OWNER, OWNER + 8, OWNER + 16, OWNER + 24]) code.store(1, at, 4);
  code.move(1, 6);
  code.addNumber(1, heir.offset);
  code.load(3, 1, LAMPORTS);
  code.add(3, 2);
  code.store(1, LAMPORTS, 3);
}

function toReturnValue(error: InstructionError): bigint {
  if (typeof error !== 'string') {
    return error.Custom === 0 ? CUSTOM_ZERO << NUMBER_SHIFT : BigInt(error.Custom);
  }
  const number = ERROR_NUMBERS[error];
  if (number === undefined) throw new Error(`A model refuses with ${error}, which no program returns.`);
  return number << NUMBER_SHIFT;
}

function toWords(words: readonly bigint[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(words).buffer);
}
