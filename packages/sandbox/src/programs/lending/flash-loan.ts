import {
  findFlashLoanFault,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ERROR__ILLEGAL_FLASHLOAN,
  MARGINFI_ERROR__UNAUTHORIZED,
  type MarginfiAccount,
  type ParsedLendingAccountEndFlashloanInstruction,
  type ParsedLendingAccountStartFlashloanInstruction,
} from '@staking-agent/chain/lending';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { INSTRUCTIONS_SYSVAR_ADDRESS } from '../../vm/program-addresses.ts';
import { ANCHOR_ERROR__WRONG_ADDRESS } from '../anchor/anchor-failure.ts';
import { type AccountRule, checkAccounts } from '../anchor/check-accounts.ts';
import { assertIsHealthy } from './assert-is-healthy.ts';
import { AUTHORITY, accountRule, hasFlag, readAccount, writeAccount } from './lending-call.ts';
import { fail } from './lending-failure.ts';

const { inFlashLoan, ...BARRING } = LENDING_ACCOUNT_FLAGS;
const BARRED = Object.values(BARRING).reduce((sum, flag) => sum | flag, 0n);
const OWN_ACCOUNTS_OF_END = 2;

/** `lending_account_start_flashloan`: until its end, the account is not asked what covers its debts. */
export function startFlashLoan(
  call: ModelledCall,
  { accounts }: ParsedLendingAccountStartFlashloanInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  checkAccounts(call, [
    ownedAccount(call, accounts, (state) => !hasFlag(state, BARRED | inFlashLoan)),
    AUTHORITY,
    { name: 'ixs_sysvar', kind: 'any', is: [INSTRUCTIONS_SYSVAR_ADDRESS, ANCHOR_ERROR__WRONG_ADDRESS] },
  ]);
  const fault = findFlashLoanFault(call.transaction, call.index);
  if (fault?.by === 'runtime') throw new ProgramFailure(fault.error);
  if (fault !== undefined) fail(call, fault.code);
  const state = readAccount(call, account);
  writeAccount(call, account, { ...state, accountFlags: state.accountFlags | inFlashLoan });
}

/** `lending_account_end_flashloan`: the account must be as sound as any other from here on. */
export function endFlashLoan(
  call: ModelledCall,
  { accounts }: ParsedLendingAccountEndFlashloanInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  checkAccounts(call, [
    ownedAccount(call, accounts, (state) => hasFlag(state, inFlashLoan) && !hasFlag(state, BARRED)),
    AUTHORITY,
  ]);
  const state = readAccount(call, account);
  const ended = { ...state, accountFlags: state.accountFlags & ~inFlashLoan };
  assertIsHealthy(call, ended, call.accounts.slice(OWN_ACCOUNTS_OF_END));
  writeAccount(call, account, ended);
}

function ownedAccount(
  call: ModelledCall,
  { marginfiAccount, authority }: ParsedLendingAccountEndFlashloanInstruction['accounts'],
  isReady: (state: MarginfiAccount) => boolean,
): AccountRule {
  return accountRule(call, marginfiAccount.address, (state) => {
    if (state.authority !== authority.address) return MARGINFI_ERROR__UNAUTHORIZED;
    return isReady(state) ? undefined : MARGINFI_ERROR__ILLEGAL_FLASHLOAN;
  });
}
