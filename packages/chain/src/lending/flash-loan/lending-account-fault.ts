import type { Address } from '@solana/kit';
import type { MarginfiAccount } from '../generated/accounts/index.ts';
import {
  MARGINFI_ERROR__ILLEGAL_FLASHLOAN,
  MARGINFI_ERROR__INVALID_BANK_ACCOUNT,
  MARGINFI_ERROR__INVALID_GROUP,
  MARGINFI_ERROR__OPERATION_BORROW_ONLY,
  MARGINFI_ERROR__UNAUTHORIZED,
  type MarginfiError,
} from '../generated/errors/index.ts';
import type { Balance } from '../generated/types/index.ts';
import { i80f48Bits } from '../types/i80f48.ts';

/** Bits of a lending account's flags. */
export const LENDING_ACCOUNT_FLAGS = {
  disabled: 1n,
  inFlashLoan: 2n,
  inReceivership: 16n,
  inDeleverage: 32n,
  frozen: 64n,
  inOrderExecution: 128n,
} as const;

const BARRING = Object.values(LENDING_ACCOUNT_FLAGS).reduce((sum, flag) => sum | flag, 0n);

/** The fields of a lending account that decide whether it may take a flash loan. */
export type FlashLoanAccount = Pick<MarginfiAccount, 'group' | 'authority' | 'accountFlags'> & {
  readonly lendingAccount: { readonly balances: readonly Balance[] };
};

/** The positions that a lending account has, in the order of its slots. */
export function activeBalances(account: FlashLoanAccount): readonly Balance[] {
  return account.lendingAccount.balances.filter(({ active }) => active !== 0);
}

/**
 * Finds why an existing lending account cannot take a flash loan whose end names no further accounts.
 *
 * A debt in the same bank is allowed: repaying all clears it with the loan. Any other position is: a deposit in the bank
 * forbids the loan, and a position in another bank must be proven healthy at the end.
 *
 * @returns the code the program would answer with: Unauthorized, InvalidGroup, IllegalFlashloan for a flag,
 *   OperationBorrowOnly for a deposit in the bank, InvalidBankAccount for a position elsewhere; undefined for none.
 */
export function findLendingAccountFault(
  account: FlashLoanAccount,
  loan: { readonly authority: Address; readonly group: Address; readonly bank: Address },
): MarginfiError | undefined {
  if (account.authority !== loan.authority) return MARGINFI_ERROR__UNAUTHORIZED;
  if (account.group !== loan.group) return MARGINFI_ERROR__INVALID_GROUP;
  if ((account.accountFlags & BARRING) !== 0n) return MARGINFI_ERROR__ILLEGAL_FLASHLOAN;
  for (const balance of activeBalances(account)) {
    if (balance.bankPk !== loan.bank) return MARGINFI_ERROR__INVALID_BANK_ACCOUNT;
    if (i80f48Bits(balance.assetShares) > 0n) return MARGINFI_ERROR__OPERATION_BORROW_ONLY;
  }
  return undefined;
}
