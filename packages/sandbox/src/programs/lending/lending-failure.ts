import { getLendingError } from '@staking-agent/chain/lending';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { failWith } from '../anchor/anchor-failure.ts';

/**
 * Refuses as the lending program does.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @throws {ProgramFailure} always.
 */
export function fail(call: ModelledCall, code: number, account?: string): never {
  return failWith(call, code, account, getLendingError);
}
