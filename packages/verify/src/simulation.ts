import { decodeBase58, decodeKey } from './bytes/text.ts';
import type { InnerInstruction } from './verification.ts';

/** An inner instruction in one of the three forms in which nodes print it. */
export type PrintedInstruction =
  | ParsedInstruction
  | { readonly programId: string; readonly accounts: readonly string[]; readonly data: string }
  | { readonly programIdIndex: number; readonly accounts: readonly number[]; readonly data: string };

/** Instructions that programs invoked, as a simulation prints them. */
export type PrintedInstructions = readonly {
  readonly index: number;
  readonly instructions: readonly PrintedInstruction[];
}[];

/**
 * Reads what programs invoked, in any of the three forms nodes print: by names where the node knows the program, by
 * addresses where it does not, by index.
 *
 * @param accounts - of the transaction in the ledger's order, base58: the message's own, then loaded ones, writable first.
 * @returns by index of the top-level instruction; undefined when one names an account the transaction does not have.
 */
export function readInnerInstructions(
  printed: PrintedInstructions,
  accounts: readonly string[],
): ReadonlyMap<number, readonly InnerInstruction[]> | undefined {
  const read = new Map<number, readonly InnerInstruction[]>();
  for (const { index, instructions } of printed) {
    const found = instructions.map((instruction) => readInstruction(instruction, accounts));
    if (found.includes(undefined)) return undefined;
    read.set(index, [...(read.get(index) ?? []), ...found.filter((each) => each !== undefined)]);
  }
  return read;
}

function readInstruction(
  instruction: PrintedInstruction,
  accounts: readonly string[],
): InnerInstruction | undefined {
  if ('parsed' in instruction) return encodeParsedInstruction(instruction);
  const data = decodeBase58(instruction.data);
  if (data === undefined) return undefined;
  if ('programId' in instruction)
    return { program: instruction.programId, accounts: instruction.accounts, data };
  const program = accounts[instruction.programIdIndex];
  const named = instruction.accounts.map((index) => accounts[index]);
  if (program === undefined || named.includes(undefined)) return undefined;
  return { program, accounts: named.filter((each) => each !== undefined), data };
}

/** An instruction as a node prints it that knows its program: names instead of bytes. */
export type ParsedInstruction = { readonly programId: string; readonly parsed: unknown };

type Info = Readonly<Record<string, unknown>>;
type Layout = {
  readonly tag: number;
  /** Names of the accounts in order; of several names with bars between, the first that is given. */
  readonly accounts: readonly string[];
  /** Kind and path of each value behind the tag. */
  readonly data: readonly string[];
};

// Listed is what a rule may allow, and what names the wallet without acting on it: an owner that is no account.

const SIGNER = 'authority|multisigAuthority';
const OWNER = 'owner|multisigOwner';
const CHECKED_AMOUNT = 'u64 tokenAmount.amount, u8 tokenAmount.decimals';
const ASSOCIATED = 'source, account, wallet, mint, systemProgram, tokenProgram';

const SYSTEM = {
  createAccount: layout(0, 'source, newAccount', 'u64 lamports, u64 space, key owner'),
  transfer: layout(2, 'source, destination', 'u64 lamports'),
  createAccountWithSeed: layout(
    3,
    'source, newAccount, base',
    'key base, seed seed, u64 lamports, u64 space, key owner',
  ),
};
const TOKEN = {
  transfer: layout(3, `source, destination, ${SIGNER}`, 'u64 amount'),
  burn: layout(8, `account, mint, ${SIGNER}`, 'u64 amount'),
  closeAccount: layout(9, `account, destination, ${OWNER}`),
  transferChecked: layout(12, `source, mint, destination, ${SIGNER}`, CHECKED_AMOUNT),
  burnChecked: layout(15, `account, mint, ${SIGNER}`, CHECKED_AMOUNT),
  initializeAccount2: layout(16, 'account, mint, rentSysvar', 'key owner'),
  initializeAccount3: layout(18, 'account, mint', 'key owner'),
};
const STAKE = {
  initialize: layout(
    0,
    'stakeAccount, rentSysvar',
    'key authorized.staker, key authorized.withdrawer, i64 lockup.unixTimestamp, u64 lockup.epoch, key lockup.custodian',
  ),
  authorize: layout(
    1,
    'stakeAccount, clockSysvar, authority',
    'key newAuthority, stakeAuthorize authorityType',
  ),
  split: layout(3, 'stakeAccount, newSplitAccount, stakeAuthority', 'u64 lamports'),
  withdraw: layout(
    4,
    'stakeAccount, destination, clockSysvar, stakeHistorySysvar, withdrawAuthority',
    'u64 lamports',
  ),
  deactivate: layout(5, 'stakeAccount, clockSysvar, stakeAuthority'),
};
const ASSOCIATED_TOKEN = { create: layout(0, ASSOCIATED), createIdempotent: layout(1, ASSOCIATED) };

