import type { ExitOptionPath, ReceiptCost, UnstakeBody } from '@staking-agent/wire';
import { getRouterFee, type Means } from '../limits/means.ts';
import { printCall } from '../positions/print-call.ts';
import { isProblemError } from '../problems/problem-error.ts';
import { prepareUnstake } from '../routes/prepare-build.ts';
import { MARKET_SLIPPAGE_BPS } from '../strategies/slippage.ts';
import { COMPUTE_UNIT_LIMITS } from '../strategies/sol-native-stake/native-messages.ts';
import { toQuantity } from '../to-quantity.ts';
import type { ClosedExit, ExitDraft } from './exit-draft.ts';
import type { ExitScene } from './exit-scene.ts';
import { listFees } from './native-exits.ts';
import { estimateRewards } from './rewards.ts';
import {
  attempt,
  less,
  print,
  readReceived,
  sayLeast,
  sumCosts,
  type TriedBuild,
  tryBuild,
} from './try-build.ts';

const BPS = 10_000n;

type Way = ExitDraft | ClosedExit;

/** Finds the ways out of raSOL: the market at once, or a stake account that cools down. */
export async function findLiquidExits(scene: ExitScene): Promise<readonly Way[]> {
  const body = { strategy: 'sol-liquid-stake', wallet: scene.wallet, amount: scene.amount };
  return await Promise.all([
    way('instant', { ...body, kind: 'instant' }, scene, (tried, least) => ({
      transactions: 1,
      ...ofSol(tried, least),
      availableAt: null,
      next: [
        printCall('unstake', 'Sells the raSOL for SOL, at once.', {
          ...body,
          kind: 'instant',
          ...atLeast('SOL', least),
        }),
      ],
    })),
    way('slow', { ...body, kind: 'slow' }, scene, (tried, least) => slowly(tried, least, body, scene)),
  ]);
}

/** Finds the way out of the USDC vault. */
export async function findUsdcExits(scene: ExitScene): Promise<readonly Way[]> {
  const { wallet, amount, isAll } = scene;
  const body = {
    strategy: 'usdc-earn',
    wallet,
    kind: 'instant',
    ...(isAll ? { isWithdrawAll: true } : { amount }),
  };
  return [
    await way('instant', body, scene, ({ receipt }, least) => ({
      transactions: 1,
      asset: 'USDC',
      expected: readReceived(receipt).expected,
      atLeast: least,
      costs: receipt.costs,
      availableAt: null,
      next: [printCall('unstake', 'Withdraws USDC, at once.', { ...body, ...atLeast('USDC', least) })],
    })),
  ];
}

/** Finds the ways out of raSOL Max: to raSOL, and from there to SOL at the market. */
export async function findLeveragedExits(scene: ExitScene): Promise<readonly Way[]> {
  const body = {
    strategy: 'sol-leveraged-stake',
    wallet: scene.wallet,
    kind: 'instant',
    amount: scene.amount,
  };
  const first = await way('instant', body, scene, ({ receipt }, least) => ({
    transactions: 1,
    asset: 'raSOL',
    expected: readReceived(receipt).expected,
    atLeast: least,
    costs: receipt.costs,
    availableAt: null,
    next: [printCall('unstake', 'Burns the raSOL Max for raSOL, at once.', body)],
  }));
  if ('refusal' in first) return [first, { ...first, path: 'instant-then-instant' }];
  return [first, await sellOn(first, scene)];
}

/** The market buys the raSOL that the first step is sure to bring. */
async function sellOn(first: ExitDraft, { wallet, means, services }: ExitScene): Promise<Way> {
  const path = 'instant-then-instant';
  const { solMint, rasolMint } = services.config.deployment;
  const { atLeast: sure } = first;
  const amount = sure ?? first.expected;
  const swap = { sell: rasolMint, buy: solMint, amount, slippageBps: MARKET_SLIPPAGE_BPS };
  const offer = await attempt(() => services.router.quoteSwap(swap));
  if (isProblemError(offer)) return { path, refusal: offer };
  const fees = listRouterFees(means);
  const costs = [...first.costs, ...fees];
  const least = sayLeast((offer.bought * (BPS - BigInt(MARKET_SLIPPAGE_BPS))) / BPS);
  const body = { strategy: 'sol-liquid-stake', wallet, kind: 'instant', amount: print('raSOL', amount) };
  return {
    path,
    via: `${first.via}, router token`,
    transactions: 2,
    asset: 'SOL',
    expected: less(offer.bought, sumCosts(costs)),
    atLeast: sure === undefined ? undefined : less(least, sumCosts(costs)),
    costs,
    availableAt: null,
    next: [
      ...first.next,
      printCall(
        'unstake',
        'Once the first is confirmed: sells the raSOL for SOL. amount is the least that the first brings; replace it by what arrived, or by max where the wallet has no other raSOL.',
        { ...body, ...(sure !== undefined && { minReceive: print('SOL', least) }) },
      ),
    ],
  };
}

function slowly(
  { receipt }: TriedBuild,
  least: bigint | undefined,
  body: Readonly<Record<string, string>>,
  { wallet, means, nextEpoch, span, services }: ExitScene,
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
    availableAt: nextEpoch,
    next: [
      printCall('unstake', 'Turns the raSOL into a stake account of the wallet, which begins to cool down.', {
        ...body,
        kind: 'slow',
        ...atLeast('SOL', least),
      }),
      { ...printCall('withdraw', description, { wallet }), availableAt: nextEpoch },
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

function atLeast(asset: 'SOL' | 'USDC', least: bigint | undefined) {
  return least === undefined ? {} : { minReceive: print(asset, least) };
}

/** Tries one kind of unstake, and describes what the proof says of it. */
async function way(
  path: ExitOptionPath,
  body: UnstakeBody,
  { services }: ExitScene,
  draft: (tried: TriedBuild, least: bigint | undefined) => Omit<ExitDraft, 'path' | 'via'>,
): Promise<Way> {
  const tried = await attempt(async () => tryBuild(prepareUnstake(body, services), services));
  if (isProblemError(tried)) return { path, refusal: tried };
  return { path, via: tried.via, ...draft(tried, readReceived(tried.receipt).least) };
}

/** What a transaction of the router takes, when nobody has made it yet: what one may cost at the most. */
function listRouterFees(means: Means): ReceiptCost[] {
  const { signatureFee } = means;
  return [
    { kind: 'network-fee', ...toQuantity('SOL', signatureFee), isRefundable: false },
    { kind: 'priority-fee', ...toQuantity('SOL', getRouterFee(means) - signatureFee), isRefundable: false },
  ];
}
