import type { Deployment } from '@staking-agent/chain/deployment';
import type { Transaction } from '@staking-agent/verify';
import type { ProvidedBuild } from './build.ts';
import type { Subject } from './gather-evidence.ts';

/**
 * Lists the accounts that the proof of a provided transaction needs: the raSOL pool or the vault, and the stake account to
 * exit.
 */
export function createSubject(
  {
    by,
    request,
    wallet,
    transaction,
  }: Pick<ProvidedBuild<unknown>, 'by' | 'request' | 'transaction'> & { readonly wallet: string },
  { message }: Transaction,
  { stakePool, usdcVault, rausdcMint }: Deployment,
): Subject {
  const { kind, stakeAccount } = request;
  const priced = by === 'router' ? [stakePool.address] : [usdcVault, rausdcMint];
  return {
    transaction,
    message,
    wallet,
    accounts: stakeAccount === undefined ? priced : [...priced, stakeAccount],
    ...(kind === 'slow' && { listOf: stakePool.address }),
  };
}
