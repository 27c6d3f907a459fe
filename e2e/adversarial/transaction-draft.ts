import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Address } from '@solana/kit';
import { getAddressDecoder, getAddressEncoder } from '@staking-agent/chain/address';

/** An account of an instruction. */
export type DraftAccount = {
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
};

/** One instruction, its accounts resolved. */
export type DraftInstruction = {
  readonly program: string;
  readonly accounts: readonly DraftAccount[];
  readonly data: Uint8Array;
};

/** A lookup table and what it holds. */
export type DraftTable = { readonly address: string; readonly addresses: readonly string[] };

/** A transaction taken apart, so that it can be changed and put together again. */
export type TransactionDraft = {
  readonly version: 'legacy' | 0;
  readonly payer: string;
  readonly blockhash: Uint8Array;
  readonly instructions: readonly DraftInstruction[];
  /** Accounts that neither sign nor are programs are taken from them where they hold them; version 0 only. */
  readonly tables: readonly DraftTable[];
};

const decoder = getAddressDecoder();
const encoder = getAddressEncoder();
const known = new Map<string, Uint8Array>();

/** The 32 bytes of an address. */
export function decodeAddress(address: string): Uint8Array {
  const cached = known.get(address);
  if (cached !== undefined) return cached;
  const bytes = Uint8Array.from(encoder.encode(address as Address));
  known.set(address, bytes);
  return bytes;
}

/** Reads a message; the tables it names are found by address. */
export function parseMessage(
  message: Uint8Array,
  findTable: (address: string) => readonly string[],
): TransactionDraft {
  let at = 0;
  const byte = (): number => message[at++] ?? 0;
  const take = (size: number): Uint8Array => {
    at += size;
    return message.slice(at - size, at);
  };
  const length = (): number => {
    const low = byte();
    return low < 0x80 ? low : (low & 0x7f) | (byte() << 7);
  };
  const list = <T>(read: () => T): T[] => Array.from({ length: length() }, read);
  const address = (): string => decoder.decode(take(32));

  const isLegacy = (message[0] ?? 0) < 0x80;
  if (!isLegacy) at = 1;
  const [signers, readonlySigners, readonlyOthers] = [byte(), byte(), byte()];
  const statics = list(address);
  const blockhash = take(32);
  const compiled = list(() => ({ program: byte(), accounts: [...take(length())], data: take(length()) }));
  const lookups = isLegacy
    ? []
    : list(() => ({ table: address(), writable: [...take(length())], readonly: [...take(length())] }));

  const isWritable = (index: number): boolean =>
    index < signers ? index < signers - readonlySigners : index < statics.length - readonlyOthers;
  const tables = lookups.map(({ table }) => ({ address: table, addresses: findTable(table) }));
  const load = (indexes: (lookup: (typeof lookups)[number]) => readonly number[], writable: boolean) =>
    lookups.flatMap((lookup, table) =>
      indexes(lookup).map((index) => ({
        address: tables[table]?.addresses[index] ?? '',
        isSigner: false,
        isWritable: writable,
      })),
    );
  const all: DraftAccount[] = [
    ...statics.map((each, index) => ({
      address: each,
      isSigner: index < signers,
      isWritable: isWritable(index),
    })),
    ...load(({ writable }) => writable, true),
    ...load((lookup) => lookup.readonly, false),
  ];
  const accountAt = (index: number): DraftAccount => all[index] as DraftAccount;
  return {
    version: isLegacy ? 'legacy' : 0,
    payer: accountAt(0).address,
    blockhash,
    instructions: compiled.map(({ program, accounts, data }) => ({
      program: accountAt(program).address,
      accounts: accounts.map(accountAt),
      data,
    })),
    tables,
  };
}

type Rights = { isSigner: boolean; isWritable: boolean; isProgram: boolean };

