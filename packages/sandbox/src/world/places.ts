import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { Validator } from '../vm/stake/vote-state.ts';
import { createValidators } from './cluster/validators.ts';
import { findLeveragedWorld, type LeveragedWorld } from './leveraged-vault/leveraged-world.ts';
import { findPoolWorld, type PoolWorld } from './stake-pool/pool-world.ts';
import { findVaultWorld, type VaultWorld } from './usdc-vault/vault-world.ts';

/** Where everything of a deployment is; follows from its addresses alone. */
export type Places = {
  readonly deployment: Deployment;
  /** By vote account, the operator's first. */
  readonly validators: ReadonlyMap<Address, Validator>;
  /** The stake pool and the market of raSOL. */
  readonly pool: PoolWorld;
  /** The USDC vault and its strategy. */
  readonly vault: VaultWorld;
  /** The leveraged vault, its lender and its lookup table; undefined where the deployment has none. */
  readonly leveraged: LeveragedWorld | undefined;
};

/**
 * Derives the addresses of a deployment.
 *
 * @throws {Error} when the deployment is not that of a sandbox.
 */
export function findPlaces(deployment: Deployment): Places {
  const pool = findPoolWorld(deployment);
  return {
    deployment,
    validators: createValidators(deployment),
    pool,
    vault: findVaultWorld(deployment),
    leveraged: findLeveragedWorld(deployment, pool),
  };
}
