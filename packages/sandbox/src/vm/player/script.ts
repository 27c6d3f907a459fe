import { type AccountMeta, isSignerRole, isWritableRole } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import type { InstructionError } from '../transaction-error.ts';
import {
  CONSTANTS_ADDRESS,
  type CodeWriter,
  createCodeWriter,
  type Register,
  toWords,
  writeElf,
} from './assemble.ts';
import { ACCOUNT_HEADER, ACCOUNT_TAIL, CUES, type PassedAccount, type Script, type Step } from './cue.ts';

/*
 * Where a player keeps what, in the memory of a program: pieces of its input for the log and the hash, each an address and
 * a length, and the accounts as the runtime wants them of a program that invokes another one.
 */

const HEAP = 0x3_0000_0000n;
const PIECES = HEAP;
const PIECE = 16;
/** A cue begins with what it is and the hash; the input begins with the number of accounts. */
const CUE_PIECES = 2;
const INFOS: bigint = HEAP + 0x2000n;
const INFO = 56;
const RETURNED: bigint = HEAP + 0x6000n;
const RETURNED_PROGRAM: bigint = HEAP + 0x6800n;
const MAX_RETURNED = 1024n;

/** Offsets in the stack frame: how many pieces there are, and the hash of the input. */
const PIECE_COUNT = -8;
const HASH = -48;

/** Offsets in an account of the input. */
const KEY = 8;
const OWNER = 40;
const LAMPORTS = 72;
const DATA_LENGTH = 80;

/** Code that is being written, with constants that it refers to by their addresses. */
type Writing = { readonly code: CodeWriter; place(bytes: Uint8Array): bigint };

/** Logs the input and fails. */
function writeCue({ code, place }: Writing, kind: keyof typeof CUES): void {
  const name = Buffer.from(CUES[kind]);
  code.set(1, PIECES);
  code.set(2, place(name));
  code.store(1, 0, 2);
  code.set(2, BigInt(name.length));
  code.store(1, 8, 2);
  code.move(2, 10);
  code.addNumber(2, HASH);
  code.store(1, PIECE, 2);
  code.set(2, 32n);
  code.store(1, PIECE + 8, 2);
  code.set(1, RETURNED);
  code.set(2, MAX_RETURNED);
  code.set(3, RETURNED_PROGRAM);
  code.call('sol_get_return_data');
  code.load(2, 10, PIECE_COUNT);
  code.move(3, 2);
  // A piece has 16 bytes.
  code.shiftLeft(3, 4);
  code.set(1, PIECES);
  code.add(3, 1);
  code.set(4, RETURNED);
  code.store(3, 0, 4);
  code.store(3, 8, 0);
  code.addNumber(2, 1);
  code.call('sol_log_data');
  code.set(0, 1n);
  code.exit();
}

