import type { Address } from '@solana/kit';
import type {
  ParsedCleanupRemovedValidatorEntriesInstruction,
  ValidatorStakeInfo,
} from '@staking-agent/chain/stake-pool';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import {
  assertIsValidatorList,
  requirePool,
  requireValidatorList,
  writePool,
  writeValidatorList,
} from './pool-call.ts';

/** CleanupRemovedValidatorEntries; preferences are reset only where the pool is writable. */
export function cleanupRemovedValidatorEntries(
  call: ModelledCall,
  { accounts }: ParsedCleanupRemovedValidatorEntriesInstruction,
): void {
  const poolAddress = accounts.stakePool.address;
  const pool = requirePool(call, poolAddress);
  assertIsValidatorList(pool, accounts.validatorList.address);
  const list = requireValidatorList(call, pool.validatorList);
  const validators = list.validators.filter((entry) => !isRemoved(entry));
  writeValidatorList(call, pool.validatorList, { ...list, validators });

  const isWritable = call.accounts.some((account) => account.address === poolAddress && account.isWritable);
  if (!isWritable) return;
  const keep = (preferred: Address | null): Address | null =>
    validators.some(({ voteAccount, status }) => voteAccount === preferred && status === 'Active')
      ? preferred
      : null;
  writePool(call, poolAddress, {
    ...pool,
    preferredDepositValidator: keep(pool.preferredDepositValidator),
    preferredWithdrawValidator: keep(pool.preferredWithdrawValidator),
  });
}

function isRemoved({ status, activeStakeLamports, transientStakeLamports }: ValidatorStakeInfo): boolean {
  return status === 'ReadyForRemoval' && activeStakeLamports === 0n && transientStakeLamports === 0n;
}
