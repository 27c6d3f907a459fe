import {
  ADAPTOR_WAITING_EPOCHS,
  accrueManagementFee,
  FRACTION_BITS,
  getRequestWithdrawVaultReceiptDecoder,
  liftHighWaterMark,
  lockedProfit,
  type ParsedDirectWithdrawStrategyInstruction,
  REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
  reportGain,
  VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID,
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE,
} from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import type { Adaptor } from './adaptor.ts';
import { assertMayWithdraw, getAssetBits, lessRedemptionFee, priceNow } from './price-request.ts';
import { openStrategy, strategyRules } from './strategy-call.ts';
import { findRequestReceipt, findVaultKeys } from './vault-addresses.ts';
import { burnLp, readVault, requireOk, writeVault } from './vault-call.ts';
import { fail } from './vault-failure.ts';

/** Accounts of the instruction itself; the adaptor's own follow. */
const OWN_ACCOUNTS = 18;

/**
 * `direct_withdraw_strategy`: the adaptor of one strategy pays a whole request, the lesser of what its LP were worth
 * then and are worth now, and reports what its position has become worth.
 */
export function directWithdrawStrategy(
  call: ModelledCall,
  { accounts }: ParsedDirectWithdrawStrategyInstruction,
  adaptors: readonly Adaptor[],
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = findVaultKeys(vault).lpMint[0];
  const [receipt] = findRequestReceipt(vault, user);
  checkAccounts(
    call,
    strategyRules(
      call,
      accounts,
      {
        name: 'request_withdraw_lp_ata',
        kind: 'token',
        isWritable: true,
        associated: { owner: receipt, mint },
      },
      {
        name: 'request_withdraw_vault_receipt',
        kind: REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
        isWritable: true,
        is: [receipt, ANCHOR_ERROR__WRONG_SEEDS],
      },
    ),
  );
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const place = openStrategy(call, accounts, adaptors, OWN_ACCOUNTS);
  if (call.epoch < place.adaptorEpoch + ADAPTOR_WAITING_EPOCHS) {
    fail(call, VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID);
  }
  const { data = new Uint8Array() } = call.findAccount(receipt) ?? {};
  const request = getRequestWithdrawVaultReceiptDecoder().decode(data);
  if (call.now < request.withdrawableFromTs) fail(call, VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE);

  const { vault: accrued } = requireOk(call, accrueManagementFee(called.state, call.now));
  const price = priceNow(call, accrued);
  const lp = request.amountLpEscrowed;
  const present = lessRedemptionFee(getAssetBits(lp, price), accrued);
  const then = request.amountAssetToWithdrawDecimalBits;
  const amount = (present < then ? present : then) >> FRACTION_BITS;
  if (amount === 0n) fail(call, VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const positionValue = place.adaptor.withdraw(call, { ...place.request, amount });
  const locked = lockedProfit(accrued, call.now) ?? 0n;
  const gain = positionValue + amount - place.receipt.positionValue;
  const reported = reportGain(price.vault, { gain, locked, now: call.now });
  if (reported === undefined) throw fail(call, VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  call.invoke(burnLp(mint, accounts.requestWithdrawLpAta.address, receipt, lp), [receipt]);
  place.settle(amount, positionValue);
  const after = liftHighWaterMark({
    ...reported,
    totalValue: reported.totalValue - amount,
    lpMintSupply: reported.lpMintSupply - lp,
  });
  writeVault(call, vault, called.account, after);
  call.close(receipt, user);
}
