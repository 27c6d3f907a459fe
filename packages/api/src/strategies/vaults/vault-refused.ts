import { describeVaultRefusal, type VaultRefusal } from '@staking-agent/chain/vault';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';

/** Says by name why the vault would refuse. */
export function vaultRefused(refusal: VaultRefusal): ProblemError {
  return problem('VAULT_REFUSED', describeVaultRefusal(refusal));
}
