import { STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { problem } from '../../problems/problem.ts';
import { type ReadAccount, readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import type { Key } from '../request-fields.ts';
import type { StrategyPorts } from '../strategy.ts';

/**
 * Reads a stake account from the ledger.
 *
 * @throws {ProblemError} `upstream_error` when there is none at that address; {@link UpstreamFault} or
 *   {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function fetchStakeAccount(
  stakeAccount: Key,
  services: Pick<StrategyPorts, 'ledger'>,
): Promise<ReadAccount & { readonly slot: bigint }> {
  const read = await readAccounts([stakeAccount.text], services);
  const named = { field: 'stakeAccount', account: stakeAccount.text };
  const account = read(stakeAccount.text);
  if (account === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', named);
  if (account.owner !== STAKE_PROGRAM_ADDRESS) throw problem('NOT_A_STAKE_ACCOUNT', named);
  return { ...account, slot: read.slot };
}
