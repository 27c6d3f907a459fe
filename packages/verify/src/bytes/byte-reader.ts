/** The bytes are not a transaction the ledger would read the one way we read it. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/** Reads bytes from front to back; all parts are views into them. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw cutShort();
    this.#at += 1;
    return value;
  }

  u16(): number {
    return this.byte() | (this.byte() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  u64(): bigint {
    const low = this.u32();
    const high = this.u32();
    return high === 0 ? BigInt(low) : (BigInt(high) << 32n) | BigInt(low);
  }

  take(size: number): Uint8Array {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw cutShort();
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
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

  list<T>(count: number, read: () => T): T[] {
    const items: T[] = [];
    for (let left = count; left > 0; left -= 1) items.push(read());
    return items;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedMessage('Bytes follow the end.');
  }
}

function cutShort(): MalformedMessage {
  return new MalformedMessage('The bytes are cut short.');
}
