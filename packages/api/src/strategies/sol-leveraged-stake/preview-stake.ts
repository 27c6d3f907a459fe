import {
  type FeeRounding,
  getStakePoolErrorMessage,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import { planDeposit } from '../vaults/plan-deposit.ts';
import type { VaultReading } from '../vaults/vault-reading.ts';

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
 * @param feeRounding - how the pool's program rounds its fee: pool programs differ, and their accounts do not show it.
 * @throws {ProblemError} `upstream_error` when the pool or the vault would refuse, or mint nothing.
 */
export function previewStake(
  pool: StakePool,
  reading: VaultReading,
  lamports: bigint,
  feeRounding: FeeRounding,
): StakePreview {
  if (pool.solDepositAuthority !== null) {
    throw poolRefused('it takes SOL only from whom its deposit authority lets in');
  }
  const deposit = previewDepositSol(pool, { lamports, epoch: reading.epoch, feeRounding });
  if (!deposit.ok)
    throw poolRefused(deposit.by === 'stake-pool' ? getStakePoolErrorMessage(deposit.code) : deposit.by);
  const { userTokens: staged } = deposit;
  const { lpMinted } = planDeposit(staged, { asset: 'raSOL', receipt: 'raSOL Max' }, reading);
  return { staged, minted: lpMinted };
}

function poolRefused(reason: string): ProblemError {
  return problem('POOL_REFUSED', { reason });
}
