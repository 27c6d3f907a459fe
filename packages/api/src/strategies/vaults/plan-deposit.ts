import {
  previewDeposit,
  type VaultDeposit,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
} from '@staking-agent/chain/vault';
import { ASSET_DECIMALS } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import type { VaultReading } from './vault-reading.ts';
import { vaultRefused } from './vault-refused.ts';

/** What goes into a vault and what comes of it. */
export type DepositAssets =
  | { readonly asset: 'USDC'; readonly receipt: 'raUSDC' }
  | { readonly asset: 'raSOL'; readonly receipt: 'raSOL Max' };

/**
 * Computes what a deposit comes to.
 *
 * @param amount - base units of the asset, above zero.
 * @throws {ProblemError} `upstream_error` when the vault would refuse, with its reason by name, or would mint nothing.
 */
export function planDeposit(
  amount: bigint,
  { asset, receipt }: DepositAssets,
  { state, now, operationalState }: Pick<VaultReading, 'state' | 'now' | 'operationalState'>,
): VaultDeposit {
  const preview = previewDeposit(state, {
    amount,
    assetDecimals: ASSET_DECIMALS[asset],
    now,
    operationalState,
  });
  // Of an amount above zero it says so only for a first deposit below the dead weight.
  const isTooSmall = preview.ok
    ? preview.lpMinted === 0n
    : preview.by === 'vault' && preview.code === VOLTR_VAULT_ERROR__INVALID_AMOUNT;
  if (isTooSmall) throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt });
  if (!preview.ok) throw vaultRefused(preview);
  return preview;
}
