import {
  activeBalances,
  BANK_DISCRIMINATOR,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ERROR__INVALID_BANK_ACCOUNT,
  MARGINFI_ERROR__RISK_ENGINE_INIT_REJECTED,
  MARGINFI_ERROR__WRONG_NUMBER_OF_ORACLE_ACCOUNTS,
  type MarginfiAccount,
} from '@staking-agent/chain/lending';
import type { CallAccount, ModelledCall } from '../../vm/models/program-model.ts';
import { assertIsOfKind } from '../anchor/check-accounts.ts';
import { hasDebt } from './balances.ts';
import { hasFlag } from './lending-call.ts';
import { fail } from './lending-failure.ts';

/** A bank and its oracle stand for each position. */
const ACCOUNTS_OF_POSITION = 2;

/**
 * Requires that deposits cover debts, when a lending account is not in a flash loan.
 *
 * The lender of the sandbox has one bank, in which no account can have both a deposit and a debt, so a debt is never
 * covered.
 *
 * @param remaining - a bank and its oracle for each position, in the order of the slots.
 * @throws {ProgramFailure} InvalidBankAccount when they are missing or others, RiskEngineInitRejected for a debt.
 */
export function assertIsHealthy(
  call: ModelledCall,
  account: MarginfiAccount,
  remaining: readonly CallAccount[],
): void {
  if (hasFlag(account, LENDING_ACCOUNT_FLAGS.inFlashLoan)) return;
  const balances = activeBalances(account);
  for (const [index, { bankPk }] of balances.entries()) {
    const at = index * ACCOUNTS_OF_POSITION;
    const given = remaining[at];
    if (given === undefined) {
      call.log(`Ran out of remaining accounts at ${at}`);
      throw fail(call, MARGINFI_ERROR__INVALID_BANK_ACCOUNT);
    }
    assertIsOfKind(call, { name: 'bank', kind: BANK_DISCRIMINATOR }, given);
    if (given.address !== bankPk) fail(call, MARGINFI_ERROR__INVALID_BANK_ACCOUNT);
    if (remaining.length < at + ACCOUNTS_OF_POSITION) {
      fail(call, MARGINFI_ERROR__WRONG_NUMBER_OF_ORACLE_ACCOUNTS);
    }
  }
  if (balances.some(hasDebt)) fail(call, MARGINFI_ERROR__RISK_ENGINE_INIT_REJECTED);
}
