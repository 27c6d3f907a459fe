import type { StakePosition } from '@staking-agent/wire';
import { findOpenedStake } from '../../builds/build.ts';
import { getOwnFee } from '../../builds/ranges.ts';
import { problem } from '../../problems/problem.ts';
import {
  type ExitScene,
  type ExitSource,
  estimateRewards,
  type LeaveAtOnce,
  less,
  listFees,
  print,
  readReceived,
  sumCosts,
  sumLost,
  type Way,
} from '../options.ts';
import { type DescribeUndo, printCall, suggestWithdrawal } from '../strategy.ts';
import { COMPUTE_UNIT_LIMITS } from './messages.ts';

/** Finds the ways out of a stake account: a withdrawal, after a cooldown where it is staked, and the market. */
async function find(stake: StakePosition, scene: ExitScene): Promise<readonly Way[]> {
  const { state } = stake;
  const market = sellAccount(stake, scene);
  if (state === 'active' || state === 'activating') return [coolDown(stake, scene), await market];
  return [emptyAccount(stake, scene), await market];
}

function coolDown(stake: StakePosition, scene: ExitScene): Way {
  const { means, wallet, cooldownEnd, span, services } = scene;
  const { id: stakeAccount } = stake;
  const held = findObstacle(stake);
  if (held !== undefined) return { path: 'deactivate', refusal: held };
  const costs = [
    ...listFees(COMPUTE_UNIT_LIMITS.deactivate, means),
    ...listFees(COMPUTE_UNIT_LIMITS.withdraw, means),
  ];
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
  const costs = listFees(COMPUTE_UNIT_LIMITS.withdraw, means);
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

async function sellAccount(stake: StakePosition, scene: ExitScene): Promise<Way> {
  const { wallet, tryUnstake } = scene;
  const body = { strategy: 'sol-native-stake', wallet, kind: 'instant', stakeAccount: stake.id };
  const tried = await tryUnstake(body);
  if (!('receipt' in tried)) return { path: 'instant', refusal: tried };
  const { receipt, via } = tried;
  const { expected, least } = readReceived(receipt);
  const costs = sumCosts(receipt.costs);
  return {
    path: 'instant',
    via,
    transactions: 1,
    asset: 'SOL',
    expected: less(expected, costs),
    atLeast: least === undefined ? undefined : less(least, costs),
    costs: receipt.costs,
    availableAt: null,
    next: [
      printCall('unstake', 'Sells the whole account for SOL, at once.', {
        ...body,
        ...(least !== undefined && { minReceive: print('SOL', least) }),
      }),
    ],
  };
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

/**
 * Describes the cooldown that begins when a build lands.
 *
 * @param isNew - whether the stake was delegated in the running epoch.
 * @param now - the running epoch in words.
 */
export function describeCooldown(isNew: boolean, epoch: bigint, now: string): string {
  const cooldown = `cools down until the epoch of the broadcast ends (${now}); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.`;
  return isNew
    ? `It was delegated in epoch ${epoch} and is not active yet: when this lands in the same epoch, all of it is withdrawable at once. Later its stake ${cooldown}`
    : `Its stake ${cooldown}`;
}
