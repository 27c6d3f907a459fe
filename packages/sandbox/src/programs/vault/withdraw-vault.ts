import { liftHighWaterMark, type ParsedWithdrawVaultInstruction } from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { assertMayWithdraw } from './price-request.ts';
import { findRequestReceipt, findVaultKeys } from './vault-addresses.ts';
import {
  ASSET_TOKEN_PROGRAM,
  burnLp,
  createPayoutRules,
  createVaultRule,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readVault,
  SYSTEM_PROGRAM,
  transferAsset,
  writeVault,
} from './vault-call.ts';
import { compareBooks, emitEvent, getUnlocked } from './vault-events.ts';
import {
  createEscrowRule,
  createReceiptRule,
  priceDueRequest,
  readDueRequest,
} from './withdrawal-request.ts';

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
    createEscrowRule(receipt, lpMint[0]),
    ...createPayoutRules(accounts.vaultAssetIdleAuth.address, idleAuth[0], { user, mint, tokenProgram }),
    createReceiptRule(receipt),
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const request = readDueRequest(call, receipt);

  const { price, lp, amount } = priceDueRequest(call, called.state, request);
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
  emitEvent(call, 'WithdrawVaultEvent', [
    user,
    amount,
    lp,
    vault,
    mint,
    getUnlocked(called.state, call.now),
    ...compareBooks(called.state, after),
    call.now,
  ]);
  call.close(receipt, user);
}
