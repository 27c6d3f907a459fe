import { describeVaultRefusal, type VaultRefusal } from '@staking-agent/chain/vault';
import { type ProblemError, upstreamFailed } from '../problem-error.ts';

/** Says by name why the vault would refuse. */
export function vaultRefused(refusal: VaultRefusal): ProblemError {
  const { name, message } = describeVaultRefusal(refusal);
  return upstreamFailed(`The vault would refuse this: ${name}. ${message}`, 'VAULT_REFUSED', {
    retryable: false,
  });
}
