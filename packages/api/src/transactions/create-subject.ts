import type { Deployment } from '@staking-agent/chain/deployment';
import type { Transaction } from '@staking-agent/verify';
import type { Subject } from '../evidence/gather-evidence.ts';
import type { ProvidedBuild } from './build.ts';

/** Names what the proof of a provided transaction rests on: the pool of raSOL, or the vault; the stake account given up. */
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
