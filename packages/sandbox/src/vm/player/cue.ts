import { type Address, type EncodedAccount, type Instruction, lamports } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { SYSTEM_PROGRAM_ADDRESS } from '../program-addresses.ts';
import type { InstructionError } from '../transaction-error.ts';
import type { Pda } from './model.ts';

/** An account as the VM hands it to a program. */
export type PassedAccount = {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
  /** The present account; undefined where there is none. */
  readonly account: EncodedAccount | undefined;
  /** Where it stands in the program's input, as a cue for a call has it. */
  readonly offset: number;
  /** True where an earlier place has the same account; the program reads it there. */
  readonly isRepeated: boolean;
};

/** The steps of a player in the VM, one after the other. */
export type Step =
  | {
      readonly kind: 'invoke';
      readonly instruction: Instruction;
      readonly signers: readonly Pda[];
    }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'emit'; readonly data: Uint8Array }
  | { readonly kind: 'write'; readonly to: PassedAccount; readonly data: Uint8Array }
  | { readonly kind: 'close'; readonly closed: PassedAccount; readonly heir: PassedAccount }
  | { readonly kind: 'return'; readonly data: Uint8Array };

/** The steps of a modelled program for one certain input. */
export type Script = {
  /** Identifies the input: the first bytes of its hash. */
  readonly key: bigint;
  readonly accounts: readonly PassedAccount[];
  readonly steps: readonly Step[];
  /** Compute units the program's own code uses. */
  readonly units: bigint;
  /** How it ends: `pause` stops the transaction and shows the accounts as they are then. */
  readonly end: 'pause' | 'success' | InstructionError;
};

/** The first field of a cue's log line: a call that no script covers yet, or a script that pauses. */
export const CUES = { call: 'sandbox player: call', pause: 'sandbox player: stop' } as const;

/** Bytes of an account in a program's input before its data, and behind them. */
export const ACCOUNT_HEADER = 88;
export const ACCOUNT_TAIL = 10_240;
const FIRST_ACCOUNT = 8;
const NOT_REPEATED = 0xff;
const DATA_LENGTH = 8;

/** The log of a player before it stopped the transaction: its input as it was then. */
export type Cue = {
  readonly kind: keyof typeof CUES;
  readonly programAddress: Address;
  readonly key: bigint;
  readonly accounts: readonly PassedAccount[];
  readonly data: Uint8Array;
  /** The return data of the program that was invoked last. */
  readonly returned: Uint8Array;
  /** How many instructions of the transaction had begun. */
  readonly begun: number;
};

const LINE = 'Program data: ';
const KINDS: ReadonlyMap<string, Cue['kind']> = new Map([
  [Buffer.from(CUES.call).toString('base64'), 'call'],
  [Buffer.from(CUES.pause).toString('base64'), 'pause'],
]);

/** Finds the cue that a transaction stopped at; undefined where none did. */
export function findCue(logs: readonly string[]): Cue | undefined {
  const line = logs.findLast((each) => each.startsWith(LINE)) ?? '';
  const [first = '', ...fields] = line.slice(LINE.length).split(' ');
  const kind = KINDS.get(first);
  if (kind === undefined) return undefined;
  const begun = logs.filter((each) => each.startsWith('Program ') && each.endsWith(' invoke [1]')).length;
  return { ...parseInput(fields.map((field) => Buffer.from(field, 'base64'))), kind, begun };
}

function parseInput(fields: readonly Buffer[]): Omit<Cue, 'kind' | 'begun'> {
  const [hash, , ...rest] = fields as [Buffer, ...Buffer[]];
  // The instruction, and behind it what was returned.
  const [instruction = Buffer.alloc(0), returned = Buffer.alloc(0)] = rest.slice(-2);
  const parts = rest.slice(0, -2);
  const accounts: PassedAccount[] = [];
  let offset = FIRST_ACCOUNT;
  for (let at = 0; at < parts.length; at += 1) {
    const header = parts[at] as Buffer;
    const repeated = header[0] as number;
    if (repeated !== NOT_REPEATED) {
      accounts.push({ ...(accounts[repeated] as PassedAccount), isRepeated: true });
      offset += 8;
      continue;
    }
    at += 1;
    const data = parts[at] as Buffer;
    accounts.push(parseAccount(header, data, offset));
    offset += getSpace(data.length);
  }
  const length = Number(instruction.readBigUInt64LE(0));
  return {
    programAddress: toAddress(instruction.subarray(DATA_LENGTH + length)),
    key: hash.readBigUInt64LE(0),
    accounts,
    data: Uint8Array.from(instruction.subarray(DATA_LENGTH, DATA_LENGTH + length)),
    returned: Uint8Array.from(returned),
  };
}

/** Bytes that an account takes in a program's input. */
function getSpace(dataLength: number): number {
  return ((ACCOUNT_HEADER + dataLength + ACCOUNT_TAIL + 7) & ~7) + 8;
}

function parseAccount(header: Buffer, data: Buffer, offset: number): PassedAccount {
  const address = toAddress(header.subarray(8, 40));
  const account: EncodedAccount = {
    address,
    executable: header[3] === 1,
    lamports: lamports(header.readBigUInt64LE(72)),
    programAddress: toAddress(header.subarray(40, 72)),
    space: BigInt(data.length),
    data: Uint8Array.from(data),
  };
  const isNothing =
    account.lamports === 0n && data.length === 0 && account.programAddress === SYSTEM_PROGRAM_ADDRESS;
  return {
    address,
    isSigner: header[1] === 1,
    isWritable: header[2] === 1,
    account: isNothing ? undefined : account,
    offset,
    isRepeated: false,
  };
}
