import sodium from 'sodium-native';

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

/** Creates a unique process name: 72 random bits, base64url. */
export function drawName(random: Random): string {
  return random.bytes(9).toString('base64url');
}
