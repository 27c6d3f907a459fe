import type { ReadonlyUint8Array } from '@solana/kit';
import type { WrappedI80F48 } from '../generated/types/index.ts';

/** Fraction bits of the program's fixed-point numbers. */
export const I80F48_FRACTION_BITS = 48n;

/** Reads a fixed-point number: signed, 128 bits, little-endian; the value times 2⁴⁸. */
export function i80f48Bits({ value }: WrappedI80F48): bigint {
  return BigInt.asIntN(128, readLittleEndian(value));
}

/**
 * Writes a fixed-point number.
 *
 * @param bits - the value times 2⁴⁸.
 */
export function wrapI80F48(bits: bigint): WrappedI80F48 {
  const value = new Uint8Array(16);
  let rest = BigInt.asUintN(128, bits);
  for (let i = 0; i < value.length; i++, rest >>= 8n) value[i] = Number(rest & 0xffn);
  return { value };
}

function readLittleEndian(bytes: ReadonlyUint8Array): bigint {
  return [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
