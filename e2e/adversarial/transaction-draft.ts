import { sign } from 'node:crypto';
import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { encodeMessage } from '@staking-agent/chain/message';
import { decodeMessage, listLookups } from '../../packages/sandbox/src/vm/transaction.ts';
import type { DeterministicKey } from '../../packages/sandbox/src/world/accounts.ts';

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
  /** Base58. */
  readonly blockhash: string;
  readonly instructions: readonly DraftInstruction[];
  /** Accounts that neither sign nor are programs are taken from them where they hold them; version 0 only. */
  readonly tables: readonly DraftTable[];
};

const known = new Map<string, Uint8Array>();

/** The 32 bytes of an address. */
export function decodeAddress(address: string): Uint8Array {
  const bytes = known.get(address) ?? toAddressBytes(address);
  known.set(address, bytes);
  return bytes;
}

/** An address as hexadecimal, to compare with what stands in accounts. */
export function toHex(address: string): string {
  return Buffer.from(decodeAddress(address)).toString('hex');
}

/** Takes a message apart; the tables it names are found by address. */
export function parseMessage(
  bytes: Uint8Array,
  findTable: (address: string) => readonly string[],
): TransactionDraft {
  const message = decodeMessage(bytes);
  if (message.version === 1) throw new Error('No honest build is of version 1.');
  const { version, header, staticAccounts, lifetimeToken, instructions } = message;
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  const lookups = listLookups(message).map((lookup) => ({
    ...lookup,
    addresses: findTable(lookup.lookupTableAddress),
  }));
  const load = (name: 'writableIndexes' | 'readonlyIndexes', isWritable: boolean) =>
    lookups.flatMap(({ addresses, [name]: indexes }) =>
      indexes.map((index) => ({ address: addresses[index] ?? '', isSigner: false, isWritable })),
    );
  const statics = staticAccounts.map((address, index) => {
    const isSigner = index < numSignerAccounts;
    const end = isSigner
      ? numSignerAccounts - numReadonlySignerAccounts
      : staticAccounts.length - numReadonlyNonSignerAccounts;
    return { address, isSigner, isWritable: index < end };
  });
  const all = [...statics, ...load('writableIndexes', true), ...load('readonlyIndexes', false)];
  const accountAt = (index: number): DraftAccount => all[index] as DraftAccount;
  return {
    version,
    payer: accountAt(0).address,
    blockhash: lifetimeToken,
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
      program: accountAt(programAddressIndex).address,
      accounts: accountIndices.map(accountAt),
      data: Uint8Array.from(data),
    })),
    tables: lookups.map(({ lookupTableAddress: address, addresses }) => ({ address, addresses })),
  };
}

type Rights = { isSigner: boolean; isWritable: boolean; isProgram: boolean };

/**
 * Puts a draft together as a message; the payer first, then signers, then the others, those that are written first. Unlike the
 * compiler of the service it takes any draft, one that writes programs for example.
 */
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
  const loaded = [
    ...lookups.flatMap(({ writable }) => writable.map(([each]) => each)),
    ...lookups.flatMap((lookup) => lookup.readonly.map(([each]) => each)),
  ];
  const statics = [...rights].filter(([address]) => !loaded.includes(address));
  const group = (signer: boolean, writable: boolean): string[] =>
    statics
      .filter(([, each]) => each.isSigner === signer && each.isWritable === writable)
      .map(([each]) => each);
  const groups = [group(true, true), group(true, false), group(false, true), group(false, false)] as const;
  const signers = [...groups[0], ...groups[1]];
  const order = groups.flat();
  const indexes = new Map([...order, ...loaded].map((each, index) => [each, index]));
  const indexOf = (address: string): number => indexes.get(address) ?? 0;
  const parts = {
    header: {
      numSignerAccounts: signers.length,
      numReadonlySignerAccounts: groups[1].length,
      numReadonlyNonSignerAccounts: groups[3].length,
    },
    staticAccounts: order as Address[],
    lifetimeToken: blockhash,
    instructions: instructions.map(({ program, accounts, data }) => ({
      programAddressIndex: indexOf(program),
      accountIndices: accounts.map(({ address }) => indexOf(address)),
      data,
    })),
  };
  const addressTableLookups = lookups.map(({ table, writable, readonly }) => ({
    lookupTableAddress: table as Address,
    writableIndexes: writable.map(([, index]) => index),
    readonlyIndexes: readonly.map(([, index]) => index),
  }));
  const message = encodeMessage(
    version === 0 ? { ...parts, version, addressTableLookups } : { ...parts, version },
  );
  return { message, signers };
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

const SIGNATURE_SIZE = 64;

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
  keys: ReadonlyMap<string, DeterministicKey>,
): Uint8Array {
  const bytes = Uint8Array.from(wire);
  const message = bytes.subarray(1 + signers.length * SIGNATURE_SIZE);
  for (const [index, signer] of signers.entries()) {
    const key = keys.get(signer);
    if (key !== undefined) bytes.set(sign(null, message, key.privateKey), 1 + index * SIGNATURE_SIZE);
  }
  return bytes;
}
