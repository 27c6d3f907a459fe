import type { StakePosition } from '@staking-agent/wire';
import { findOpenedStake } from '../../builds/build.ts';
import { getOwnFee } from '../../builds/ranges.ts';
import { problem } from '../../problems/problem.ts';
import { estimateRewards, less, listFees, sumCosts, sumLost, tryWay } from '../options.ts';
import {
  type DescribeUndo,
  type ExitScene,
  type ExitSource,
  type LeaveAtOnce,
  printCall,
  suggestWithdrawal,
  type Way,
} from '../strategy.ts';
import { COMPUTE_UNIT_LIMITS } from './messages.ts';

/** Finds the ways out of a stake account: a withdrawal, after a cooldown where it is staked, and the market. */
async function find(stake: StakePosition, scene: ExitScene): Promise<readonly Way[]> {
  const { state } = stake;
  const { wallet } = scene;
  const body = { strategy: 'sol-native-stake', wallet, kind: 'instant', stakeAccount: stake.id } as const;
  const market = tryWay('SOL', body, scene, 'Sells the whole account for SOL, at once.');
  if (state === 'active' || state === 'activating') return [coolDown(stake, scene), await market];
  return [emptyAccount(stake, scene), await market];
}

function coolDown(stake: StakePosition, scene: ExitScene): Way {
  const { means, wallet, cooldownEnd, span, services } = scene;
  const { id: stakeAccount } = stake;
  const held = findObstacle(stake);
  if (held !== undefined) return { path: 'deactivate', refusal: held };
  const { deactivate, withdraw } = COMPUTE_UNIT_LIMITS;
  const costs = [deactivate, withdraw].flatMap((units) =>
    listFees(getOwnFee(units, means.dearest, means), means),
  );
  // What was never active cools down at once.
  const isNew = stake.parts.effective === '0';
  const { apy } = services.figures.listed('sol-native-stake');
  const arrives = less(BigInt(stake.value.baseUnits), sumCosts(costs));
  return {
    path: 'deactivate',
    via: 'stake program',
    transactions: 2,
    asset: 'SOL',
    expected: arrives,
    atLeast: arrives,
    costs,
    rewards: isNew ? undefined : estimateRewards(BigInt(stake.parts.effective), apy, span),
    availableAt: isNew ? null : cooldownEnd,
    next: [
      printCall('unstake', 'Begins the cooldown of the whole account.', {
        strategy: 'sol-native-stake',
        wallet,
        kind: 'deactivate',
        stakeAccount,
      }),
      {
        ...printCall('withdraw', 'Withdraws everything, once it has cooled down.', { wallet, stakeAccount }),
        ...(!isNew && { availableAt: cooldownEnd }),
      },
    ],
  };
}

function emptyAccount(stake: StakePosition, { means, wallet }: ExitScene): Way {
  const held = findObstacle(stake);
  if (held !== undefined) return { path: 'withdraw', refusal: held };
  const { id: stakeAccount, availableAt } = stake;
  const costs = listFees(getOwnFee(COMPUTE_UNIT_LIMITS.withdraw, means.dearest, means), means);
  const arrives = less(BigInt(stake.value.baseUnits), sumCosts(costs));
  const call = printCall('withdraw', 'Withdraws everything, which closes the account.', {
    wallet,
    stakeAccount,
  });
  return {
    path: 'withdraw',
    via: 'stake program',
    transactions: 1,
    asset: 'SOL',
    expected: arrives,
    atLeast: arrives,
    costs,
    availableAt,
    next: [{ ...call, ...(availableAt !== null && { availableAt }) }],
  };
}

/** Finds a lockup or a running reward payout, which block every exit. */
function findObstacle({ warnings }: StakePosition) {
  const found = warnings.find(({ code }) => code === 'LOCKUP_IN_FORCE' || code === 'REWARDS_BEING_PAID');
  return found && problem('SIMULATION_FAILED', { reason: found.code, rule: found.detail });
}

/** The ways out of a stake account, which leaves as a whole. */
export const exits: ExitSource = { takes: 'whole-account', find };

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = (facts) => {
  const { wallet, cooldownEnd } = facts;
  const stakeAccount = findOpenedStake(facts);
  const leave = { strategy: 'sol-native-stake', wallet, kind: 'deactivate', stakeAccount };
  return {
    isPossible: true,
    description:
      'Deactivate the stake account, then withdraw all of it, its rent with it. Deactivated in the epoch of the stake it can be withdrawn at once, later when the epoch of its deactivation has ended. Once it is active, an instant exit pays at the market.',
    next: [
      printCall('unstake', 'Deactivates the stake account.', leave),
      suggestWithdrawal(wallet, stakeAccount, cooldownEnd),
    ],
  };
};

/** Stake that was never active can be deactivated and withdrawn in the same epoch. */
export const leaveAtOnce: LeaveAtOnce = async ({ amount, receipt }, { means }) => {
  const price = means.price('sol-native-stake');
  const { deactivate, withdraw } = COMPUTE_UNIT_LIMITS;
  const fees = getOwnFee(deactivate, price, means) + getOwnFee(withdraw, price, means);
  return less(amount, sumLost(receipt.costs) + fees);
};
