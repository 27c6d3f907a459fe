import {
  endsWithGroup,
  findFlashLoanFault,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ACCOUNT_DISCRIMINATOR,
  MARGINFI_ERROR__ILLEGAL_FLASHLOAN,
  MARGINFI_ERROR__INVALID_GROUP,
  MARGINFI_ERROR__UNAUTHORIZED,
  MARGINFI_GROUP_DISCRIMINATOR,
  type ParsedLendingAccountEndFlashloanInstruction,
  type ParsedLendingAccountStartFlashloanInstruction,
} from '@staking-agent/chain/lending';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { INSTRUCTIONS_SYSVAR_ADDRESS } from '../../vm/program-addresses.ts';
import { ANCHOR_ERROR__WRONG_ADDRESS } from '../anchor/anchor-failure.ts';
import { type AccountRule, assertIsOfKind, checkAccounts } from '../anchor/check-accounts.ts';
import { assertIsHealthy } from './assert-is-healthy.ts';
import { AUTHORITY, accountRule, hasFlag, readAccount, writeAccount } from './lending-call.ts';
import { fail } from './lending-failure.ts';

const { inFlashLoan, ...BARRING } = LENDING_ACCOUNT_FLAGS;
const BARRED = Object.values(BARRING).reduce((sum, flag) => sum | flag, 0n);
const LENDING_ACCOUNT: AccountRule = { name: 'marginfi_account', kind: MARGINFI_ACCOUNT_DISCRIMINATOR };
const GROUP: AccountRule = { name: 'group', kind: MARGINFI_GROUP_DISCRIMINATOR };

/** `lending_account_start_flashloan`: until its end, the collateral of the account is not checked. */
export function startFlashLoan(
  call: ModelledCall,
  { accounts }: ParsedLendingAccountStartFlashloanInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  const authority = accounts.authority.address;
  checkAccounts(call, [
    accountRule(call, account, (state) => {
      if (state.authority !== authority) return MARGINFI_ERROR__UNAUTHORIZED;
      return hasFlag(state, BARRED | inFlashLoan) ? MARGINFI_ERROR__ILLEGAL_FLASHLOAN : undefined;
    }),
    AUTHORITY,
    { name: 'ixs_sysvar', kind: 'any', is: [INSTRUCTIONS_SYSVAR_ADDRESS, ANCHOR_ERROR__WRONG_ADDRESS] },
  ]);
  const fault = findFlashLoanFault(call.transaction, call.index);
  if (fault?.by === 'runtime') throw new ProgramFailure(fault.error);
  if (fault !== undefined) fail(call, fault.code);
  const state = readAccount(call, account);
  writeAccount(call, account, { ...state, accountFlags: state.accountFlags | inFlashLoan });
}

/**
 * `lending_account_end_flashloan`: checks the collateral of the account again.
 *
 * It takes account and authority, and since release 0.1.10 the group between them: the model follows that release when the
 * group account has its size.
 */
export function endFlashLoan(
  call: ModelledCall,
  { accounts }: ParsedLendingAccountEndFlashloanInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  const [given] = call.accounts;
  if (given !== undefined) assertIsOfKind(call, LENDING_ACCOUNT, given);
  const state = readAccount(call, account);
  const takesGroup = endsWithGroup(call.findAccount(state.group));
  const ownAccounts = takesGroup ? [GROUP, AUTHORITY] : [AUTHORITY];
  const authority = call.accounts[ownAccounts.length]?.address;
  checkAccounts(call, [
    accountRule(call, account, () => {
      if (takesGroup && call.accounts[1]?.address !== state.group) return MARGINFI_ERROR__INVALID_GROUP;
      if (state.authority !== authority) return MARGINFI_ERROR__UNAUTHORIZED;
      const isEnding = hasFlag(state, inFlashLoan) && !hasFlag(state, BARRED);
      return isEnding ? undefined : MARGINFI_ERROR__ILLEGAL_FLASHLOAN;
    }),
    ...ownAccounts,
  ]);
  const ended = { ...state, accountFlags: state.accountFlags & ~inFlashLoan };
  assertIsHealthy(call, ended, call.accounts.slice(1 + ownAccounts.length));
  writeAccount(call, account, ended);
}
