import { isSame } from '../bytes/is-same.ts';
import { VAULT_PROGRAM } from '../bytes/known-keys.ts';
import type { VaultKeys } from '../deployment-keys.ts';
import { encodeAddress } from '../ledger/encode-address.ts';
import { readStakePool, type StakePool } from '../ledger/stake-pool.ts';
import { readMintSupply, readVault, type Vault } from '../ledger/vault.ts';
import { findShares, type VaultShares } from '../ledger/vault-price.ts';
import { Refusal } from '../refusal.ts';
import type { ExactSubject } from './exact-subject.ts';

/**
 * Reads the raSOL pool from the evidence.
 *
 * @throws {Refusal} rule `evidence` when it is missing or is not the pool of this mint.
 */
export function requirePool(
  { evidence, deployment: { stakePool } }: ExactSubject,
  mint: Uint8Array,
): StakePool {
  const pool = readStakePool(evidence.before?.get(stakePool.address), stakePool.program);
  if (pool !== undefined && isSame(pool.mint, mint)) return pool;
  throw new Refusal('evidence', 'The stake pool of raSOL was not read.', {
    account: stakePool.address,
  });
}

/** What a vault's token is worth now. */
export type PricedVault = { readonly vault: Vault; readonly shares: VaultShares };

/** Prices a vault from the evidence; undefined unless it has vault, LP mint and time. */
export function priceVault(
  { evidence: { before, unixTimestamp } }: ExactSubject,
  keys: VaultKeys,
): PricedVault | undefined {
  const vault = readVault(before?.get(encodeAddress(keys.vault)), encodeAddress(VAULT_PROGRAM));
  const minted = readMintSupply(before?.get(encodeAddress(keys.lpMint)));
  if (vault === undefined || minted === undefined || unixTimestamp === undefined) return undefined;
  const shares = findShares(vault, minted, unixTimestamp);
  return shares && { vault, shares };
}
