import { decodeKey } from '../bytes/base58.ts';
import type { InnerInstruction } from '../evidence.ts';

/** An instruction as a node prints it that knows its program: names instead of bytes. */
export type ParsedInstruction = { readonly programId: string; readonly parsed: unknown };

type Info = Readonly<Record<string, unknown>>;
type FieldKind = 'u8' | 'u64' | 'i64' | 'key' | 'seed' | 'stakeAuthorize';
type Layout = {
  readonly tag: number;
  /** Names of the accounts in order; of several names with bars between, the first that is given. */
  readonly accounts: readonly string[];
  /** What follows the tag; a path where the value is nested. */
  readonly data?: readonly (readonly [FieldKind, string])[];
};

const layouts = (named: Readonly<Record<string, Layout>>): ReadonlyMap<string, Layout> =>
  new Map(Object.entries(named));

// Listed is what a rule may allow, and what names the wallet without acting on it: an owner that is no account.

const TAG_SIZE_OF_NATIVE = 4;
const SIGNER = 'authority|multisigAuthority';
const OWNER = 'owner|multisigOwner';
const AMOUNT = [['u64', 'amount']] as const;
const CHECKED_AMOUNT = [
  ['u64', 'tokenAmount.amount'],
  ['u8', 'tokenAmount.decimals'],
] as const;

const SYSTEM = layouts({
  createAccount: {
    tag: 0,
    accounts: ['source', 'newAccount'],
    data: [
      ['u64', 'lamports'],
      ['u64', 'space'],
      ['key', 'owner'],
    ],
  },
  transfer: { tag: 2, accounts: ['source', 'destination'], data: [['u64', 'lamports']] },
  createAccountWithSeed: {
    tag: 3,
    accounts: ['source', 'newAccount', 'base'],
    data: [
      ['key', 'base'],
      ['seed', 'seed'],
      ['u64', 'lamports'],
      ['u64', 'space'],
      ['key', 'owner'],
    ],
  },
});

const TOKEN = layouts({
  transfer: { tag: 3, accounts: ['source', 'destination', SIGNER], data: AMOUNT },
  burn: { tag: 8, accounts: ['account', 'mint', SIGNER], data: AMOUNT },
  closeAccount: { tag: 9, accounts: ['account', 'destination', OWNER] },
  transferChecked: {
    tag: 12,
    accounts: ['source', 'mint', 'destination', SIGNER],
    data: CHECKED_AMOUNT,
  },
  burnChecked: { tag: 15, accounts: ['account', 'mint', SIGNER], data: CHECKED_AMOUNT },
  initializeAccount2: {
    tag: 16,
    accounts: ['account', 'mint', 'rentSysvar'],
    data: [['key', 'owner']],
  },
  initializeAccount3: { tag: 18, accounts: ['account', 'mint'], data: [['key', 'owner']] },
});

const STAKE = layouts({
  initialize: {
    tag: 0,
    accounts: ['stakeAccount', 'rentSysvar'],
    data: [
      ['key', 'authorized.staker'],
      ['key', 'authorized.withdrawer'],
      ['i64', 'lockup.unixTimestamp'],
      ['u64', 'lockup.epoch'],
      ['key', 'lockup.custodian'],
    ],
  },
  authorize: {
    tag: 1,
    accounts: ['stakeAccount', 'clockSysvar', 'authority'],
    data: [
      ['key', 'newAuthority'],
      ['stakeAuthorize', 'authorityType'],
    ],
  },
  split: {
    tag: 3,
    accounts: ['stakeAccount', 'newSplitAccount', 'stakeAuthority'],
    data: [['u64', 'lamports']],
  },
  withdraw: {
    tag: 4,
    accounts: ['stakeAccount', 'destination', 'clockSysvar', 'stakeHistorySysvar', 'withdrawAuthority'],
    data: [['u64', 'lamports']],
  },
  deactivate: { tag: 5, accounts: ['stakeAccount', 'clockSysvar', 'stakeAuthority'] },
});

const ASSOCIATED = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram'];
const ASSOCIATED_TOKEN = layouts({
  create: { tag: 0, accounts: ASSOCIATED },
  createIdempotent: { tag: 1, accounts: ASSOCIATED },
});

type Program = { readonly tagSize: number; readonly layouts: ReadonlyMap<string, Layout> };
const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ['11111111111111111111111111111111', { tagSize: TAG_SIZE_OF_NATIVE, layouts: SYSTEM }],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', { tagSize: 1, layouts: TOKEN }],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', { tagSize: 1, layouts: TOKEN }],
  ['Stake11111111111111111111111111111111111111', { tagSize: TAG_SIZE_OF_NATIVE, layouts: STAKE }],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', { tagSize: 1, layouts: ASSOCIATED_TOKEN }],
]);

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

function encode(program: string, tagSize: number, layout: Layout, info: Info): InnerInstruction {
  const fields = layout.data ?? [];
  const further = [info['signers'], info['custodian']];
  return {
    program,
    accounts: [...layout.accounts.map((names) => addressAt(info, names)), ...listAddresses(further)],
    data: concat([
      integer(BigInt(layout.tag), tagSize),
      ...fields.map(([kind, path]) => encodeField(kind, valueAt(info, path))),
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

function encodeField(kind: FieldKind, value: unknown): Uint8Array {
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
    case 'stakeAuthorize':
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
