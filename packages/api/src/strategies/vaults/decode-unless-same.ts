import type { Address, Decoder } from '@solana/kit';

/** Accounts that one decoder remembers: a deployment names few. */
const ACCOUNTS = 64;

/**
 * Makes a decoder of accounts that change seldom: the same bytes as the last ones of that account are the same value, which
 * nobody changes. Comparing them takes a hundredth of decoding them, most of which is printing addresses.
 */
export function decodeUnlessSame<Value>(
  decoder: Decoder<Value>,
): (address: Address, data: Uint8Array) => Value {
  const last = new Map<Address, { readonly data: Uint8Array; readonly value: Value }>();
  return (address, data) => {
    const known = last.get(address);
    if (known !== undefined && Buffer.compare(known.data, data) === 0) return known.value;
    const value = decoder.decode(data);
    if (last.size >= ACCOUNTS) last.clear();
    last.set(address, { data: data.slice(), value });
    return value;
  };
}
