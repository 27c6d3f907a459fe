import {
  liftHighWaterMark,
  lockedProfit,
  lpSupplyIncludingFees,
  type ParsedCancelRequestWithdrawVaultInstruction,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { assertMayWithdraw, lpOfCancelled } from './price-request.ts';
import { findRequestReceipt, findVaultKeys } from './vault-addresses.ts';
import {
  burnLp,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readVault,
  SYSTEM_PROGRAM,
  transferLp,
  VAULT,
  writeVault,
} from './vault-call.ts';
import { emitEvent, u128 } from './vault-events.ts';
import { fail } from './vault-failure.ts';
import { createEscrowRule, createReceiptRule, readRequest } from './withdrawal-request.ts';

/**
 * `cancel_request_withdraw_vault`: returns LP from escrow to the user, and burns the LP that the rise of the price since the
 * request and the redemption fee take.
 */
export function cancelRequestWithdrawVault(
  call: ModelledCall,
  { accounts }: ParsedCancelRequestWithdrawVaultInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = findVaultKeys(vault).lpMint[0];
  const [receipt] = findRequestReceipt(vault, user);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer', isWritable: true },
    PROTOCOL,
    { ...VAULT, isWritable: true },
    { name: 'vault_lp_mint', kind: 'mint', isWritable: true, is: [mint, ANCHOR_ERROR__WRONG_SEEDS] },
    { name: 'user_lp_ata', kind: 'token', isWritable: true, associated: { owner: user, mint } },
    createEscrowRule(receipt, mint),
    createReceiptRule(receipt),
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const request = readRequest(call, receipt);
  const escrowed = request.amountLpEscrowed;
  const { state } = called;
  const locked = lockedProfit(state, call.now);
  if (locked === undefined || locked > state.totalValue) throw fail(call, VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const price = { vault: state, unlocked: state.totalValue - locked, lpSupply: lpSupplyIncludingFees(state) };
  const returned = lpOfCancelled(escrowed, request.amountAssetToWithdrawDecimalBits, price);
  const source = accounts.requestWithdrawLpAta.address;
  const destination = accounts.userLpAta.address;
  const burned = escrowed - returned;
  call.invoke(transferLp(mint, { source, destination, owner: receipt, amount: returned }), [receipt]);
  if (burned > 0n) call.invoke(burnLp(mint, source, receipt, burned), [receipt]);
  const after = liftHighWaterMark({ ...state, lpMintSupply: state.lpMintSupply - burned });
  writeVault(call, vault, called.account, after);
  emitEvent(call, 'CancelRequestWithdrawVaultEvent', [
    vault,
    user,
    receipt,
    returned,
    burned,
    u128(state.highWaterMark),
    u128(after.highWaterMark),
    call.now,
  ]);
  call.close(receipt, user);
}
