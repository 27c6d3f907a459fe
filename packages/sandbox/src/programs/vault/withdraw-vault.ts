import {
  accrueManagementFee,
  FRACTION_BITS,
  getRequestWithdrawVaultReceiptDecoder,
  liftHighWaterMark,
  type ParsedWithdrawVaultInstruction,
  REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
  VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { assertMayWithdraw, getAssetBits, lessRedemptionFee, priceNow } from './price-request.ts';
import { findRequestReceipt, findVaultKeys } from './vault-addresses.ts';
import {
  ASSET_TOKEN_PROGRAM,
  burnLp,
  createVaultRule,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readVault,
  requireOk,
  SYSTEM_PROGRAM,
  transferAsset,
  writeVault,
} from './vault-call.ts';
import { fail } from './vault-failure.ts';

/** `withdraw_vault`: pays a request, the lesser of what its LP were worth then and are worth now. */
export function withdrawVault(call: ModelledCall, { accounts }: ParsedWithdrawVaultInstruction): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const { lpMint, idleAuth } = findVaultKeys(vault);
  const [receipt] = findRequestReceipt(vault, user);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer', isWritable: true },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    { name: 'vault_asset_mint', kind: 'mint', mintProgram: tokenProgram },
    { name: 'vault_lp_mint', kind: 'mint', isWritable: true, is: [lpMint[0], ANCHOR_ERROR__WRONG_SEEDS] },
    {
      name: 'request_withdraw_lp_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: receipt, mint: lpMint[0] },
    },
    {
      name: 'vault_asset_idle_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: accounts.vaultAssetIdleAuth.address, mint, tokenProgram },
    },
    {
      name: 'vault_asset_idle_auth',
      kind: 'any',
      isWritable: true,
      is: [idleAuth[0], ANCHOR_ERROR__WRONG_SEEDS],
    },
    {
      name: 'user_asset_ata',
      kind: 'token',
      isWritable: true,
      associated: { owner: user, mint, tokenProgram },
    },
    {
      name: 'request_withdraw_vault_receipt',
      kind: REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
      isWritable: true,
      is: [receipt, ANCHOR_ERROR__WRONG_SEEDS],
    },
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const { data = new Uint8Array() } = call.findAccount(receipt) ?? {};
  const request = getRequestWithdrawVaultReceiptDecoder().decode(data);
  if (call.now < request.withdrawableFromTs) fail(call, VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE);

  const { vault: accrued } = requireOk(call, accrueManagementFee(called.state, call.now));
  const price = priceNow(call, accrued);
  const lp = request.amountLpEscrowed;
  const present = lessRedemptionFee(getAssetBits(lp, price), accrued);
  const then = request.amountAssetToWithdrawDecimalBits;
  const amount = (present < then ? present : then) >> FRACTION_BITS;
  const source = accounts.vaultAssetIdleAta.address;
  const destination = accounts.userAssetAta.address;
  const owner = idleAuth[0];
  call.invoke(burnLp(lpMint[0], accounts.requestWithdrawLpAta.address, receipt, lp), [receipt]);
  call.invoke(transferAsset(call, { mint, tokenProgram, source, destination, owner, amount }), [owner]);
  const after = liftHighWaterMark({
    ...price.vault,
    totalValue: price.vault.totalValue - amount,
    lpMintSupply: price.vault.lpMintSupply - lp,
  });
  writeVault(call, vault, called.account, after);
  call.close(receipt, user);
}
