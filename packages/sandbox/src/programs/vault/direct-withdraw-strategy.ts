import {
  ADAPTOR_WAITING_EPOCHS,
  liftHighWaterMark,
  lockedProfit,
  type ParsedDirectWithdrawStrategyInstruction,
  reportGain,
  VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID,
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { assertMayWithdraw } from './price-request.ts';
import { openStrategy, strategyRules } from './strategy-call.ts';
import { findRequestReceipt, findVaultKeys } from './vault-addresses.ts';
import { burnLp, readVault, writeVault } from './vault-call.ts';
import { compareBooks, emitEvent, getUnlocked, nameStrategy } from './vault-events.ts';
import { fail } from './vault-failure.ts';
import {
  createEscrowRule,
  createReceiptRule,
  priceDueRequest,
  readDueRequest,
} from './withdrawal-request.ts';

/** Accounts of the instruction itself; the adaptor's own follow. */
const OWN_ACCOUNTS = 18;

/**
 * `direct_withdraw_strategy`: the adaptor of one strategy pays a whole request, the lesser of what its LP were worth
 * then and are worth now, and reports what its position has become worth.
 */
export function directWithdrawStrategy(
  call: ModelledCall,
  { accounts }: ParsedDirectWithdrawStrategyInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = findVaultKeys(vault).lpMint[0];
  const [receipt] = findRequestReceipt(vault, user);
  checkAccounts(
    call,
    strategyRules(call, accounts, createEscrowRule(receipt, mint), createReceiptRule(receipt)),
  );
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const place = openStrategy(call, accounts, OWN_ACCOUNTS);
  if (call.epoch < place.adaptorEpoch + ADAPTOR_WAITING_EPOCHS) {
    fail(call, VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID);
  }
  const request = readDueRequest(call, receipt);

  const { accrued, price, lp, amount } = priceDueRequest(call, called.state, request);
  if (amount === 0n) fail(call, VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const { delivered, positionValue } = place.collect(amount);
  if (amount - delivered > 1n) fail(call, VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const locked = lockedProfit(accrued, call.now) ?? 0n;
  const gain = positionValue + delivered - place.receipt.positionValue;
  const reported = reportGain(price.vault, { gain, locked, now: call.now });
  if (reported === undefined) throw fail(call, VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  call.invoke(burnLp(mint, accounts.requestWithdrawLpAta.address, receipt, lp), [receipt]);
  place.settle(delivered, positionValue);
  const after = liftHighWaterMark({
    ...reported,
    totalValue: reported.totalValue - delivered,
    lpMintSupply: reported.lpMintSupply - lp,
  });
  writeVault(call, vault, called.account, after);
  emitEvent(call, 'DirectWithdrawStrategyEvent', [
    user,
    delivered,
    lp,
    vault,
    ...nameStrategy(accounts),
    getUnlocked(called.state, call.now),
    ...compareBooks(called.state, after),
    place.receipt.positionValue,
    positionValue,
    call.now,
  ]);
  call.close(receipt, user);
}
