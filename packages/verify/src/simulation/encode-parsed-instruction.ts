import { decodeKey } from '../bytes/base58.ts';
import type { InnerInstruction } from '../evidence.ts';

/** An instruction as a node prints it that knows its program: names instead of bytes. */
export type ParsedInstruction = { readonly programId: string; readonly parsed: unknown };

type Info = Readonly<Record<string, unknown>>;
type FieldKind = 'u8' | 'u32' | 'u64' | 'key' | 'optionalKey' | 'seed' | 'authorityType' | 'stakeAuthorize';
type Layout = {
  readonly tag: number;
  /** Names of the accounts in order; of several names with bars between, the first that is given. */
  readonly accounts: readonly string[];
  /** What follows the tag; a path where the value is nested. */
  readonly data?: readonly (readonly [FieldKind, string])[];
};

const TAG_SIZE_OF_NATIVE = 4;
const SIGNER = 'authority|multisigAuthority';
const OWNER = 'owner|multisigOwner';
const MINTER = 'mintAuthority|multisigMintAuthority';
const FREEZER = 'freezeAuthority|multisigFreezeAuthority';
const AMOUNT = [['u64', 'amount']] as const;
const CHECKED_AMOUNT = [
  ['u64', 'tokenAmount.amount'],
  ['u8', 'tokenAmount.decimals'],
] as const;

const SYSTEM: Readonly<Record<string, Layout>> = {
  createAccount: {
    tag: 0,
    accounts: ['source', 'newAccount'],
    data: [
      ['u64', 'lamports'],
      ['u64', 'space'],
      ['key', 'owner'],
    ],
  },
  assign: { tag: 1, accounts: ['account'], data: [['key', 'owner']] },
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
  allocate: { tag: 8, accounts: ['account'], data: [['u64', 'space']] },
  allocateWithSeed: {
    tag: 9,
    accounts: ['account', 'base'],
    data: [
      ['key', 'base'],
      ['seed', 'seed'],
      ['u64', 'space'],
      ['key', 'owner'],
    ],
  },
  assignWithSeed: {
    tag: 10,
    accounts: ['account', 'base'],
    data: [
      ['key', 'base'],
      ['seed', 'seed'],
      ['key', 'owner'],
    ],
  },
  transferWithSeed: {
    tag: 11,
    accounts: ['source', 'sourceBase', 'destination'],
    data: [
      ['u64', 'lamports'],
      ['seed', 'sourceSeed'],
      ['key', 'sourceOwner'],
    ],
  },
};

const TOKEN: Readonly<Record<string, Layout>> = {
  initializeAccount: { tag: 1, accounts: ['account', 'mint', 'owner', 'rentSysvar'] },
  transfer: { tag: 3, accounts: ['source', 'destination', SIGNER], data: AMOUNT },
  approve: { tag: 4, accounts: ['source', 'delegate', OWNER], data: AMOUNT },
  revoke: { tag: 5, accounts: ['source', OWNER] },
  setAuthority: {
    tag: 6,
    accounts: ['account|mint', SIGNER],
    data: [
      ['authorityType', 'authorityType'],
      ['optionalKey', 'newAuthority'],
    ],
  },
  mintTo: { tag: 7, accounts: ['mint', 'account', MINTER], data: AMOUNT },
  burn: { tag: 8, accounts: ['account', 'mint', SIGNER], data: AMOUNT },
  closeAccount: { tag: 9, accounts: ['account', 'destination', OWNER] },
  freezeAccount: { tag: 10, accounts: ['account', 'mint', FREEZER] },
  thawAccount: { tag: 11, accounts: ['account', 'mint', FREEZER] },
  transferChecked: {
    tag: 12,
    accounts: ['source', 'mint', 'destination', SIGNER],
    data: CHECKED_AMOUNT,
  },
  approveChecked: { tag: 13, accounts: ['source', 'mint', 'delegate', OWNER], data: CHECKED_AMOUNT },
  mintToChecked: { tag: 14, accounts: ['mint', 'account', MINTER], data: CHECKED_AMOUNT },
  burnChecked: { tag: 15, accounts: ['account', 'mint', SIGNER], data: CHECKED_AMOUNT },
  initializeAccount2: {
    tag: 16,
    accounts: ['account', 'mint', 'rentSysvar'],
    data: [['key', 'owner']],
  },
  syncNative: { tag: 17, accounts: ['account'] },
  initializeAccount3: { tag: 18, accounts: ['account', 'mint'], data: [['key', 'owner']] },
  getAccountDataSize: { tag: 21, accounts: ['mint'] },
  initializeImmutableOwner: { tag: 22, accounts: ['account'] },
};

