import type { ReceiptCost, StakePosition } from '@staking-agent/wire';
import { getOwnFee, type Means } from '../limits/means.ts';
import { printCall } from '../positions/print-call.ts';
import { readStake } from '../positions/read-stake.ts';
import { problem } from '../problems/problem.ts';
import { prepareUnstake } from '../routes/prepare-build.ts';
import { COMPUTE_UNIT_LIMITS } from '../strategies/sol-native-stake/native-messages.ts';
import { toQuantity } from '../to-quantity.ts';
import type { ClosedExit, ExitDraft } from './exit-draft.ts';
import type { ExitScene } from './exit-scene.ts';
import { estimateRewards } from './rewards.ts';
import { attempt, less, print, readReceived, sumCosts, tryBuild } from './try-build.ts';

/** Finds the ways out of a stake account: a withdrawal, after a cooldown where it is staked, and the market. */
export async function findNativeExits(
  stake: StakePosition,
  scene: ExitScene,
): Promise<readonly (ExitDraft | ClosedExit)[]> {
  const { state } = stake;
  const market = sellAccount(stake, scene);
  if (state === 'active' || state === 'activating') return [coolDown(stake, scene), await market];
  return [emptyAccount(stake, scene), await market];
}

/** Reads the account that the ways out are asked for. */
export function readExitStake({ wallet, stakeAccount, services }: ExitScene): Promise<StakePosition> {
  const { config } = services;
  return readStake(wallet, stakeAccount, { ...services, deployment: config.deployment });
}

function coolDown(stake: StakePosition, scene: ExitScene): ExitDraft | ClosedExit {
  const { means, wallet, nextEpoch, span, services } = scene;
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
    availableAt: isNew ? null : nextEpoch,
    next: [
      printCall('unstake', 'Begins the cooldown of the whole account.', {
        strategy: 'sol-native-stake',
        wallet,
        kind: 'deactivate',
        stakeAccount,
      }),
      {
        ...printCall('withdraw', 'Withdraws everything, once it has cooled down.', { wallet, stakeAccount }),
        ...(!isNew && { availableAt: nextEpoch }),
      },
    ],
  };
}

function emptyAccount(stake: StakePosition, { means, wallet }: ExitScene): ExitDraft | ClosedExit {
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

/** Nothing can be done under a lockup, or while rewards are being paid. */
function findObstacle({ warnings }: StakePosition) {
  const found = warnings.find(({ code }) => code === 'LOCKUP_IN_FORCE' || code === 'REWARDS_BEING_PAID');
  return found && problem('SIMULATION_FAILED', { reason: found.code, rule: found.detail });
}

async function sellAccount(stake: StakePosition, scene: ExitScene): Promise<ExitDraft | ClosedExit> {
  const { wallet, services } = scene;
  const body = { strategy: 'sol-native-stake', wallet, kind: 'instant', stakeAccount: stake.id };
  const tried = await attempt(async () => tryBuild(prepareUnstake(body, services), services));
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

/** The fee of a transaction of ours, at the price that is the highest it is ever built with. */
export function listFees(unitLimit: number, means: Means): ReceiptCost[] {
  const { signatureFee } = means;
  const priority = getOwnFee(unitLimit, means.dearest, means) - signatureFee;
  return [
    { kind: 'network-fee', ...toQuantity('SOL', signatureFee), isRefundable: false },
    { kind: 'priority-fee', ...toQuantity('SOL', priority), isRefundable: false },
  ];
}
