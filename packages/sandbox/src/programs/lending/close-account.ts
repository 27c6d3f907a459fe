import {
  activeBalances,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ERROR__ACCOUNT_FROZEN,
  MARGINFI_ERROR__ILLEGAL_ACTION,
  MARGINFI_ERROR__UNAUTHORIZED,
  type ParsedMarginfiAccountCloseInstruction,
} from '@staking-agent/chain/lending';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { checkAccounts } from '../anchor/check-accounts.ts';
import { isEmpty } from './balances.ts';
import { AUTHORITY, accountRule, hasFlag, readAccount } from './lending-call.ts';
import { fail } from './lending-failure.ts';

const { disabled, inFlashLoan, inReceivership, frozen } = LENDING_ACCOUNT_FLAGS;

/** `marginfi_account_close`: an account without positions gives its rent back. */
export function closeAccount(call: ModelledCall, { accounts }: ParsedMarginfiAccountCloseInstruction): void {
  const address = accounts.marginfiAccount.address;
  checkAccounts(call, [
    accountRule(call, address, (state) =>
      state.authority === accounts.authority.address ? undefined : MARGINFI_ERROR__UNAUTHORIZED,
    ),
    AUTHORITY,
    { name: 'fee_payer', kind: 'signer', isWritable: true },
  ]);
  const account = readAccount(call, address);
  if (hasFlag(account, frozen)) fail(call, MARGINFI_ERROR__ACCOUNT_FROZEN);
  const isBusy = hasFlag(account, disabled | inFlashLoan | inReceivership);
  if (isBusy || !activeBalances(account).every(isEmpty)) {
    call.log('Account cannot be closed');
    fail(call, MARGINFI_ERROR__ILLEGAL_ACTION);
  }
  call.close(address, accounts.feePayer.address);
}