const CLOCK_AND_HISTORY = ['clockSysvar', 'stakeHistorySysvar'] as const;
const STAKE: Readonly<Record<string, Layout>> = {
  initialize: {
    tag: 0,
    accounts: ['stakeAccount', 'rentSysvar'],
    data: [
      ['key', 'authorized.staker'],
      ['key', 'authorized.withdrawer'],
      ['u64', 'lockup.unixTimestamp'],
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
  delegate: {
    tag: 2,
    accounts: ['stakeAccount', 'voteAccount', ...CLOCK_AND_HISTORY, 'stakeConfigAccount', 'stakeAuthority'],
  },
  split: {
    tag: 3,
    accounts: ['stakeAccount', 'newSplitAccount', 'stakeAuthority'],
    data: [['u64', 'lamports']],
  },
  withdraw: {
    tag: 4,
    accounts: ['stakeAccount', 'destination', ...CLOCK_AND_HISTORY, 'withdrawAuthority'],
    data: [['u64', 'lamports']],
  },
  deactivate: { tag: 5, accounts: ['stakeAccount', 'clockSysvar', 'stakeAuthority'] },
  merge: { tag: 7, accounts: ['destination', 'source', ...CLOCK_AND_HISTORY, 'stakeAuthority'] },
};

const ASSOCIATED = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram'];
const ASSOCIATED_TOKEN: Readonly<Record<string, Layout>> = {
  create: { tag: 0, accounts: ASSOCIATED },
  createIdempotent: { tag: 1, accounts: ASSOCIATED },
};

type Program = { readonly tagSize: number; readonly layouts: Readonly<Record<string, Layout>> };
const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ['11111111111111111111111111111111', { tagSize: TAG_SIZE_OF_NATIVE, layouts: SYSTEM }],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', { tagSize: 1, layouts: TOKEN }],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', { tagSize: 1, layouts: TOKEN }],
  ['Stake11111111111111111111111111111111111111', { tagSize: TAG_SIZE_OF_NATIVE, layouts: STAKE }],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', { tagSize: 1, layouts: ASSOCIATED_TOKEN }],
]);

const AUTHORITY_TYPES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];
const STAKE_AUTHORIZE = ['Staker', 'Withdrawer'];

/**
 * Restores the bytes of an instruction that a node prints by names, as agave's `parse_instruction` does.
 *
 * One whose program or name is not listed, or whose fields are not what the name says, comes without accounts and data:
 * no rule allows such an instruction of a program that has rules.
 */
export function encodeParsedInstruction({ programId, parsed }: ParsedInstruction): InnerInstruction {
  const unknown = { program: programId, accounts: [], data: new Uint8Array(0) };
  // The memo program has no fields: its text is all there is.
  if (typeof parsed === 'string') return { ...unknown, data: new TextEncoder().encode(parsed) };
  const { type, info } = Object(parsed) as { type?: unknown; info?: unknown };
  const program = PROGRAMS.get(programId);
  if (program === undefined || typeof type !== 'string' || !Object.hasOwn(program.layouts, type))
    return unknown;
  const layout = program.layouts[type];
  try {
    return layout === undefined ? unknown : encode(programId, program.tagSize, layout, Object(info) as Info);
  } catch (error) {
    if (error instanceof UnreadableField) return unknown;
    throw error;
  }
}

class UnreadableField extends Error {
  override readonly name = 'UnreadableField';
}

function encode(program: string, tagSize: number, layout: Layout, info: Info): InnerInstruction {
  const fields = layout.data ?? [];
  return {
    program,
    accounts: layout.accounts.map((names) => addressAt(info, names)),
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
  const found = names.split('|').find((name) => info[name] !== undefined);
  const text = found === undefined ? undefined : info[found];
  parseKey(text);
  return String(text);
}

function encodeField(kind: FieldKind, value: unknown): Uint8Array {
  switch (kind) {
    case 'u8':
      return integer(parseInteger(value), 1);
    case 'u32':
      return integer(parseInteger(value), 4);
    case 'u64':
      return integer(parseInteger(value), 8);
    case 'key':
      return parseKey(value);
    case 'optionalKey':
      return value === null ? Uint8Array.of(0) : concat([Uint8Array.of(1), parseKey(value)]);
    case 'seed': {
      if (typeof value !== 'string') throw new UnreadableField();
      const text = new TextEncoder().encode(value);
      return concat([integer(BigInt(text.length), 8), text]);
    }
    case 'authorityType':
      return integer(placeIn(AUTHORITY_TYPES, value), 1);
    case 'stakeAuthorize':
      return integer(placeIn(STAKE_AUTHORIZE, value), 4);
  }
}

function parseInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^[0-9]{1,20}$/.test(value)) return BigInt(value);
  throw new UnreadableField();
}

function placeIn(list: readonly string[], value: unknown): bigint {
  const place = list.indexOf(String(value));
  if (place < 0) throw new UnreadableField();
  return BigInt(place);
}

function parseKey(text: unknown): Uint8Array {
  const key = typeof text === 'string' ? decodeKey(text) : undefined;
  if (key === undefined) throw new UnreadableField();
  return key;
}

/** Little-endian; two's complement below zero. */
function integer(value: bigint, size: number): Uint8Array {
  const bits = BigInt.asUintN(size * 8, value);
  if (value >= 0n && bits !== value) throw new UnreadableField();
  return Uint8Array.from({ length: size }, (_, i) => Number((bits >> BigInt(8 * i)) & 0xffn));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
