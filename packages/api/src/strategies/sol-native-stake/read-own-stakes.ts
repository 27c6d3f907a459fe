import {
  decodeStakeAccount,
  type MergeMoment,
  STAKE_PROGRAM_ADDRESS,
  type StakeAccount,
} from '@staking-agent/chain/stake';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeEpochRewards,
  decodeStakeHistory,
  EPOCH_REWARDS_ADDRESS,
  STAKE_HISTORY_ADDRESS,
} from '@staking-agent/chain/sysvar';
import { problem } from '../../problems/problem.ts';
import { UpstreamFault } from '../../problems/upstream-fault.ts';
import { type ReadAccount, readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import type { Key } from '../request-fields.ts';
import type { StrategyPorts } from '../strategy.ts';

/** A stake account that a request names, and where. */
export type NamedStake = { readonly field: string; readonly key: Key };

/** A stake account that is the wallet's alone. */
export type OwnStake = NamedStake & { readonly seen: ReadAccount; readonly account: StakeAccount };

/** Stake accounts of one wallet at one slot, in the order asked, and the moment of the ledger at that slot. */
export type OwnStakes = {
  readonly stakes: readonly [OwnStake, ...OwnStake[]];
  readonly moment: MergeMoment;
  readonly slot: bigint;
};

const MOMENT = [CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, EPOCH_REWARDS_ADDRESS];

/**
 * Reads stake accounts in one call and refuses those that are not the wallet's alone.
 *
 * @throws {ProblemError} `upstream_error` where there is no stake account, or rewards are being paid; `invalid_request`
 *   where the wallet does not hold both authorities. {@link UpstreamFault} or {@link UpstreamRefusal} when the ledger
 *   does not answer.
 */
export async function readOwnStakes(
  [first, ...further]: readonly [NamedStake, ...NamedStake[]],
  wallet: Key,
  ports: Pick<StrategyPorts, 'ledger'>,
): Promise<OwnStakes> {
  const read = await readAccounts([first.key.text, ...further.map(({ key }) => key.text), ...MOMENT], ports);
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  const history = decodeStakeHistory(read(STAKE_HISTORY_ADDRESS)?.data);
  if (clock === undefined || history === undefined) throw new UpstreamFault('ledger', 'malformed');
  const requireRead = (each: NamedStake) => requireOwn(each, read(each.key.text), wallet);
  const stakes = [requireRead(first), ...further.map(requireRead)] as const;
  if (decodeEpochRewards(read(EPOCH_REWARDS_ADDRESS)?.data)?.isActive) {
    throw problem('EPOCH_REWARDS_BEING_PAID');
  }
  const moment = { ...clock, history: (epoch: bigint) => history.get(epoch) };
  return { stakes, moment, slot: read.slot };
}

function requireOwn(named: NamedStake, seen: ReadAccount | undefined, wallet: Key): OwnStake {
  const place = { field: named.field, account: named.key.text };
  if (seen === undefined) throw problem('STAKE_ACCOUNT_NOT_FOUND', place);
  const account = seen.owner === STAKE_PROGRAM_ADDRESS ? decodeStakeAccount(seen.data) : undefined;
  if (account === undefined) throw problem('NOT_A_STAKE_ACCOUNT', place);
  const { staker, withdrawer } = account.authorities;
  if (staker !== wallet.text || withdrawer !== wallet.text) throw problem('STAKE_ACCOUNT_OF_ANOTHER', place);
  return { ...named, seen, account };
}
