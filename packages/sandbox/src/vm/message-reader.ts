import type { Address } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';

const ADDRESS_SIZE = 32;

/** Reads a message or a transaction from front to back. */
export class MessageReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where it has come to. */
  get at(): number {
    return this.#at;
  }

  /** @throws {RangeError} at the end. */
  readByte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('the bytes end too early');
    this.#at += 1;
    return byte;
  }

  /**
   * Copies bytes.
   *
   * @throws {RangeError} where there are fewer.
   */
  readBytes(size: number): Uint8Array<ArrayBuffer> {
    if (this.#at + size > this.#bytes.length) throw new RangeError('the bytes end too early');
    this.#at += size;
    return Uint8Array.from(this.#bytes.subarray(this.#at - size, this.#at));
  }

  readAddress(): Address {
    return toAddress(this.readBytes(ADDRESS_SIZE));
  }

  /**
   * Reads a length of up to 16 bits in the compact form: seven bits a byte, low ones first.
   *
   * @throws {RangeError} for more bits, and for more bytes than it takes, as solana `short_vec` does.
   */
  readLength(): number {
    let length = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.readByte();
      length += (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if ((byte === 0 && shift > 0) || length > 0xffff) break;
      return length;
    }
    throw new RangeError('a length is not in canonical form');
  }

  readList<T>(read: () => T): T[] {
    return Array.from({ length: this.readLength() }, read);
  }

  /** @throws {RangeError} where bytes are left. */
  assertIsAtEnd(): void {
    if (this.#at < this.#bytes.length) throw new RangeError('bytes are left behind the end');
  }
}
