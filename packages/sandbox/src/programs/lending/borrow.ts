import { createNoopSigner } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';
import {
  type Balance,
  type Bank,
  BankOperationalState,
  i80f48Bits,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ERROR__ACCOUNT_DISABLED,
  MARGINFI_ERROR__LENDING_ACCOUNT_BALANCE_SLOTS_FULL,
  MARGINFI_ERROR__OPERATION_BORROW_ONLY,
  type ParsedLendingAccountBorrowInstruction,
  previewFlashLoan,
  wrapI80F48,
} from '@staking-agent/chain/lending';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { assertIsHealthy } from './assert-is-healthy.ts';
import {
  findFreeSlot,
  findSlot,
  getDebtShares,
  getDeposit,
  hasDebt,
  isPositive,
  openBalance,
  toBits,
  withBalance,
} from './balances.ts';
import { findBankKeys } from './lending-addresses.ts';
import {
  AUTHORITY,
  bankRule,
  dealingAccountRule,
  groupRule,
  hasFlag,
  readAccount,
  readBank,
  TOKEN_PROGRAM,
  writeAccount,
  writeBank,
} from './lending-call.ts';
import { fail } from './lending-failure.ts';

const OWN_ACCOUNTS = 8;
const BARRED = LENDING_ACCOUNT_FLAGS.disabled | LENDING_ACCOUNT_FLAGS.inReceivership;
const NO_TOKEN_LIMIT = 2n ** 64n - 1n;

/** `lending_account_borrow`: transfers tokens of a bank to the borrower; checks the collateral outside of flash loans. */
export function borrow(call: ModelledCall, { accounts, data }: ParsedLendingAccountBorrowInstruction): void {
  const { amount } = data;
  const group = accounts.group.address;
  const address = accounts.marginfiAccount.address;
  const bankAddress = accounts.bank.address;
  const liquidityVault = accounts.liquidityVault.address;
  const vaultAuthority = findBankKeys(bankAddress).liquidityVaultAuthority[0];
  const authority = accounts.authority.address;
  checkAccounts(call, [
    groupRule(call, group),
    dealingAccountRule(call, address, { group, authority }),
    AUTHORITY,
    bankRule(call, bankAddress, { group, liquidityVault }),
    { name: 'destination_token_account', kind: 'token', isWritable: true },
    {
      name: 'bank_liquidity_vault_authority',
      kind: 'any',
      is: [vaultAuthority, ANCHOR_ERROR__WRONG_SEEDS],
    },
    { name: 'liquidity_vault', kind: 'token', isWritable: true },
    TOKEN_PROGRAM,
  ]);
  const account = readAccount(call, address);
  if (hasFlag(account, BARRED)) fail(call, MARGINFI_ERROR__ACCOUNT_DISABLED);
  const bank = readBank(call, bankAddress);
  // Whether the tokens are there is for the token program to say.
  const loan = previewFlashLoan(bank, { amount, liquidity: NO_TOKEN_LIMIT });
  const refusal = loan.ok || loan.by !== 'lending' ? undefined : loan.code;
  if (refusal !== undefined && bank.config.operationalState !== BankOperationalState.Operational) {
    fail(call, refusal);
  }
  const known = findSlot(account, bankAddress);
  const slot = known === -1 ? findFreeSlot(account) : known;
  const balance =
    known === -1
      ? openBalance(bankAddress, bank.config.assetTag, call.now)
      : account.lendingAccount.balances[known];
  if (slot === -1 || balance === undefined) {
    throw fail(call, MARGINFI_ERROR__LENDING_ACCOUNT_BALANCE_SLOTS_FULL);
  }
  if (isPositive(getDeposit(bank, balance))) fail(call, MARGINFI_ERROR__OPERATION_BORROW_ONLY);
  if (refusal !== undefined) fail(call, refusal);

  call.invoke(
    getTransferInstruction(
      {
        source: liquidityVault,
        destination: accounts.destinationTokenAccount.address,
        authority: createNoopSigner(vaultAuthority),
        amount,
      },
      { programAddress: accounts.tokenProgram.address },
    ),
    [vaultAuthority],
  );
  const indebted = lend(bank, balance, amount);
  writeBank(call, bankAddress, indebted.bank);
  const after = withBalance(account, slot, indebted.balance, call.now);
  writeAccount(call, address, after);
  assertIsHealthy(call, after, call.accounts.slice(OWN_ACCOUNTS));
}

/** Computes the debt: the payout and the origination fee on it, which the group earns. */
function lend(
  bank: Bank,
  balance: Balance,
  amount: bigint,
): { readonly bank: Bank; readonly balance: Balance } {
  const fee = amount * i80f48Bits(bank.config.interestRateConfig.protocolOriginationFee);
  const shares = getDebtShares(bank, toBits(amount) + fee);
  const owed = { ...balance, liabilityShares: wrapI80F48(i80f48Bits(balance.liabilityShares) + shares) };
  return {
    balance: owed,
    bank: {
      ...bank,
      totalLiabilityShares: wrapI80F48(i80f48Bits(bank.totalLiabilityShares) + shares),
      collectedGroupFeesOutstanding: wrapI80F48(i80f48Bits(bank.collectedGroupFeesOutstanding) + fee),
      borrowingPositionCount: bank.borrowingPositionCount + (!hasDebt(balance) && hasDebt(owed) ? 1 : 0),
    },
  };
}
