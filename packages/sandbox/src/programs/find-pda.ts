import { createHash } from 'node:crypto';
import { type Address, getAddressDecoder, getAddressEncoder, isOffCurveAddress } from '@solana/kit';

const MARKER = Buffer.from('ProgramDerivedAddress');

const addressDecoder = getAddressDecoder();
const addressEncoder = getAddressEncoder();

/** A seed of a derived address: text as UTF-8, an address as its bytes. */
export type Seed = Uint8Array | { readonly address: Address } | { readonly text: string };

/**
 * Finds a program's derived address and its bump, as `Pubkey::find_program_address`.
 *
 * kit's own search is asynchronous, and a transaction of the ledger executes synchronously.
 */
export function findPda(program: Address, seeds: readonly Seed[]): readonly [Address, number] {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const found = derive(program, seeds, bump);
    if (isOffCurveAddress(found)) return [found, bump];
  }
  throw new Error(`No derived address of ${program} for these seeds.`);
}

/** The address of seeds and a known bump, or undefined when it is no derived address. */
export function createPda(program: Address, seeds: readonly Seed[], bump: number): Address | undefined {
  const derived = derive(program, seeds, bump);
  return isOffCurveAddress(derived) ? derived : undefined;
}

function derive(program: Address, seeds: readonly Seed[], bump: number): Address {
  const hash = createHash('sha256');
  for (const seed of seeds) hash.update(toBytes(seed));
  hash
    .update(Uint8Array.of(bump))
    .update(Uint8Array.from(addressEncoder.encode(program)))
    .update(MARKER);
  return addressDecoder.decode(hash.digest());
}

function toBytes(seed: Seed): Uint8Array {
  if (seed instanceof Uint8Array) return seed;
  return 'text' in seed ? Buffer.from(seed.text) : Uint8Array.from(addressEncoder.encode(seed.address));
}
