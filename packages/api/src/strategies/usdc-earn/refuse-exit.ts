import type { VaultRefusal } from '@staking-agent/chain/vault';
import { insufficientFunds } from '../../problems/insufficient-funds.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import type { VaultReading } from '../vaults/vault-reading.ts';
import { vaultRefused } from '../vaults/vault-refused.ts';

/**
 * Creates the problem of an exit that the vault would refuse. With too little raUSDC in the wallet, it states how much the
 * exit takes.
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
