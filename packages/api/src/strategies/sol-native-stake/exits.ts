import type { StakePosition } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import type { Way } from '../exit-draft.ts';
import type { ExitScene } from '../exit-scene.ts';
import type { ExitSource } from '../exit-source.ts';
import { listFees } from '../list-fees.ts';
import { printCall } from '../print-call.ts';
import { estimateRewards } from '../rewards.ts';
import { less, print, readReceived, sumCosts } from '../tried-build.ts';
import { COMPUTE_UNIT_LIMITS } from './native-messages.ts';

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
