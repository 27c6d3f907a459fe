import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Validator } from '../vm/stake/vote-state.ts';
import { createValidators } from './cluster/validators.ts';
import { findLeveragedSeed, type LeveragedSeed } from './leveraged-vault/leveraged-seed.ts';
import { findPoolSeed, type PoolSeed } from './stake-pool/pool-seed.ts';
import { findVaultSeed, type VaultSeed } from './usdc-vault/vault-seed.ts';

/** Where everything of a deployment is; follows from its addresses alone. */
export type Places = {
  readonly deployment: Deployment;
  /** By vote account, the operator's first. */
  readonly validators: ReadonlyMap<Address, Validator>;
  /** The stake pool and the market of raSOL. */
  readonly pool: PoolSeed;
  /** The USDC vault and its strategy. */
  readonly vault: VaultSeed;
  /** The leveraged vault, its lender and its lookup table; undefined where the deployment has none. */
  readonly leveraged: LeveragedSeed | undefined;
};

/**
 * Derives the addresses of a deployment.
 *
 * @throws {Error} when the deployment is not that of a sandbox.
 */
export function findPlaces(deployment: Deployment): Places {
  const pool = findPoolSeed(deployment);
  return {
    deployment,
    validators: createValidators(deployment),
    pool,
    vault: findVaultSeed(deployment),
    leveraged: findLeveragedSeed(deployment, pool),
  };
}
