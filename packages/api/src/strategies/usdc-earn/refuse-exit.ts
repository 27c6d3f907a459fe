import type { VaultRefusal } from '@staking-agent/chain/vault';
import { insufficientFunds } from '../../problems/insufficient-funds.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import type { VaultReading } from '../../vaults/vault-reading.ts';
import { vaultRefused } from '../../vaults/vault-refused.ts';

/**
 * Says why the vault would refuse an exit. A wallet that holds too little raUSDC is told how much the exit would take.
 *
 * @param priceBoundless - prices the exit for a wallet that holds as much as it takes.
 */
export function refuseExit(
  refusal: VaultRefusal,
  { userLp: holds = 0n }: Pick<VaultReading, 'userLp'>,
  priceBoundless: () => { readonly ok: true; readonly lpBurned: bigint } | VaultRefusal,
): ProblemError {
  if (refusal.by !== 'token' || refusal.account !== 'userLp') return vaultRefused(refusal);
  const whole = priceBoundless();
  if (!whole.ok) return vaultRefused(whole);
  // Each payment of several rounds up what it burns.
  const needs = whole.lpBurned > holds ? whole.lpBurned : holds + 1n;
  return insufficientFunds({ holder: 'wallet', asset: 'raUSDC', holds, needs });
}
