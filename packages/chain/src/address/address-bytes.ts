import { base58 } from '@scure/base';
import {
  type Address,
  assertByteArrayHasEnoughBytesForCodec,
  createCodec,
  type FixedSizeCodec,
} from '@solana/kit';

/** Bytes of an address. */
export const ADDRESS_SIZE = 32;
/** Digits of the longest address: decoding takes the square of the length. */
const MOST_DIGITS = 44;

/**
 * Reads the 32 bytes of a base58 address.
 *
 * @throws {Error} when the text is not base58 of 32 bytes.
 */
export function toAddressBytes(text: string): Uint8Array {
  const bytes = parseAddressBytes(text);
  if (bytes === undefined) throw new Error(`Not a base58 address of ${ADDRESS_SIZE} bytes: ${text}`);
  return bytes;
}

/** Reads the 32 bytes of a base58 address; undefined when the text is not one. */
export function parseAddressBytes(text: string): Uint8Array | undefined {
  if (text.length < ADDRESS_SIZE || text.length > MOST_DIGITS) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === ADDRESS_SIZE ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes 32 bytes as a base58 address.
 *
 * @throws {Error} when there are not 32 bytes.
 */
export function toAddress(bytes: Uint8Array): Address {
  if (bytes.length !== ADDRESS_SIZE)
    throw new Error(`An address has ${ADDRESS_SIZE} bytes, not ${bytes.length}.`);
  return base58.encode(bytes) as Address;
}

const CODEC = createCodec<Address, Address, 32>({
  fixedSize: ADDRESS_SIZE,
  write: (address, bytes, offset) => {
    bytes.set(toAddressBytes(address), offset);
    return offset + ADDRESS_SIZE;
  },
  read: (bytes, offset) => {
    assertByteArrayHasEnoughBytesForCodec('address', ADDRESS_SIZE, bytes, offset);
    const end = offset + ADDRESS_SIZE;
    return [toAddress(bytes.slice(offset, end) as Uint8Array), end];
  },
});

/** Returns a codec of addresses that does what kit's does in a fraction of the time. */
export function getAddressCodec(): FixedSizeCodec<Address, Address, 32> {
  return CODEC;
}

// The generated clients ask for one half each.
export { getAddressCodec as getAddressDecoder, getAddressCodec as getAddressEncoder };
