import { type ParsedDepositVaultInstruction, previewDeposit } from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { findVaultKeys } from './vault-addresses.ts';
import {
  ASSET_TOKEN_PROGRAM,
  createVaultRule,
  LP_TOKEN_PROGRAM,
  mintLp,
  PROTOCOL,
  readDecimals,
  readVault,
  requireOk,
  SYSTEM_PROGRAM,
  transferAsset,
  writeVault,
} from './vault-call.ts';
import { compareBooks, emitEvent } from './vault-events.ts';

/** `deposit_vault`: asset from the user to the idle funds, LP to the user. */
export function depositVault(call: ModelledCall, { accounts, data }: ParsedDepositVaultInstruction): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const { lpMint, lpMintAuth, idleAuth } = findVaultKeys(vault);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer' },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    { name: 'vault_asset_mint', kind: 'mint', mintProgram: tokenProgram },
    { name: 'vault_lp_mint', kind: 'mint', isWritable: true, is: [lpMint[0], ANCHOR_ERROR__WRONG_SEEDS] },
    {
      name: 'user_asset_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: user, mint, tokenProgram },
    },
    {
      name: 'vault_asset_idle_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: accounts.vaultAssetIdleAuth.address, mint, tokenProgram },
    },
    { name: 'vault_asset_idle_auth', kind: 'any', is: [idleAuth[0], ANCHOR_ERROR__WRONG_SEEDS] },
    { name: 'user_lp_ata', kind: 'token', isWritable: true, associated: { owner: user, mint: lpMint[0] } },
    { name: 'vault_lp_mint_auth', kind: 'any', is: [lpMintAuth[0], ANCHOR_ERROR__WRONG_SEEDS] },
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);

  const { amount } = data;
  const { account, state, operationalState } = called;
  const assetDecimals = readDecimals(call, mint);
  const deposit = requireOk(
    call,
    previewDeposit(state, { amount, assetDecimals, now: call.now, operationalState }),
  );
  const source = accounts.userAssetAta.address;
  const destination = accounts.vaultAssetIdleAta.address;
  call.invoke(transferAsset(call, { mint, tokenProgram, source, destination, owner: user, amount }));
  call.invoke(mintLp(lpMint[0], accounts.userLpAta.address, lpMintAuth[0], deposit.lpMinted), [
    lpMintAuth[0],
  ]);
  writeVault(call, vault, account, deposit.vault);
  emitEvent(call, 'DepositVaultEvent', [
    user,
    amount,
    deposit.lpMinted,
    vault,
    mint,
    ...compareBooks(state, deposit.vault),
    call.now,
  ]);
}
