import { getStakePoolDecoder } from '@staking-agent/chain/stake-pool';
import { EPOCHS_PER_YEAR, getEpoch, getFirstSlot, NOMINAL_SLOT_MILLISECONDS } from '../../vm/blocks.ts';
import { findDelegation } from '../../vm/stake-account.ts';
import { inflationPerEpoch, revenuePerEpoch } from '../../world/epoch-rewards.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';

/** Epochs the history reaches back before the sandbox began: 400 days, as the vault's does. */
const PAST_EPOCHS = 400;

/** The yield of one epoch that has ended. */
export type PastYield = {
  readonly epoch: bigint;
  /** Unix milliseconds of its first and of its last moment. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Fraction a year, compounded. */
  readonly apy: number;
};

/** What the operator's stake and the pool's token have yielded, newest epoch first. */
export type PastYields = {
  /** A lamport delegated to the operator's validator, after commission. */
  ofStake(): PastYield[];
  /** A raSOL, by the growth of its redemption rate, after the pool's fee. */
  ofPoolToken(): PastYield[];
};

/**
 * Records the rewards that the ledger pays.
 *
 * Observed epochs have the rewards that they really paid. Epochs before the start, or before a restored snapshot, have the
 * rates of that moment, because nothing changed the rates before.
 */
export function createPastYields(ledger: SandboxLedger): PastYields {
  let before = steadyGrowth(ledger);
  let latest = { epoch: ledger.epoch(), rate: poolRate(ledger) };
  let poolGrowth = new Map<bigint, number>();

  ledger.events.on('slot', () => {
    const epoch = ledger.epoch();
    if (epoch === latest.epoch) return;
    const rate = poolRate(ledger);
    if (epoch === latest.epoch + 1n) {
      poolGrowth.set(latest.epoch, rate / latest.rate);
    } else {
      before = steadyGrowth(ledger);
      poolGrowth = new Map();
    }
    latest = { epoch, rate };
  });

  const list = (getGrowth: (epoch: bigint) => number): PastYield[] => {
    const { slot, unixMilliseconds } = ledger.blocks.tip();
    const current = getEpoch(slot);
    const getTime = (epoch: bigint): number =>
      Number(unixMilliseconds - (slot - getFirstSlot(epoch)) * NOMINAL_SLOT_MILLISECONDS);
    return Array.from({ length: PAST_EPOCHS }, (_, index) => {
      const epoch = current - 1n - BigInt(index);
      const apy = getGrowth(epoch) ** EPOCHS_PER_YEAR - 1;
      return { epoch, startedAt: getTime(epoch), endedAt: getTime(epoch + 1n), apy };
    });
  };
  return {
    ofStake: () => list((epoch) => paidGrowth(ledger, epoch) ?? before.stake),
    ofPoolToken: () => list((epoch) => poolGrowth.get(epoch) ?? before.poolToken),
  };
}

/** Returns the growth of the pool's stake account with the operator in an epoch; undefined when it was not observed. */
function paidGrowth({ rewards, pool, bank }: SandboxLedger, epoch: bigint): number | undefined {
  const reward = rewards.get(epoch)?.get(pool.validatorStake);
  if (reward === undefined) return undefined;
  const account = bank.findAccount(pool.validatorStake);
  const rent = account === undefined ? 0n : bank.vm().minimumBalanceForRentExemption(account.space);
  const earned = reward.lamports + reward.revenue;
  return 1 + Number(earned) / Number(reward.postBalance - earned - rent);
}

/** Computes what an epoch pays at current rates, per delegated lamport and per raSOL. */
function steadyGrowth(ledger: SandboxLedger): { readonly stake: number; readonly poolToken: number } {
  const { validators, pool, bank, supply, epoch, findAccount } = ledger;
  const effective =
    bank
      .vm()
      .getStakeHistory()
      .get(epoch() - 1n)?.effective ?? 0n;
  const commission = validators.get(pool.voteAccount)?.commission ?? 0;
  const rate =
    effective === 0n
      ? 0
      : (Number(inflationPerEpoch(supply) + revenuePerEpoch(effective)) * (1 - commission / 100)) /
        Number(effective);
  const account = findAccount(pool.validatorStake);
  const staked = Number((account && findDelegation(account)?.delegation.stake) ?? 0n);
  const state = readPool(ledger);
  if (state === undefined || state.totalLamports === 0n) return { stake: 1 + rate, poolToken: 1 };
  const { numerator, denominator } = state.epochFee;
  const kept = denominator === 0n ? 1 : 1 - Number(numerator) / Number(denominator);
  return { stake: 1 + rate, poolToken: 1 + (staked * rate * kept) / Number(state.totalLamports) };
}

function poolRate(ledger: SandboxLedger): number {
  const state = readPool(ledger);
  return state === undefined || state.poolTokenSupply === 0n
    ? 1
    : Number(state.totalLamports) / Number(state.poolTokenSupply);
}

function readPool({ findAccount, pool }: SandboxLedger) {
  const account = findAccount(pool.stakePool);
  return account && getStakePoolDecoder().decode(account.data);
}