type Program = { readonly tagSize: number; readonly layouts: ReadonlyMap<string, Layout> };
const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  program('11111111111111111111111111111111', 4, SYSTEM),
  program('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 1, TOKEN),
  program('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 1, TOKEN),
  program('Stake11111111111111111111111111111111111111', 4, STAKE),
  program('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 1, ASSOCIATED_TOKEN),
]);

function layout(tag: number, accounts: string, data = ''): Layout {
  return { tag, accounts: accounts.split(', '), data: data === '' ? [] : data.split(', ') };
}

function program(
  address: string,
  tagSize: number,
  named: Readonly<Record<string, Layout>>,
): [string, Program] {
  return [address, { tagSize, layouts: new Map(Object.entries(named)) }];
}

const STAKE_AUTHORIZE = ['Staker', 'Withdrawer'];

/**
 * Restores the bytes of an instruction that a node prints by names, as agave's `parse_instruction` does.
 *
 * Signers of a multisig, or a custodian, follow the other accounts, as they do in the instruction.
 *
 * One whose program or name is not listed, or whose fields are not what the name says, comes with every address that is
 * printed of it as its accounts, and data that no rule allows.
 */
export function encodeParsedInstruction({ programId, parsed }: ParsedInstruction): InnerInstruction {
  // The memo program has no fields: its text is all there is.
  if (typeof parsed === 'string')
    return { program: programId, accounts: [], data: new TextEncoder().encode(parsed) };
  const { type, info }: { type?: unknown; info?: unknown } = Object(parsed);
  const program = PROGRAMS.get(programId);
  const layout = program?.layouts.get(String(type));
  try {
    if (program !== undefined && layout !== undefined)
      return encode(programId, program.tagSize, layout, Object(info) as Info);
  } catch (error) {
    if (!(error instanceof UnreadableField)) throw error;
  }
  return { program: programId, accounts: listAddresses(parsed), data: Uint8Array.of(NO_TAG) };
}

const NO_TAG = 0xff;

function listAddresses(value: unknown): readonly string[] {
  if (typeof value === 'string') return decodeKey(value) === undefined ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listAddresses) : [];
}

class UnreadableField extends Error {}

function encode(
  program: string,
  tagSize: number,
  { tag, accounts, data }: Layout,
  info: Info,
): InnerInstruction {
  const further = [info['signers'], info['custodian']];
  return {
    program,
    accounts: [...accounts.map((names) => addressAt(info, names)), ...listAddresses(further)],
    data: concat([
      integer(BigInt(tag), tagSize),
      ...data.map((field) => {
        const [kind = '', path = ''] = field.split(' ');
        return encodeField(kind, valueAt(info, path));
      }),
    ]),
  };
}

function valueAt(info: Info, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (Object(at) as Info)[key], info);
}

function addressAt(info: Info, names: string): string {
  const text = names
    .split('|')
    .map((name) => info[name])
    .find((value) => value !== undefined);
  parseKey(text);
  return String(text);
}

function encodeField(kind: string, value: unknown): Uint8Array {
  switch (kind) {
    case 'u8':
      return integer(parseInteger(value), 1);
    case 'u64':
      return integer(parseInteger(value), 8);
    case 'i64':
      return integer(BigInt.asUintN(64, parseInteger(value)), 8);
    case 'key':
      return parseKey(value);
    case 'seed': {
      if (typeof value !== 'string') throw new UnreadableField();
      const text = new TextEncoder().encode(value);
      return concat([integer(BigInt(text.length), 8), text]);
    }
    default:
      return integer(BigInt(STAKE_AUTHORIZE.indexOf(String(value))), 4);
  }
}

function parseInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^[0-9]{1,20}$/.test(value)) return BigInt(value);
  throw new UnreadableField();
}

function parseKey(text: unknown): Uint8Array {
  const key = typeof text === 'string' ? decodeKey(text) : undefined;
  if (key === undefined) throw new UnreadableField();
  return key;
}

/** Little-endian. */
function integer(value: bigint, size: number): Uint8Array {
  if (BigInt.asUintN(size * 8, value) !== value) throw new UnreadableField();
  return Uint8Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
