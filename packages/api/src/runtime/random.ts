import sodium from 'sodium-native';
import type { Clock } from './clock.ts';

/** The only source of randomness in the service: keys, names and pauses. Simulations bring a seeded one. */
export type Random = {
  /** Bytes that cannot be guessed. */
  bytes(size: number): Buffer;
};

/** The randomness of the machine: libsodium's, which costs a fifth of what node:crypto's does for a few bytes. */
export const SYSTEM_RANDOM: Random = {
  bytes(size) {
    const bytes = Buffer.allocUnsafe(size);
    sodium.randombytes_buf(bytes);
    return bytes;
  },
};

/** Draws a number from 0 up to 1, without 1. */
export function drawFraction(random: Random): number {
  return random.bytes(4).readUInt32LE() / 2 ** 32;
}

/** Makes the name of a request: a UUID of version 7, which sorts by time. */
export function drawRequestId({ clock, random }: { readonly clock: Clock; readonly random: Random }): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
