import type { Address } from '@solana/kit';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '@staking-agent/chain/vault';
import { findPda, type Seed } from '../../vm/models/find-pda.ts';

/** Addresses of the vault program that are derived; each with its bump. */
export type Derived = readonly [address: Address, bump: number];

/** The one account of the program that says which operations are on. */
export function findProtocol(): Derived {
  return derive('protocol');
}

/** What is derived from a vault alone. */
export function findVaultKeys(vault: Address): {
  readonly lpMint: Derived;
  readonly lpMintAuth: Derived;
  readonly idleAuth: Derived;
} {
  return {
    lpMint: derive('vault_lp_mint', vault),
    lpMintAuth: derive('vault_lp_mint_auth', vault),
    idleAuth: derive('vault_asset_idle_auth', vault),
  };
}

/** What is derived from a vault, a strategy and its adaptor. */
export function findStrategyKeys(
  vault: Address,
  strategy: Address,
  adaptor: Address,
): {
  readonly adaptorReceipt: Derived;
  readonly strategyReceipt: Derived;
  readonly directReceipt: Derived;
  readonly strategyAuth: Derived;
} {
  return {
    adaptorReceipt: derive('adaptor_add_receipt', vault, adaptor),
    strategyReceipt: derive('strategy_init_receipt', vault, strategy),
    directReceipt: derive('direct_withdraw_init_receipt', vault, strategy),
    strategyAuth: derive('vault_strategy_auth', vault, strategy),
  };
}

/** The account of a user's one pending request. */
export function findRequestReceipt(vault: Address, user: Address): Derived {
  return derive('request_withdraw_vault_receipt', vault, user);
}

function derive(text: string, ...keys: readonly Address[]): Derived {
  const seeds: Seed[] = [{ text }, ...keys.map((key) => ({ address: key }))];
  return findPda(VOLTR_VAULT_PROGRAM_ADDRESS, seeds);
}
