import type { Address, ProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '#address';
import { findAssociatedTokenAddress } from '../token.ts';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from './generated/programs/index.ts';

/** Returns a function that derives an address of the program from a word and the addresses with these names, in order. */
function derivedFrom<Name extends string>(word: string, ...names: readonly Name[]) {
  return async (seeds: Readonly<Record<Name, Address>>): Promise<ProgramDerivedAddress> =>
    findProgramAddress(VOLTR_VAULT_PROGRAM_ADDRESS, [
      word,
      ...names.map((name) => toAddressBytes(seeds[name])),
    ]);
}

const findProtocol = derivedFrom('protocol');

/** Finds the program's single account that lists the enabled operations. */
export function findProtocolPda(): Promise<ProgramDerivedAddress> {
  return findProtocol({});
}

/** Finds the account that permits a vault to call an adaptor. */
export const findAdaptorAddReceiptPda = derivedFrom('adaptor_add_receipt', 'vault', 'adaptorProgram');

/** Finds the account that permits users to withdraw from a strategy directly and states how to call the adaptor. */
export const findDirectWithdrawInitReceiptPda = derivedFrom(
  'direct_withdraw_init_receipt',
  'vault',
  'strategy',
);

/** Finds the account of a user's one pending withdrawal request. */
export const findRequestWithdrawVaultReceiptPda = derivedFrom(
  'request_withdraw_vault_receipt',
  'vault',
  'user',
);

/** Finds the account that records the value a vault has in a strategy. */
export const findStrategyInitReceiptPda = derivedFrom('strategy_init_receipt', 'vault', 'strategy');

/** Finds the owner of the token account that holds a vault's idle funds. */
export const findVaultAssetIdleAuthPda = derivedFrom('vault_asset_idle_auth', 'vault');

/** Finds the authority that mints a vault's LP tokens. */
export const findVaultLpMintAuthPda = derivedFrom('vault_lp_mint_auth', 'vault');

/** Finds the mint of a vault's LP tokens. */
export const findVaultLpMintPda = derivedFrom('vault_lp_mint', 'vault');

/** Finds the authority in whose name a vault acts towards a strategy. */
export const findVaultStrategyAuthPda = derivedFrom('vault_strategy_auth', 'vault', 'strategy');

/** Finds the token account of a vault's idle funds: withdrawals are paid from it, and deposits go to it. */
export async function findVaultIdleTokenAccount(
  vault: Readonly<Record<'vault' | 'assetMint', Address>>,
): Promise<Address> {
  const [owner] = await findVaultAssetIdleAuthPda(vault);
  return findAssociatedTokenAddress(owner, vault.assetMint);
}

/** Finds the token account through which a strategy pays. */
export async function findVaultStrategyTokenAccount(
  strategy: Readonly<Record<'vault' | 'strategy' | 'assetMint', Address>>,
): Promise<Address> {
  const [owner] = await findVaultStrategyAuthPda(strategy);
  return findAssociatedTokenAddress(owner, strategy.assetMint);
}
