import { getStakePoolErrorMessage, type Refusal } from '@staking-agent/chain/stake-pool';
import { ProgramFailure } from '../../vm/models/program-model.ts';

/**
 * Unwraps a preview of the chain package's arithmetic.
 *
 * @throws {ProgramFailure} with what the program answers instead.
 */
export function requireOk<T extends { readonly ok: true }>(result: T | Refusal): T {
  if (result.ok) return result;
  if ('error' in result) throw new ProgramFailure(result.error);
  if (result.by === 'stake') throw new ProgramFailure({ Custom: result.code });
  throw new ProgramFailure({ Custom: result.code }, getStakePoolErrorMessage(result.code));
}
