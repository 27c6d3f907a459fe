import { requireKey as key } from '../bytes/base58.ts';
import type { VerifyDeployment } from '../verify-deployment.ts';

/** The addresses of a deployment that transactions of others meet, as keys. */
export type BoundedKeys = {
  readonly solMint: Uint8Array;
  readonly usdcMint: Uint8Array;
  readonly rasolMint: Uint8Array;
  readonly rausdcMint: Uint8Array;
  readonly usdcVault: Uint8Array;
  readonly stakePool: Uint8Array;
  readonly stakePoolProgram: Uint8Array;
};

const known = new WeakMap<VerifyDeployment, BoundedKeys>();

/**
 * Reads the keys of a deployment, once each.
 *
 * @throws {TypeError} for an address that is none.
 */
export function createBoundedKeys(deployment: VerifyDeployment): BoundedKeys {
  const found = known.get(deployment);
  if (found !== undefined) return found;
  const { stakePool } = deployment;
  const keys = {
    solMint: key(deployment.solMint),
    usdcMint: key(deployment.usdcMint),
    rasolMint: key(deployment.rasolMint),
    rausdcMint: key(deployment.rausdcMint),
    usdcVault: key(deployment.usdcVault),
    stakePool: key(stakePool.address),
    stakePoolProgram: key(stakePool.program),
  };
  known.set(deployment, keys);
  return keys;
}
