import type { ExitDraft, Way } from '../exit-draft.ts';
import type { AmountScene, ExitScene } from '../exit-scene.ts';
import type { ExitSource } from '../exit-source.ts';
import { listFees } from '../list-fees.ts';
import { printCall } from '../print-call.ts';
import { estimateRewards } from '../rewards.ts';
import { COMPUTE_UNIT_LIMITS } from '../sol-native-stake/native-messages.ts';
import { less, readReceived, sumCosts, type TriedBuild } from '../tried-build.ts';
import { askLeast, tryWay } from '../try-way.ts';

/** Finds the ways out of raSOL: the market at once, or a stake account that cools down. */
async function find(scene: AmountScene): Promise<readonly Way[]> {
  const body = { strategy: 'sol-liquid-stake', wallet: scene.wallet, amount: scene.amount };
  return await Promise.all([
    tryWay('instant', { ...body, kind: 'instant' }, scene, (tried, least) => ({
      transactions: 1,
      ...ofSol(tried, least),
      availableAt: null,
      next: [
        printCall('unstake', 'Sells the raSOL for SOL, at once.', {
          ...body,
          kind: 'instant',
          ...askLeast('SOL', least),
        }),
      ],
    })),
    tryWay('slow', { ...body, kind: 'slow' }, scene, (tried, least) => slowly(tried, least, body, scene)),
  ]);
}

function slowly(
  { receipt }: TriedBuild,
  least: bigint | undefined,
  body: Readonly<Record<string, string>>,
  { wallet, means, cooldownEnd, span, services }: ExitScene,
): Omit<ExitDraft, 'path' | 'via'> {
  const { expected } = readReceived(receipt);
  const costs = [...receipt.costs, ...listFees(COMPUTE_UNIT_LIMITS.withdraw, means)];
  // The withdrawal brings the rent of the account back.
  const lost = sumCosts(costs.filter(({ isRefundable }) => !isRefundable));
  const { apy } = services.figures.listed('sol-native-stake');
  const description =
    'Withdraws everything, once it has cooled down. Add stakeAccount: the account that the answer to the first call names.';
  return {
    transactions: 2,
    asset: 'SOL',
    expected: less(expected, lost),
    atLeast: least === undefined ? undefined : less(least, lost),
    costs,
    rewards: estimateRewards(expected, apy, span),
    availableAt: cooldownEnd,
    next: [
      printCall('unstake', 'Turns the raSOL into a stake account of the wallet, which begins to cool down.', {
        ...body,
        kind: 'slow',
        ...askLeast('SOL', least),
      }),
      { ...printCall('withdraw', description, { wallet }), availableAt: cooldownEnd },
    ],
  };
}

function ofSol({ receipt }: TriedBuild, least: bigint | undefined) {
  const costs = sumCosts(receipt.costs);
  return {
    asset: 'SOL' as const,
    expected: less(readReceived(receipt).expected, costs),
    atLeast: least === undefined ? undefined : less(least, costs),
    costs: receipt.costs,
  };
}

/** The ways out of raSOL. */
export const exits: ExitSource = { takes: 'amount', asset: 'raSOL', find };
