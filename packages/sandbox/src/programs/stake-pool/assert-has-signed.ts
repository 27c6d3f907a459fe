import type { AccountMeta, Address } from '@solana/kit';
import type { StakePoolError } from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { fail } from './pool-call.ts';

/**
 * Checks the authority a pool may demand for moving SOL.
 *
 * @throws {ProgramFailure} NotEnoughAccountKeys when it is not given, or the codes for another one and for one
 *   that has not signed.
 */
export function assertHasSigned(
  call: ModelledCall,
  demanded: Address | null,
  given: AccountMeta | undefined,
  codes: { readonly wrong: StakePoolError; readonly missing: StakePoolError },
): void {
  if (demanded === null) return;
  if (given === undefined) throw new ProgramFailure('NotEnoughAccountKeys');
  if (given.address !== demanded) fail(codes.wrong);
  const hasSigned = call.accounts.some(({ address, isSigner }) => address === demanded && isSigner);
  if (!hasSigned) fail(codes.missing);
}
