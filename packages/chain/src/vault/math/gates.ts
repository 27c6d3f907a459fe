import { VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED } from '../generated/errors/index.ts';
import { refuse, type VaultRefusal } from './refusal.ts';
import type { VaultState } from './vault-state.ts';

// The protocol's bits say what is on, the vault's what is off. A withdrawal from a strategy is off only where both
// of its bits are set: a vault that stops withdrawals from idle funds alone still lets these pass.
const BITS = {
  deposit: { protocol: 1 << 1, vault: 1 << 0 },
  withdrawal: { protocol: 1 << 2, vault: 1 << 1 },
  strategyWithdrawal: { protocol: 1 << 2, vault: (1 << 1) | (1 << 2) },
} as const;

/**
 * Checks whether the protocol or the vault has switched an operation off.
 *
 * @param operationalState - of the Protocol account.
 * @returns 6009 when it is off, undefined when it is on.
 */
export function refuseSwitchedOff(
  operation: keyof typeof BITS,
  vault: Pick<VaultState, 'disabledOperations'>,
  operationalState: number,
): VaultRefusal | undefined {
  const bits = BITS[operation];
  const on =
    (operationalState & bits.protocol) !== 0 && (vault.disabledOperations & bits.vault) !== bits.vault;
  return on ? undefined : refuse(VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED);
}
