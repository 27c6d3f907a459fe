import {
  type FeeRounding,
  getStakePoolErrorMessage,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { previewDeposit } from '@staking-agent/chain/vault';
import { ASSET_DECIMALS } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import type { VaultReading } from '../../vaults/vault-reading.ts';
import { vaultRefused } from '../../vaults/vault-refused.ts';

/** What a stake comes to, in base units. */
export type StakePreview = {
  /** raSOL that the pool mints to the wallet, and that go on into the vault. */
  readonly staged: bigint;
  /** raSOL Max LP that the vault mints for them, rounded down. */
  readonly minted: bigint;
};

/**
 * Computes a stake of lamports through pool and vault.
 *
 * @param feeRounding - which way the pool's program rounds its fee: programs of pools differ in it, and nothing in their
 *   accounts says which way theirs does.
 * @throws {ProblemError} `upstream_error` when the pool or the vault would refuse, or mint nothing.
 */
export function previewStake(
  pool: StakePool,
  { state, now, epoch, operationalState }: VaultReading,
  lamports: bigint,
  feeRounding: FeeRounding,
): StakePreview {
  if (pool.solDepositAuthority !== null) {
    throw poolRefused('it takes SOL only from whom its deposit authority lets in');
  }
  const deposit = previewDepositSol(pool, { lamports, epoch, feeRounding });
  if (!deposit.ok)
    throw poolRefused(deposit.by === 'stake-pool' ? getStakePoolErrorMessage(deposit.code) : deposit.by);
  const { userTokens: staged } = deposit;
  const assetDecimals = ASSET_DECIMALS.raSOL;
  const preview = previewDeposit(state, { amount: staged, assetDecimals, now, operationalState });
  if (!preview.ok) throw vaultRefused(preview);
  if (preview.lpMinted === 0n) throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt: 'raSOL Max' });
  return { staged, minted: preview.lpMinted };
}

function poolRefused(reason: string): ProblemError {
  return problem('POOL_REFUSED', { reason });
}
