import type { Address } from '@solana/kit';
import { decodeStakeAccount, STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import type { StakePosition } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { assertNoProgram } from '../upstreams/assert-no-program.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { describeStake } from './describe-stake.ts';
import { type PositionPorts, readEpochRest, readScene, SCENE_ADDRESSES } from './read-positions.ts';

/**
 * Reads one stake account of a wallet as a position. No search: one read, and one of the epoch for dates.
 *
 * @throws {ProblemError} `upstream_error` when there is no stake account at that address, `invalid_request` when it is
 *   another wallet's or the wallet is a program; {@link UpstreamFault} or {@link UpstreamRefusal} when the ledger does not
 *   answer.
 */
export async function readStake(
  wallet: Address,
  stakeAccount: Address,
  ports: PositionPorts,
): Promise<StakePosition> {
  const [read, rest] = await Promise.all([
    readAccounts([stakeAccount, wallet, ...SCENE_ADDRESSES], ports),
    readEpochRest(ports),
  ]);
  assertNoProgram(read(wallet));
  const found = read(stakeAccount);
  const named = { field: 'stakeAccount', account: stakeAccount };
  if (found === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', named);
  const account = found.owner === STAKE_PROGRAM_ADDRESS ? decodeStakeAccount(found.data) : undefined;
  if (account === undefined) throw problem('NOT_A_STAKE_ACCOUNT', named);
  const { staker, withdrawer } = account.authorities;
  if (staker !== wallet || withdrawer !== wallet) throw problem('STAKE_ACCOUNT_OF_ANOTHER', named);
  const { scene } = readScene(wallet, read, rest, ports);
  return describeStake({ address: stakeAccount, lamports: found.lamports, account }, scene);
}