/** Sets the lengths of the pieces to the current lengths of the accounts' data. */
function refreshPieces(code: CodeWriter, accounts: readonly PassedAccount[]): void {
  let piece = CUE_PIECES + 1;
  for (const { offset, isRepeated } of accounts) {
    if (!isRepeated) {
      piece += 1;
      code.move(1, 6);
      code.addNumber(1, offset);
      code.load(2, 1, DATA_LENGTH);
      code.set(1, PIECES + BigInt(piece * PIECE));
      code.store(1, 8, 2);
    }
    piece += 1;
  }
}

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
function writeScript(writing: Writing, script: Script, burn: string): void {
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
  const seeds = signers.flatMap(({ seeds, bump }) => {
    const parts = [...seeds.map((seed) => Uint8Array.from(Buffer.from(seed))), Uint8Array.of(bump)];
    const list = parts.flatMap((part) => [place(part), BigInt(part.length)]);
    return [place(toWords(list)), BigInt(parts.length)];
  });
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

/**
 * Writes a player: the program that stands in the VM for a model.
 *
 * It hashes its input and looks for the script with that hash. Where there is one it performs it; where there is none it
 * logs the input, a cue for the model, and fails.
 */
export function writePlayer(scripts: readonly Script[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const place = (bytes: Uint8Array): bigint => {
    const address = CONSTANTS_ADDRESS + BigInt(size);
    const padded = new Uint8Array((bytes.length + 7) & ~7);
    padded.set(bytes);
    chunks.push(padded);
    size += padded.length;
    return address;
  };
  const writing = { code: createCodeWriter(), place };
  const { code } = writing;
  writeReadingOfInput(writing);
  code.load(3, 10, HASH);
  for (const [index, { key }] of scripts.entries()) {
    code.set(2, key);
    code.jumpIf(3, 'equal', { register: 2 }, `script ${index}`);
  }
  writeCue(writing, 'call');
  for (const [index, script] of scripts.entries()) {
    code.label(`script ${index}`);
    writeScript(writing, script, `burn ${index}`);
  }
  const machineCode = code.finish();
  return writeElf(machineCode, Buffer.concat(chunks));
}

/** Lists the pieces of the input and hashes them: register 6 keeps where it begins. */
function writeReadingOfInput({ code }: Writing): void {
  code.move(6, 1);
  // The first two pieces are a cue's own: what it is, and the hash.
  code.set(7, PIECES + BigInt(CUE_PIECES * PIECE));
  code.set(8, BigInt(CUE_PIECES));
  const piece = (length: Register): void => {
    code.store(7, 8, length);
    code.addNumber(7, PIECE);
    code.addNumber(8, 1);
  };
  code.move(4, 6);
  code.store(7, 0, 4);
  code.set(2, 8n);
  piece(2);
  code.load(9, 4);
  code.addNumber(4, 8);
  code.label('account');
  code.jumpIf(9, 'equal', 0, 'instruction');
  code.addNumber(9, -1);
  code.store(7, 0, 4);
  code.loadByte(2, 4);
  code.jumpIf(2, 'equal', 0xff, 'first place');
  code.set(2, 8n);
  piece(2);
  code.addNumber(4, 8);
  code.jump('account');
  code.label('first place');
  code.set(2, BigInt(ACCOUNT_HEADER));
  piece(2);
  code.load(5, 4, DATA_LENGTH);
  code.addNumber(4, ACCOUNT_HEADER);
  code.store(7, 0, 4);
  piece(5);
  code.add(4, 5);
  code.addNumber(4, ACCOUNT_TAIL + 7);
  code.andNumber(4, -8);
  code.addNumber(4, 8);
  code.jump('account');
  code.label('instruction');
  // The instruction's data with its length before it, and the program's own address behind it.
  code.load(5, 4);
  code.addNumber(5, 40);
  code.store(7, 0, 4);
  piece(5);
  code.store(10, PIECE_COUNT, 8);
  code.set(1, PIECES + BigInt(CUE_PIECES * PIECE));
  code.move(2, 8);
  code.addNumber(2, -CUE_PIECES);
  code.move(3, 10);
  code.addNumber(3, HASH);
  code.call('sol_sha256');
}

/** Compute units of a player for its input, and for each account without its data, of which a unit hashes two bytes. */
const INPUT_UNITS = 125n;
const ACCOUNT_UNITS = 70n;
/** Compute units of a step; those of an invocation without the program that is invoked. */
const STEP_UNITS: Readonly<Record<Step['kind'], bigint>> = {
  invoke: 1_050n,
  log: 115n,
  emit: 420n,
  return: 115n,
  write: 25n,
  close: 15n,
};

/** Estimates the compute units of a player for a script; it burns the rest of the model's. */
function estimateUnits({ accounts, steps }: Script): bigint {
  const reading = accounts
    .filter(({ isRepeated }) => !isRepeated)
    .reduce((sum, { account }) => sum + ACCOUNT_UNITS + (account?.space ?? 0n) / 2n, INPUT_UNITS);
  return steps.reduce((sum, { kind }) => sum + STEP_UNITS[kind], reading);
}
