import { type Address, isAddress } from '@solana/kit';
import type { Adaptor } from '@staking-agent/chain/deployment';
import type { StrategyAccounts } from './strategy-accounts.ts';
import type { VaultAccounts } from './vault-accounts.ts';

/** Lists what deposits into a vault and withdrawals from it write, whoever makes them. */
export function contendedAccounts(
  { vault, assetMint, lpMint, idle, idleAuthority }: VaultAccounts,
  strategies: readonly (StrategyAccounts & { readonly adaptor: Adaptor<string> })[],
): Address[] {
  const own = strategies.flatMap(({ strategyReceipt, strategyAuthority, strategyAsset, adaptor }) => {
    const further = adaptor.accounts.flatMap(({ account, isWritable }) =>
      isWritable && isAddress(account) ? [account] : [],
    );
    return [assetMint, strategyReceipt, strategyAuthority, strategyAsset, ...further];
  });
  return [...new Set([vault, lpMint, idle, idleAuthority, ...own])];
}
