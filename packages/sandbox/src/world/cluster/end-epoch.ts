import type { Address } from '@solana/kit';
import {
  addStakeStatus,
  type FindStakeHistory,
  getStakeStatus,
  type StakeStatus,
} from '@staking-agent/chain/stake';
import { StakeHistoryEntry } from 'litesvm';
import type { Bank } from '../../vm/bank.ts';
import { getFirstSlot } from '../../vm/epoch-schedule.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { findDelegation } from '../../vm/stake/stake-account.ts';
import type { Validator } from '../../vm/stake/vote-state.ts';
import { computeEpochRewards, type Reward } from './epoch-rewards.ts';

const NO_STAKE: StakeStatus = { effective: 0n, activating: 0n, deactivating: 0n };

/**
 * Does what a validator does in the first slot of an epoch: closes the stake history of the epoch that
 * ended, then pays its rewards, all of them at once (agave spreads them over the first blocks).
 *
 * @param epoch - the epoch that ended.
 * @param supply - lamports in existence.
 * @returns the rewards and the lamports they added to the supply.
 */
export function endEpoch(
  bank: Bank,
  validators: ReadonlyMap<Address, Validator>,
  epoch: bigint,
  supply: bigint,
): { readonly rewards: readonly Reward[]; readonly minted: bigint } {
  const vm = bank.vm();
  const stakes = vm.getProgramAccounts(STAKE_PROGRAM_ADDRESS);
  const remembered = vm.getStakeHistory();
  const history: FindStakeHistory = (past) => remembered.get(past) ?? undefined;

  const total = stakes.reduce((sum, account) => {
    const stake = findDelegation(account);
    return stake === undefined ? sum : addStakeStatus(sum, getStakeStatus(stake.delegation, epoch, history));
  }, NO_STAKE);
  remembered.add(epoch, new StakeHistoryEntry(total.effective, total.activating, total.deactivating));
  vm.setStakeHistory(remembered);

  const voteAccounts = new Map(
    [...validators.keys()].flatMap((address) => {
      const account = bank.findAccount(address);
      return account === undefined ? [] : [[address, account] as const];
    }),
  );
  const paid = computeEpochRewards(
    stakes,
    voteAccounts,
    validators,
    epoch,
    getFirstSlot(epoch + 1n),
    supply,
    history,
  );
  for (const account of paid.accounts) bank.setAccount(account);
  return paid;
}
