import { isSame } from '../../bytes/index.ts';
import { VAULT_PROGRAM } from '../../bytes/known-keys.ts';
import { deploymentKeys } from '../../deployment-keys.ts';
import { encodeAddress } from '../../ledger/encode-address.ts';
import type { VerifyDeployment } from '../../verify-deployment.ts';
import type { BoundedIntent } from '../bounded-intent.ts';
import { INFINITY_PROGRAM, JUPITER_PROGRAM, MARKET_PROGRAM, STAKEDEX_PROGRAM } from '../program-keys.ts';
import type { Step } from '../scene.ts';
import { readInfinitySwap } from './infinity-swap.ts';
import { readJupiterSwap } from './jupiter-swap.ts';
import { readMarketSwap } from './market-swap.ts';
import { readStakePoolSwap } from './stake-pool-swap.ts';
import { readStakedexSwap } from './stakedex-swap.ts';
import type { Swap } from './swap.ts';
import { readVaultCall, type VaultCall } from './vault-swap.ts';

/**
 * Reads an instruction of a program beyond the ledger's own.
 *
 * The vault program belongs to the intents of the vault only, and all others to the deployment's list of the router's.
 *
 * @returns undefined for a program that is not listed, and for an instruction of it that is not known.
 */
export function readSwap(
  step: Step,
  intent: BoundedIntent,
  deployment: VerifyDeployment,
): VaultCall | undefined {
  const keys = deploymentKeys(deployment);
  const isVault = intent.kind === 'vault-deposit' || intent.kind === 'vault-withdrawal';
  if (isVault) return isSame(step.program, VAULT_PROGRAM) ? readVaultCall(step, keys, intent) : undefined;
  if (!deployment.routerPrograms.includes(encodeAddress(step.program))) return undefined;
  const swap = readRouterSwap(step, intent, deployment);
  return swap && { part: 'swap', swap };
}

/** Reads an instruction of the router's programs; undefined for one that is not known. */
export function readRouterSwap(
  step: Step,
  { wallet }: Pick<BoundedIntent, 'wallet'>,
  deployment: VerifyDeployment,
): Swap | undefined {
  const keys = deploymentKeys(deployment);
  const { program } = step;
  if (isSame(program, keys.stakePool.program)) return readStakePoolSwap(step, keys, wallet);
  if (isSame(program, MARKET_PROGRAM)) return readMarketSwap(step);
  if (isSame(program, JUPITER_PROGRAM)) return readJupiterSwap(step);
  if (isSame(program, STAKEDEX_PROGRAM)) return readStakedexSwap(step, keys);
  return isSame(program, INFINITY_PROGRAM) ? readInfinitySwap(step) : undefined;
}
