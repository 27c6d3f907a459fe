import { type Address, getU32Encoder, getU64Encoder } from '@solana/kit';
import { createPda, findPda, type Seed } from '../../vm/models/find-pda.ts';

/** The authority that holds a pool's stake and mints its tokens, and its bump. */
export function findWithdrawAuthority(program: Address, pool: Address): readonly [Address, number] {
  return findPda(program, authoritySeeds(pool, 'withdraw'));
}

/** The same for a bump the pool account names; undefined when it derives nothing. */
export function createWithdrawAuthority(program: Address, pool: Address, bump: number): Address | undefined {
  return createPda(program, authoritySeeds(pool, 'withdraw'), bump);
}

/** The authority stake is handed to when it is deposited in an open pool. */
export function findDepositAuthority(program: Address, pool: Address): Address {
  return findPda(program, authoritySeeds(pool, 'deposit'))[0];
}

/** A validator's stake account in a pool; a seed of zero means none. */
export function findValidatorStake(program: Address, pool: Address, vote: Address, seed: number): Address {
  const suffix = seed === 0 ? [] : [new Uint8Array(getU32Encoder().encode(seed))];
  return findPda(program, [{ address: vote }, { address: pool }, ...suffix])[0];
}

/** The account of a validator's stake that is on its way into or out of a pool. */
export function findTransientStake(program: Address, pool: Address, vote: Address, seed: bigint): Address {
  const suffix = new Uint8Array(getU64Encoder().encode(seed));
  return findPda(program, [{ text: 'transient' }, { address: vote }, { address: pool }, suffix])[0];
}

function authoritySeeds(pool: Address, text: 'withdraw' | 'deposit'): Seed[] {
  return [{ address: pool }, { text }];
}
