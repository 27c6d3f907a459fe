import { createNoopSigner, unwrapOption } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';
import {
  type Balance,
  type Bank,
  BankOperationalState,
  i80f48Bits,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ERROR__ACCOUNT_DISABLED,
  MARGINFI_ERROR__BANK_ACCOUNT_NOT_FOUND,
  MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY,
  MARGINFI_ERROR__BANK_PAUSED,
  MARGINFI_ERROR__NO_LIABILITY_FOUND,
  MARGINFI_ERROR__OPERATION_REPAY_ONLY,
  type ParsedLendingAccountRepayInstruction,
  wrapI80F48,
} from '@staking-agent/chain/lending';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import {
  CLOSED_BALANCE,
  findSlot,
  getDebt,
  getDebtShares,
  getDeposit,
  hasDebt,
  isPositive,
  roundUp,
  toBits,
  withBalance,
} from './balances.ts';
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

/** A position and its bank after a repayment, and the base units it takes. */
type Repayment = { readonly bank: Bank; readonly balance: Balance; readonly taken: bigint };

/** `lending_account_repay`: tokens of the borrower to the bank; repaying all frees the position's slot. */
export function repay(call: ModelledCall, { accounts, data }: ParsedLendingAccountRepayInstruction): void {
  const group = accounts.group.address;
  const address = accounts.marginfiAccount.address;
  const bankAddress = accounts.bank.address;
  const liquidityVault = accounts.liquidityVault.address;
  const authority = accounts.authority.address;
  checkAccounts(call, [
    groupRule(call, group),
    dealingAccountRule(call, address, { group, authority }),
    AUTHORITY,
    bankRule(call, bankAddress, { group, liquidityVault }),
    { name: 'signer_token_account', kind: 'any', isWritable: true },
    { name: 'liquidity_vault', kind: 'token', isWritable: true },
    TOKEN_PROGRAM,
  ]);
  const account = readAccount(call, address);
  if (hasFlag(account, LENDING_ACCOUNT_FLAGS.disabled)) fail(call, MARGINFI_ERROR__ACCOUNT_DISABLED);
  const bank = readBank(call, bankAddress);
  const { operationalState } = bank.config;
  if (operationalState === BankOperationalState.KilledByBankruptcy) {
    fail(call, MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY);
  }
  if (operationalState === BankOperationalState.Paused) fail(call, MARGINFI_ERROR__BANK_PAUSED);
  const slot = findSlot(account, bankAddress);
  const balance = account.lendingAccount.balances[slot];
  if (balance === undefined) throw fail(call, MARGINFI_ERROR__BANK_ACCOUNT_NOT_FOUND);

  const isAll = unwrapOption(data.repayAll) ?? false;
  const after = isAll ? repayAll(call, bank, balance) : repayPart(call, bank, balance, data.amount);
  call.invoke(
    getTransferInstruction(
      {
        source: accounts.signerTokenAccount.address,
        destination: liquidityVault,
        authority: createNoopSigner(authority),
        amount: after.taken,
      },
      { programAddress: accounts.tokenProgram.address },
    ),
  );
  writeBank(call, bankAddress, after.bank);
  writeAccount(call, address, withBalance(account, slot, after.balance, call.now));
}

/** Sends the surplus of rounding up to the insurance vault. */
function repayAll(call: ModelledCall, bank: Bank, balance: Balance): Repayment {
  const shares = i80f48Bits(balance.liabilityShares);
  const debt = getDebt(bank, shares);
  if (!isPositive(debt) || isPositive(getDeposit(bank, balance))) {
    fail(call, MARGINFI_ERROR__NO_LIABILITY_FOUND);
  }
  const taken = roundUp(debt);
  const insured = i80f48Bits(bank.collectedInsuranceFeesOutstanding) + toBits(taken) - debt;
  return {
    taken,
    balance: CLOSED_BALANCE,
    bank: {
      ...less(bank, shares),
      collectedInsuranceFeesOutstanding: wrapI80F48(insured),
      borrowingPositionCount: bank.borrowingPositionCount - 1,
    },
  };
}

function repayPart(call: ModelledCall, bank: Bank, balance: Balance, taken: bigint): Repayment {
  const before = i80f48Bits(balance.liabilityShares);
  const debt = getDebt(bank, before);
  if (isPositive(toBits(taken) - debt)) fail(call, MARGINFI_ERROR__OPERATION_REPAY_ONLY);
  const shares = getDebtShares(bank, toBits(taken) < debt ? toBits(taken) : debt);
  const left = { ...balance, liabilityShares: wrapI80F48(before - shares) };
  const isCleared = hasDebt(balance) && !hasDebt(left);
  return {
    taken,
    balance: left,
    bank: {
      ...less(bank, shares),
      borrowingPositionCount: bank.borrowingPositionCount - (isCleared ? 1 : 0),
    },
  };
}

function less(bank: Bank, shares: bigint): Bank {
  return { ...bank, totalLiabilityShares: wrapI80F48(i80f48Bits(bank.totalLiabilityShares) - shares) };
}
