/** One instruction with its accounts resolved to keys. */
export type InstructionView = {
  readonly program: Uint8Array;
  readonly accounts: readonly Uint8Array[];
  readonly data: Uint8Array;
};

/** A message read back from its bytes. All parts are views into them. */
export type MessageView = {
  readonly version: 'legacy' | 0;
  /** Keys that must sign, the fee payer first. */
  readonly signers: readonly Uint8Array[];
  readonly accounts: readonly Uint8Array[];
  readonly blockhash: Uint8Array;
  readonly instructions: readonly InstructionView[];
  readonly lookupTables: number;
};

/** The bytes are not a message the ledger would read the one way we read it. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/**
 * Reads a compiled legacy or version 0 message, sharing no code with what compiles ours.
 *
 * @throws {MalformedMessage} for bytes that are cut short, trail, use a long form of a length, name an account
 *   outside the list, or carry another version.
 */
export function readMessage(bytes: Uint8Array): MessageView {
  const reader = new Reader(bytes);
  const first = reader.byte();
  const isLegacy = first < 0x80;
  if (!isLegacy && first !== 0x80) throw new MalformedMessage('The message version is neither legacy nor 0.');
  const signerCount = isLegacy ? first : reader.byte();
  reader.skip(2);
  const accounts = reader.list(() => reader.take(32));
  if (signerCount === 0 || signerCount > accounts.length) {
    throw new MalformedMessage('The message asks for more signers than it has accounts, or for none.');
  }
  const blockhash = reader.take(32);
  const accountAt = (index: number): Uint8Array => {
    const account = accounts[index];
    if (account === undefined)
      throw new MalformedMessage('An instruction names an account outside the list.');
    return account;
  };
  const instructions = reader.list(() => ({
    program: accountAt(reader.byte()),
    accounts: reader.list(() => accountAt(reader.byte())),
    data: reader.take(reader.length()),
  }));
  const lookupTables = isLegacy ? 0 : reader.length();
  // Tables stay unresolved here, so a message that uses one already failed at an index above.
  if (lookupTables === 0) reader.end();
  return {
    version: isLegacy ? 'legacy' : 0,
    signers: accounts.slice(0, signerCount),
    accounts,
    blockhash,
    instructions,
    lookupTables,
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

  skip(size: number): void {
    this.take(size);
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
