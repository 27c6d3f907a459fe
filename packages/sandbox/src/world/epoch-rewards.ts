import type { Address, EncodedAccount } from '@solana/kit';
import { type FindStakeHistory, getStakeStatus } from '@staking-agent/chain/stake';
import { EPOCH_MILLISECONDS } from '../vm/blocks.ts';
import { findDelegation, withDelegation } from '../vm/stake-account.ts';
import { creditsAt, type Validator } from '../vm/vote-state.ts';

/** Inflation paid to stakers and validators, in basis points of the whole supply a year. */
export const INFLATION_BASIS_POINTS = 400n;

/** The share of block fees that validators give to stakers, in basis points of effective stake a year, before commission. */
export const BLOCK_REVENUE_BASIS_POINTS = 50n;

/** A tropical year in milliseconds: agave counts years of 365.242199 days. */
const YEAR_MILLISECONDS = 31_556_925_994n;

/** The reward of an account for one epoch, as `getInflationReward` reports it. */
export type Reward = {
  readonly address: Address;
  readonly lamports: bigint;
  /** Lamports of block revenue beside it, which RPC does not report. */
  readonly revenue: bigint;
  /** With both. */
  readonly postBalance: bigint;
  /** Percent the validator kept. */
  readonly commission: number;
};

/** The changes an epoch's rewards make. */
export type EpochRewards = {
  readonly accounts: readonly EncodedAccount[];
  readonly rewards: readonly Reward[];
  /** New lamports, commission included. Block revenue is fees that others paid, so that it is not new. */
  readonly minted: bigint;
};

/**
 * Inflation due for one epoch in lamports, rounded down: supply · rate · length of an epoch in years.
 */
export function inflationPerEpoch(supply: bigint): bigint {
  return (supply * INFLATION_BASIS_POINTS * EPOCH_MILLISECONDS) / (10_000n * YEAR_MILLISECONDS);
}

/** Block revenue of effective stake for one epoch in lamports, rounded down, before commission. */
export function revenuePerEpoch(effective: bigint): bigint {
  return (effective * BLOCK_REVENUE_BASIS_POINTS * EPOCH_MILLISECONDS) / (10_000n * YEAR_MILLISECONDS);
}

/**
 * The rewards of an epoch that has ended, by agave `inflation_rewards::redeem_rewards`.
 *
 * Inflation is shared by effective stake (all validators earn equal credits), each share rounded down and
 * split by commission, both parts rounded down; a stake whose part is zero gets nothing. What was
 * activating in the epoch earns nothing and only has its credits brought up to date. Block revenue comes with it as
 * SIMD-0123 has it: lamports that are not delegated, so that balance and delegation grow apart. Where rent has risen, the
 * delegation shrinks to what the balance of before leaves beside it (SIMD-0392).
 *
 * @param stakes - every account of the stake program.
 * @param validators - vote accounts by address; others do not vote and earn nothing.
 * @param endSlot - first slot of the following epoch.
 * @param rent - lamports that a stake account needs now.
 */
export function computeEpochRewards(
  stakes: readonly EncodedAccount[],
  voteAccounts: ReadonlyMap<Address, EncodedAccount>,
  validators: ReadonlyMap<Address, Validator>,
  epoch: bigint,
  endSlot: bigint,
  supply: bigint,
  history: FindStakeHistory,
  rent: bigint,
): EpochRewards {
  const voting = stakes.flatMap((account) => {
    const stake = findDelegation(account);
    const validator = stake && validators.get(stake.delegation.voterPubkey);
    if (stake === undefined || validator === undefined) return [];
    const { effective } = getStakeStatus(stake.delegation, epoch, history);
    return [{ account, stake, validator, effective }];
  });
  const clusterEffective = voting.reduce((sum, { effective }) => sum + effective, 0n);
  const inflation = inflationPerEpoch(supply);
  const creditsObserved = creditsAt(endSlot);

  const accounts: EncodedAccount[] = [];
  const rewards: Reward[] = [];
  const commissions = new Map<Validator, bigint>();
  for (const { account, stake, validator, effective } of voting) {
    const { commission } = validator;
    const share = clusterEffective === 0n ? 0n : (inflation * effective) / clusterEffective;
    const { kept, paid } = splitCommission(share, commission);
    const { paid: revenue } = splitCommission(revenuePerEpoch(effective), commission);
    const startsNow = stake.delegation.activationEpoch === epoch;
    const delegated = limitDelegation(account, stake.delegation.stake, rent);
    if (paid + revenue === 0n && !startsNow && delegated === stake.delegation.stake) continue;
    const lamports = account.lamports + paid + revenue;
    accounts.push(withDelegation(account, { stake: delegated + paid, creditsObserved, lamports }));
    if (paid + revenue === 0n) continue;
    rewards.push({ address: account.address, lamports: paid, revenue, postBalance: lamports, commission });
    commissions.set(validator, (commissions.get(validator) ?? 0n) + kept);
  }
  for (const [validator, kept] of commissions) {
    const account = voteAccounts.get(validator.voteAccount);
    if (account === undefined || kept === 0n) continue;
    const { commission } = validator;
    const postBalance = account.lamports + kept;
    accounts.push({ ...account, lamports: postBalance as EncodedAccount['lamports'] });
    rewards.push({ address: account.address, lamports: kept, revenue: 0n, postBalance, commission });
  }
  return { accounts, rewards, minted: rewards.reduce((sum, { lamports }) => sum + lamports, 0n) };
}

function limitDelegation({ lamports }: EncodedAccount, delegated: bigint, rent: bigint): bigint {
  const most = lamports > rent ? lamports - rent : 0n;
  return delegated < most ? delegated : most;
}

function splitCommission(share: bigint, commission: number): { kept: bigint; paid: bigint } {
  const kept = (share * BigInt(commission)) / 100n;
  const paid = (share * BigInt(100 - commission)) / 100n;
  return { kept, paid };
}
