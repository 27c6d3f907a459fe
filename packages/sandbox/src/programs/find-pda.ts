import type { Address } from '@solana/kit';
import {
  type Seed as ChainSeed,
  createProgramAddress,
  findProgramAddress,
  toAddressBytes,
} from '@staking-agent/chain/address';

/** A seed of a derived address: text as UTF-8, an address as its bytes. */
export type Seed = Uint8Array | { readonly address: Address } | { readonly text: string };

/** Finds a program's derived address and its bump, as `Pubkey::find_program_address`. */
export function findPda(program: Address, seeds: readonly Seed[]): readonly [Address, number] {
  return findProgramAddress(program, seeds.map(toChainSeed));
}

/** The address of seeds and a known bump, or undefined when it is no derived address. */
export function createPda(program: Address, seeds: readonly Seed[], bump: number): Address | undefined {
  return createProgramAddress(program, [...seeds.map(toChainSeed), Uint8Array.of(bump)]);
}

function toChainSeed(seed: Seed): ChainSeed {
  if (seed instanceof Uint8Array) return seed;
  return 'text' in seed ? seed.text : toAddressBytes(seed.address);
}
