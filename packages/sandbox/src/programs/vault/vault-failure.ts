import { getVaultError, getVoltrVaultErrorMessage, isVaultErrorCode } from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { failWith } from '../anchor/anchor-failure.ts';

/**
 * Refuses as the vault program does.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @throws {ProgramFailure} always.
 */
export function fail(call: ModelledCall, code: number, account?: string): never {
  return failWith(call, code, account, describe);
}

/** Returns the message that the program prints, which differs from the client's for some codes. */
function describe(code: number) {
  const error = getVaultError(code);
  if (error === undefined || !isVaultErrorCode(code)) return error;
  return { ...error, message: getVoltrVaultErrorMessage(code) };
}
