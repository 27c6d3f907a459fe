import {
  type ParsedInstantWithdrawVaultInstruction,
  previewInstantWithdraw,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { findVaultKeys } from './vault-addresses.ts';
import {
  ASSET_TOKEN_PROGRAM,
  burnLp,
  createPayoutRules,
  createVaultRule,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readTokens,
  readVault,
  requireOk,
  SYSTEM_PROGRAM,
  transferAsset,
  writeVault,
} from './vault-call.ts';
import { compareBooks, emitEvent, getUnlocked } from './vault-events.ts';

/** `instant_withdraw_vault`: LP of the user are burned, the idle funds pay. */
export function instantWithdrawVault(
  call: ModelledCall,
  { accounts, data }: ParsedInstantWithdrawVaultInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const { lpMint, idleAuth } = findVaultKeys(vault);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer' },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    { name: 'vault_asset_mint', kind: 'mint', mintProgram: tokenProgram },
    { name: 'vault_lp_mint', kind: 'mint', isWritable: true, is: [lpMint[0], ANCHOR_ERROR__WRONG_SEEDS] },
    { name: 'user_lp_ata', kind: 'token', isWritable: true, associated: { owner: user, mint: lpMint[0] } },
    ...createPayoutRules(accounts.vaultAssetIdleAuth.address, idleAuth[0], { user, mint, tokenProgram }),
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);

  const { account, state, operationalState } = called;
  const userLp = accounts.userLpAta.address;
  const source = accounts.vaultAssetIdleAta.address;
  const withdrawal = requireOk(
    call,
    previewInstantWithdraw(state, {
      ...data,
      userLp: readTokens(call, userLp),
      idle: readTokens(call, source),
      now: call.now,
      operationalState,
    }),
  );
  const destination = accounts.userAssetAta.address;
  const owner = idleAuth[0];
  const amount = withdrawal.assetPaid;
  call.invoke(burnLp(lpMint[0], userLp, user, withdrawal.lpBurned));
  call.invoke(transferAsset(call, { mint, tokenProgram, source, destination, owner, amount }), [owner]);
  writeVault(call, vault, account, withdrawal.vault);
  emitEvent(call, 'InstantWithdrawVaultEvent', [
    user,
    data.amount,
    data.isAmountInLp,
    data.isWithdrawAll,
    amount,
    withdrawal.lpBurned,
    vault,
    mint,
    getUnlocked(state, call.now),
    ...compareBooks(state, withdrawal.vault),
    call.now,
  ]);
}
