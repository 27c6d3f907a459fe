import { ascii, findAssociatedTokenAddress, findProgramAddress } from './bytes/index.ts';
import { VAULT_PROGRAM } from './bytes/known-keys.ts';
import type { DeploymentKeys } from './deployment-keys.ts';

/** Derives the account of the wallet's withdrawal request at the USDC vault, and its escrow account. */
export function findRequestAccounts(
  { wallet }: { readonly wallet: Uint8Array },
  { usdcVault, rausdcMint }: DeploymentKeys,
) {
  const receipt = findProgramAddress(
    [ascii('request_withdraw_vault_receipt'), usdcVault().vault, wallet],
    VAULT_PROGRAM,
  );
  const escrow = findAssociatedTokenAddress(receipt, rausdcMint);
  return { receipt, escrow };
}
