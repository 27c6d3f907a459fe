import type { Address } from '@solana/kit';
import {
  addStakeStatus,
  type FindStakeHistory,
  getStakeStatus,
  type StakeStatus,
} from '@staking-agent/chain/stake';
import { StakeHistory, StakeHistoryEntry } from 'litesvm';
import { MAINNET } from '../mainnet-2026-11.ts';
import { lighthouseModels } from '../programs/lighthouse.ts';
import type { Bank } from '../vm/bank.ts';
import { type Block, getEpoch, getFirstSlot } from '../vm/blocks.ts';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
} from '../vm/program-addresses.ts';
import { createAccount, type SandboxVm } from '../vm/sandbox-vm.ts';
import { encodeDelegatedStake, findDelegation, STAKE_ACCOUNT_SIZE } from '../vm/stake-account.ts';
import { creditsAt, encodeVoteState, type Validator } from '../vm/vote-state.ts';
import { findProgramAccount, getRent, SEEDED_AT, setMint, setProgramAccount } from './accounts.ts';
import { computeEpochRewards, type Reward } from './epoch-rewards.ts';
import type { Places } from './places.ts';
import { FAUCET, type Tenant } from './sandbox-ledger.ts';
import { POOL_STAKE } from './stake-pool.ts';

const SOL = 1_000_000_000n;

/** Lamports in existence at genesis: what is staked, the faucet, and what the rest of the world holds. */
export const GENESIS_SUPPLY = 617_000_000n * SOL;
/** A cluster so large that any stake from the faucet warms up within one epoch. */
const CLUSTER_STAKE = 420_000_000n * SOL;
/** The operator's stake outside of the pool: together 250,000 SOL. */
const OPERATOR_STAKE = 250_000n * SOL - POOL_STAKE;
const FAUCET_LAMPORTS = 100_000_000n * SOL;
const IDENTITY_LAMPORTS = 100n * SOL;
/** Epoch since which the seeded stakes have been delegated: older than StakeHistory, so fully active. */
const SEEDED_SINCE = 400n;
/** A slot in the middle of mainnet's epoch 1036. */
export const GENESIS_TIP = getFirstSlot(1036n) + 123_456n;
/** Epochs of constant stake before genesis, as many as StakeHistory holds. */
const PAST_EPOCHS = 512n;

const USDC_DECIMALS = 6;

/** Writes the validators, their stake and its history, the faucet and the USDC mint. */
function seedCluster(bank: Bank, { deployment, validators }: Places): void {
  const [operator, cluster] = [...validators.values()];
  if (operator === undefined || cluster === undefined) throw new Error('A world has two validators.');
  for (const validator of [operator, cluster]) {
    setProgramAccount(bank, validator.node, SYSTEM_PROGRAM_ADDRESS, [], IDENTITY_LAMPORTS);
    const votes = encodeVoteState(validator, bank.openSlot() - 1n, SEEDED_AT);
    setProgramAccount(bank, validator.voteAccount, VOTE_PROGRAM_ADDRESS, votes);
  }
  seedStake(bank, 'operator stake', operator, OPERATOR_STAKE);
  seedStake(bank, 'cluster stake', cluster, CLUSTER_STAKE);
  setProgramAccount(bank, FAUCET.address, SYSTEM_PROGRAM_ADDRESS, [], FAUCET_LAMPORTS);
  for (const account of Object.values(deployment.tipAccounts ?? {}).flat())
    setProgramAccount(bank, account, SYSTEM_PROGRAM_ADDRESS, [], IDENTITY_LAMPORTS);
  setMint(bank, deployment.usdcMint, { mintAuthority: FAUCET.address, decimals: USDC_DECIMALS, supply: 0n });
  const effective = CLUSTER_STAKE + OPERATOR_STAKE + POOL_STAKE - 3n * MAINNET.stakeMetaReserve;
  const history = new StakeHistory();
  const current = getEpoch(bank.openSlot());
  for (let past = current - PAST_EPOCHS; past < current; past += 1n) {
    history.add(past, new StakeHistoryEntry(effective, 0n, 0n));
  }
  bank.vm().setStakeHistory(history);
}

function seedStake(bank: Bank, name: string, validator: Validator, balance: bigint): void {
  const data = encodeDelegatedStake({
    authority: findProgramAccount(`${name} authority`),
    voter: validator.voteAccount,
    lamports: balance,
    activationEpoch: SEEDED_SINCE,
    creditsObserved: creditsAt(getFirstSlot(getEpoch(bank.openSlot()))),
  });
  setProgramAccount(bank, findProgramAccount(name), STAKE_PROGRAM_ADDRESS, data, balance);
}

/** Lets every validator vote for the newest block. */
function castVotes(vm: SandboxVm, tip: Block, { validators }: Places): void {
  for (const validator of validators.values()) {
    // Its bytes are written anew, so only what it holds is read.
    const balance = vm.readBalance(validator.voteAccount);
    if (balance === 0n) continue;
    const data = encodeVoteState(validator, tip.slot, tip.unixMilliseconds / 1000n);
    vm.setAccount(createAccount(validator.voteAccount, VOTE_PROGRAM_ADDRESS, data, balance));
  }
}

/** The validators and all stake, the faucet, USDC, and the program that wallets guard themselves with. */
export const cluster: Tenant = {
  programs: lighthouseModels,
  seed: seedCluster,
  onSlot: castVotes,
  onEpoch: ({ bank, validators, ended, supply, pay }) => pay(endEpoch(bank, validators, ended, supply)),
};

const NO_STAKE: StakeStatus = { effective: 0n, activating: 0n, deactivating: 0n };

/**
 * Does what a validator does in the first slot of an epoch: closes the stake history of the epoch that
 * ended, then pays its rewards, all of them at once (agave spreads them over the first blocks).
 *
 * @param epoch - the epoch that ended.
 * @param supply - lamports in existence.
 * @returns the rewards and the lamports they added to the supply.
 */
function endEpoch(
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
    getRent(bank, STAKE_ACCOUNT_SIZE),
  );
  for (const account of paid.accounts) bank.setAccount(account);
  return paid;
}
