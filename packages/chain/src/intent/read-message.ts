/** One instruction with its accounts resolved to keys. */
export type InstructionView = {
  readonly program: Uint8Array;
  readonly accounts: readonly Uint8Array[];
  readonly data: Uint8Array;
};

/** Accounts a version 0 message takes from a lookup table, by their index in it. */
export type TableLookup = {
  readonly table: Uint8Array;
  readonly writable: Uint8Array;
  readonly readonly: Uint8Array;
};

/** A message read back from its bytes. All parts are views into them. */
export type MessageView = {
  readonly version: 'legacy' | 0;
  /** Keys that must sign, the fee payer first. */
  readonly signers: readonly Uint8Array[];
  /** Keys in the message itself, without those of lookup tables. */
  readonly accounts: readonly Uint8Array[];
  /** Lists the keys the transaction may write to, those of lookup tables included where they were given. */
  writable(): readonly Uint8Array[];
  readonly blockhash: Uint8Array;
  readonly instructions: readonly InstructionView[];
  readonly lookups: readonly TableLookup[];
};

/** Accounts from lookup tables, in the order of the message's lookups. */
export type LoadedAccounts = {
  readonly writable: readonly Uint8Array[];
  readonly readonly: readonly Uint8Array[];
};

/** The bytes are not a message the ledger would read the one way we read it. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

const NOTHING_LOADED: LoadedAccounts = { writable: [], readonly: [] };
/** Stands for an account of a lookup table that was not given; equal to no key. */
const UNRESOLVED = new Uint8Array(0);

/**
 * Reads a compiled legacy or version 0 message, sharing no code with what compiles ours.
 *
 * @param loaded - what its lookup tables hold at the looked-up places; accounts that are missing here read as
 *   an empty key. Programs are always keys of the message itself, as the ledger demands.
 * @throws {MalformedMessage} for bytes that are cut short, trail, use a long form of a length, name an account
 *   outside the list, or carry another version.
 */
export function readMessage(bytes: Uint8Array, loaded: LoadedAccounts = NOTHING_LOADED): MessageView {
  const reader = new Reader(bytes);
  const first = reader.byte();
  const isLegacy = first < 0x80;
  if (!isLegacy && first !== 0x80) {
    throw new MalformedMessage('The message version is neither legacy nor 0.');
  }
  const signerCount = isLegacy ? first : reader.byte();
  const readonlySigners = reader.byte();
  const readonlyOthers = reader.byte();
  const accounts = reader.list(() => reader.take(32));
  if (signerCount === 0 || readonlySigners >= signerCount || signerCount + readonlyOthers > accounts.length) {
    throw new MalformedMessage('The message asks for more signers than it has accounts, or for none.');
  }
  const blockhash = reader.take(32);
  const compiled = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.take(reader.length()),
    data: reader.take(reader.length()),
  }));
  const lookups = isLegacy ? [] : reader.list(() => readLookup(reader));
  reader.end();

  const tableAccounts = [...loaded.writable, ...loaded.readonly];
  const total = lookups.reduce(
    (sum, { writable, readonly }) => sum + writable.length + readonly.length,
    accounts.length,
  );
  const accountAt = (index: number): Uint8Array => {
    if (index >= total) throw new MalformedMessage('An instruction names an account outside the list.');
    return accounts[index] ?? tableAccounts[index - accounts.length] ?? UNRESOLVED;
  };
  const resolve = (indexes: Uint8Array): Uint8Array[] => {
    const keys: Uint8Array[] = [];
    for (const index of indexes) keys.push(accountAt(index));
    return keys;
  };
  const instructions = compiled.map(({ program, accounts: indexes, data }) => {
    const key = accounts[program];
    if (key === undefined) throw new MalformedMessage('An instruction names a program outside the list.');
    return { program: key, accounts: resolve(indexes), data };
  });
  const isWritable = (_: Uint8Array, i: number) =>
    i < signerCount ? i < signerCount - readonlySigners : i < accounts.length - readonlyOthers;
  return {
    version: isLegacy ? 'legacy' : 0,
    signers: accounts.slice(0, signerCount),
    accounts,
    writable: () => [...accounts.filter(isWritable), ...loaded.writable],
    blockhash,
    instructions,
    lookups,
  };
}

function readLookup(reader: Reader): TableLookup {
  return {
    table: reader.take(32),
    writable: reader.take(reader.length()),
    readonly: reader.take(reader.length()),
  };
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new MalformedMessage('The message is cut short.');
    this.#at += 1;
    return value;
  }

  take(size: number): Uint8Array {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new MalformedMessage('The message is cut short.');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  /** A compact-u16: seven bits a byte, low first, shortest form only. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) throw new MalformedMessage('A length is not in its shortest form.');
        if (value > 0xffff) throw new MalformedMessage('A length is over 65535.');
        return value;
      }
    }
    throw new MalformedMessage('A length is over 65535.');
  }

  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.length(); left > 0; left -= 1) items.push(read());
    return items;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedMessage('Bytes follow the message.');
  }
}
