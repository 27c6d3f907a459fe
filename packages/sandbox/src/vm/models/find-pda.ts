import type { Address } from '@solana/kit';
import {
  type Seed as ChainSeed,
  createProgramAddress,
  findProgramAddress,
  toAddressBytes,
} from '@staking-agent/chain/address';

/** A seed of a derived address: text as UTF-8, an address as its bytes. */
export type Seed = Uint8Array | { readonly address: Address } | { readonly text: string };

/** How many derived addresses are remembered; a transaction names no more than 64. */
const REMEMBERED = 10_000;

/** Seeds, bump included, of the addresses derived last: a program signs for an address with its seeds. */
const derivations = new Map<Address, readonly Uint8Array[]>();
/** The same of addresses that a program has one of, never forgotten. */
const fixed = new Map<Address, readonly Uint8Array[]>();

/** Finds a program's derived address and its bump, as `Pubkey::find_program_address`. */
export function findPda(program: Address, seeds: readonly Seed[]): readonly [Address, number] {
  const found = findProgramAddress(program, seeds.map(toChainSeed));
  remember(found[0], seeds, found[1]);
  return found;
}

/** Finds and caches an address of which a program has one or a few, to sign without deriving it again. */
export function findFixedPda(program: Address, seeds: readonly Seed[]): Address {
  const [address, bump] = findPda(program, seeds);
  fixed.set(address, toSignerSeeds(seeds, bump));
  return address;
}

/** The address of seeds and a known bump, or undefined when it is no derived address. */
export function createPda(program: Address, seeds: readonly Seed[], bump: number): Address | undefined {
  const created = createProgramAddress(program, [...seeds.map(toChainSeed), Uint8Array.of(bump)]);
  if (created !== undefined) remember(created, seeds, bump);
  return created;
}

/**
 * The seeds of an address that was derived here, its bump last.
 *
 * @throws {Error} for an address that was not: a model cannot sign for it.
 */
export function getSeeds(address: Address): readonly Uint8Array[] {
  const seeds = derivations.get(address) ?? fixed.get(address);
  if (seeds === undefined) throw new Error(`${address} was not derived from seeds.`);
  return seeds;
}

function remember(address: Address, seeds: readonly Seed[], bump: number): void {
  derivations.delete(address);
  derivations.set(address, toSignerSeeds(seeds, bump));
  if (derivations.size <= REMEMBERED) return;
  const [oldest] = derivations.keys();
  if (oldest !== undefined) derivations.delete(oldest);
}

function toChainSeed(seed: Seed): ChainSeed {
  if (seed instanceof Uint8Array) return seed;
  return 'text' in seed ? seed.text : toAddressBytes(seed.address);
}

function toSignerSeeds(seeds: readonly Seed[], bump: number): readonly Uint8Array[] {
  const bytes = seeds.map((seed) => {
    if (seed instanceof Uint8Array) return seed;
    return 'text' in seed ? new TextEncoder().encode(seed.text) : toAddressBytes(seed.address);
  });
  return [...bytes, Uint8Array.of(bump)];
}
