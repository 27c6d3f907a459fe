import { findAssociatedTokenAddress } from '../bytes/find-associated-token-address.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, VAULT_PROGRAM } from '../bytes/known-keys.ts';
import type { StrategyKeys, VaultKeys, WalletAccount } from '../deployment-keys.ts';
import { DEPOSIT_VAULT, INSTANT_WITHDRAW_STRATEGY, INSTANT_WITHDRAW_VAULT } from '../programs/vault.ts';
import type { Expected } from './plan.ts';

/** A vault and the wallet's two accounts in it. */
export type WalletVault = VaultKeys & { readonly userAsset: Uint8Array; readonly userLp: Uint8Array };

/** Derives a wallet's own accounts in a vault. */
export function ofWallet(vault: VaultKeys, wallet: Uint8Array): WalletVault {
  return {
    ...vault,
    userAsset: findAssociatedTokenAddress(wallet, vault.assetMint),
    userLp: findAssociatedTokenAddress(wallet, vault.lpMint),
  };
}

/** How much a withdrawal takes: base units, whether they are of LP, whether everything goes. */
export type VaultTerms = readonly [amount: bigint, isInLp: boolean, isAll: boolean];

/** Expects a deposit of base units of the asset. */
export function depositInto(wallet: Uint8Array, vault: WalletVault, amount: bigint): Expected {
  const { protocol, assetMint, lpMint, userAsset, idle, idleAuthority, userLp, lpMintAuthority } = vault;
  const accounts = [wallet, protocol, vault.vault, assetMint, lpMint, userAsset, idle, idleAuthority];
  return {
    program: VAULT_PROGRAM,
    format: DEPOSIT_VAULT,
    accounts: [...accounts, userLp, lpMintAuthority, ...PROGRAMS],
    values: [amount],
  };
}

/** Expects a withdrawal from the idle funds. */
export function withdrawFromIdle(wallet: Uint8Array, vault: WalletVault, values: VaultTerms): Expected {
  const { protocol, assetMint, lpMint, userLp, idle, idleAuthority, userAsset } = vault;
  const accounts = [wallet, protocol, vault.vault, assetMint, lpMint, userLp, idle, idleAuthority];
  return {
    program: VAULT_PROGRAM,
    format: INSTANT_WITHDRAW_VAULT,
    accounts: [...accounts, userAsset, ...PROGRAMS],
    values,
  };
}

// Of the asset, of the LP, and the system's.
const PROGRAMS = [TOKEN_PROGRAM, TOKEN_PROGRAM, SYSTEM_PROGRAM];

/** Expects a withdrawal from a strategy. */
export function withdrawFromStrategy(
  wallet: Uint8Array,
  vault: WalletVault,
  strategy: StrategyKeys,
  own: (name: WalletAccount) => Uint8Array,
  terms: VaultTerms,
): Expected {
  return {
    program: VAULT_PROGRAM,
    format: INSTANT_WITHDRAW_STRATEGY,
    accounts: [
      wallet,
      vault.protocol,
      vault.vault,
      strategy.receipt,
      strategy.strategyReceipt,
      strategy.directReceipt,
      strategy.strategy,
      vault.assetMint,
      vault.lpMint,
      vault.userLp,
      strategy.authority,
      vault.userAsset,
      strategy.asset,
      strategy.program,
      TOKEN_PROGRAM,
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
      ...strategy.accounts.map(({ key }) => (typeof key === 'string' ? own(key) : key)),
    ],
    values: [...terms, strategy.arguments],
    further: strategy.accounts,
  };
}