/** Puts a draft together as a message; the payer first, then signers, then the others, those that are written first. */
export function compileDraft({ version, payer, blockhash, instructions, tables }: TransactionDraft): {
  readonly message: Uint8Array;
  readonly signers: readonly string[];
} {
  const rights = new Map<string, Rights>([[payer, { isSigner: true, isWritable: true, isProgram: false }]]);
  const meet = (address: string): Rights => {
    const found = rights.get(address) ?? { isSigner: false, isWritable: false, isProgram: false };
    rights.set(address, found);
    return found;
  };
  for (const { program, accounts } of instructions) {
    meet(program).isProgram = true;
    for (const { address, isSigner, isWritable } of accounts) {
      const found = meet(address);
      found.isSigner ||= isSigner;
      found.isWritable ||= isWritable;
    }
  }
  const lookups = version === 0 ? planLookups(rights, tables) : [];
  const loaded = new Set(
    lookups.flatMap(({ writable, readonly }) => [...writable, ...readonly].map(([each]) => each)),
  );
  const statics = [...rights].filter(([address]) => !loaded.has(address));
  const group = (signer: boolean, writable: boolean): string[] =>
    statics
      .filter(([, each]) => each.isSigner === signer && each.isWritable === writable)
      .map(([each]) => each);
  const groups = [group(true, true), group(true, false), group(false, true), group(false, false)] as const;
  const order = groups.flat();
  const every = [
    ...order,
    ...lookups.flatMap(({ writable }) => writable.map(([each]) => each)),
    ...lookups.flatMap((lookup) => lookup.readonly.map(([each]) => each)),
  ];
  const indexes = new Map(every.map((each, index) => [each, index]));
  const indexOf = (address: string): number => indexes.get(address) ?? 0;
  const bytes: number[] = version === 0 ? [0x80] : [];
  bytes.push(groups[0].length + groups[1].length, groups[1].length, groups[3].length);
  pushLength(bytes, order.length);
  for (const each of order) bytes.push(...decodeAddress(each));
  bytes.push(...blockhash);
  pushLength(bytes, instructions.length);
  for (const { program, accounts, data } of instructions) {
    bytes.push(indexOf(program));
    pushLength(bytes, accounts.length);
    for (const { address } of accounts) bytes.push(indexOf(address));
    pushLength(bytes, data.length);
    bytes.push(...data);
  }
  if (version === 0) pushLookups(bytes, lookups);
  return { message: Uint8Array.from(bytes), signers: order.slice(0, groups[0].length + groups[1].length) };
}

type Lookup = {
  readonly table: string;
  readonly writable: readonly (readonly [string, number])[];
  readonly readonly: readonly (readonly [string, number])[];
};

function planLookups(rights: ReadonlyMap<string, Rights>, tables: readonly DraftTable[]): Lookup[] {
  const taken = new Set<string>();
  return tables
    .map(({ address, addresses }) => {
      const found = [...rights].flatMap(([each, { isSigner, isProgram, isWritable }]) => {
        const index = addresses.indexOf(each);
        if (isSigner || isProgram || index === -1 || index > 255 || taken.has(each)) return [];
        taken.add(each);
        return [{ entry: [each, index] as const, isWritable }];
      });
      return {
        table: address,
        writable: found.filter((each) => each.isWritable).map(({ entry }) => entry),
        readonly: found.filter((each) => !each.isWritable).map(({ entry }) => entry),
      };
    })
    .filter(({ writable, readonly }) => writable.length + readonly.length > 0);
}

function pushLookups(bytes: number[], lookups: readonly Lookup[]): void {
  pushLength(bytes, lookups.length);
  for (const { table, writable, readonly } of lookups) {
    bytes.push(...decodeAddress(table));
    for (const entries of [writable, readonly]) {
      pushLength(bytes, entries.length);
      bytes.push(...entries.map(([, index]) => index));
    }
  }
}

function pushLength(bytes: number[], length: number): void {
  if (length < 0x80) bytes.push(length);
  else bytes.push((length & 0x7f) | 0x80, length >> 7);
}

/** DER header of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const PRIVATE_KEY_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');
const SIGNATURE_SIZE = 64;

/** A key pair that follows from its name, so that every run has the same. */
export type NamedKey = { readonly address: string; readonly privateKey: KeyObject };

/** Derives the key pair of a name, as the sandbox derives those of its world. */
export function createNamedKey(name: string): NamedKey {
  const seed = createHash('sha256').update(`staking-agent sandbox: ${name}`).digest();
  const key = Buffer.concat([PRIVATE_KEY_HEADER, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { address: getAddressDecoder().decode(spki.subarray(-32)), privateKey };
}

/** Puts a message behind empty slots for its signatures. */
export function unsigned(message: Uint8Array, signerCount: number): Uint8Array {
  const bytes = new Uint8Array(1 + signerCount * SIGNATURE_SIZE + message.length);
  bytes[0] = signerCount;
  bytes.set(message, bytes.length - message.length);
  return bytes;
}

/** Signs wire bytes with every key of its signers that is at hand; other slots stay as they are. */
export function signed(
  wire: Uint8Array,
  signers: readonly string[],
  keys: ReadonlyMap<string, NamedKey>,
): Uint8Array {
  const bytes = Uint8Array.from(wire);
  const message = bytes.subarray(1 + signers.length * SIGNATURE_SIZE);
  for (const [index, signer] of signers.entries()) {
    const key = keys.get(signer);
    if (key !== undefined) bytes.set(sign(null, message, key.privateKey), 1 + index * SIGNATURE_SIZE);
  }
  return bytes;
}
