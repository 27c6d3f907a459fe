import { hash } from 'node:crypto';
import type {
  Address,
  ProgramDerivedAddress,
  ProgramDerivedAddressBump,
  ReadonlyUint8Array,
} from '@solana/kit';
import sodium from 'sodium-native';
import { ADDRESS_SIZE, toAddress, toAddressBytes } from './address-bytes.ts';
import { BoundedCache } from './bounded-cache.ts';

/** A seed of a derived address: bytes, or text that stands for its UTF-8. */
export type Seed = string | ReadonlyUint8Array;

const MAX_SEEDS = 16;
const MAX_SEED_SIZE = 32;
const MARKER = Buffer.from('ProgramDerivedAddress');

// The neutral element of the curve, compressed.
const IDENTITY = Buffer.alloc(32, Uint8Array.of(1, ...new Uint8Array(31)));
const sum = Buffer.alloc(32);

// About 3 MB when full: the addresses of a deployment, which every request needs, and those of recent wallets.
const found = new BoundedCache<ProgramDerivedAddress>(10_000);

/**
 * Finds the address that a program derives from seeds, and its bump: `Pubkey::find_program_address`.
 *
 * kit's search gives the same in fifty times the time; a browser build uses it, see `browser.ts`.
 *
 * @throws {Error} for more than 15 seeds, a seed of more than 32 bytes, or seeds that no bump from 255 to 1 fits.
 */
export function findProgramAddress(program: Address, seeds: readonly Seed[]): ProgramDerivedAddress {
  const preimage = joinSeeds(program, [...seeds, Uint8Array.of(0)]);
  // The derivation itself does not see where a seed ends, so neither does the key.
  const key = preimage.toString('latin1');
  return found.get(key) ?? found.set(key, search(program, preimage));
}

/**
 * Derives the address of seeds that contain their bump: `Pubkey::create_program_address`.
 *
 * @returns undefined when the result lies on the curve, so that it is not a derived address.
 * @throws {Error} for more than 16 seeds or a seed of more than 32 bytes.
 */
export function createProgramAddress(program: Address, seeds: readonly Seed[]): Address | undefined {
  return toOffCurveAddress(joinSeeds(program, seeds));
}

/**
 * Tells whether 32 bytes are a point of the Ed25519 curve, by the rule of the ledger's runtime: a y beyond the field is
 * reduced, and the sign of x = 0 does not matter.
 */
export function isOnCurve(bytes: Buffer): boolean {
  // Not `is_valid_point`, which also demands the main subgroup. The binding throws when the result is not 0.
  try {
    sodium.crypto_core_ed25519_add(sum, bytes, IDENTITY);
    return true;
  } catch {
    return false;
  }
}

function search(program: Address, preimage: Buffer): ProgramDerivedAddress {
  const bumpAt = preimage.length - MARKER.length - ADDRESS_SIZE - 1;
  for (let bump = 255; bump > 0; bump -= 1) {
    preimage[bumpAt] = bump;
    const address = toOffCurveAddress(preimage);
    if (address !== undefined) return Object.freeze([address, bump as ProgramDerivedAddressBump]);
  }
  throw new Error(`No bump derives an address of ${program} from these seeds.`);
}

function toOffCurveAddress(preimage: Buffer): Address | undefined {
  const digest = hash('sha256', preimage, 'buffer');
  return isOnCurve(digest) ? undefined : toAddress(digest);
}

function joinSeeds(program: Address, seeds: readonly Seed[]): Buffer {
  if (seeds.length > MAX_SEEDS)
    throw new Error(`An address has at most ${MAX_SEEDS} seeds, its bump among them.`);
  const parts = seeds.map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : seed));
  if (parts.some(({ length }) => length > MAX_SEED_SIZE))
    throw new Error(`A seed has at most ${MAX_SEED_SIZE} bytes.`);
  const preimage = Buffer.alloc(
    parts.reduce((size, { length }) => size + length, ADDRESS_SIZE + MARKER.length),
  );
  let at = 0;
  for (const part of [...parts, toAddressBytes(program), MARKER]) {
    preimage.set(part, at);
    at += part.length;
  }
  return preimage;
}
