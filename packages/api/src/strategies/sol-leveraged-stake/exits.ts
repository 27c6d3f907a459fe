import { attempt } from '../../problems/attempt.ts';
import { isProblemError } from '../../problems/problem-error.ts';
import type { ExitDraft, Way } from '../exit-draft.ts';
import type { AmountScene, ExitScene } from '../exit-scene.ts';
import type { ExitSource } from '../exit-source.ts';
import { listRouterFees } from '../list-fees.ts';
import { printCall } from '../print-call.ts';
import { quoteSale } from '../quote-sale.ts';
import { MARKET_SLIPPAGE_BPS } from '../slippage.ts';
import { less, print, readReceived, sayLeast, sumCosts } from '../tried-build.ts';
import { tryWay } from '../try-way.ts';

const BPS = 10_000n;

/** Finds the ways out of raSOL Max: to raSOL, and from there to SOL at the market. */
async function find(scene: AmountScene): Promise<readonly Way[]> {
  const body = {
    strategy: 'sol-leveraged-stake',
    wallet: scene.wallet,
    kind: 'instant',
    amount: scene.amount,
  };
  const first = await tryWay('instant', body, scene, ({ receipt }, least) => ({
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

/** Adds the sale of the first step's raSOL at the market; the guaranteed amount of raSOL decides the minimum. */
async function sellOn(first: ExitDraft, { wallet, means, services }: ExitScene): Promise<Way> {
  const path = 'instant-then-instant';
  const { atLeast: sure } = first;
  const amount = sure ?? first.expected;
  const quoted = await attempt(() =>
    Promise.all([first.expected, amount].map((each) => quoteSale(each, services))),
  );
  if (isProblemError(quoted)) return { path, refusal: quoted };
  const [expected = 0n, bought = 0n] = quoted;
  const fees = listRouterFees(means);
  const costs = [...first.costs, ...fees];
  const least = sayLeast((bought * (BPS - BigInt(MARKET_SLIPPAGE_BPS))) / BPS);
  const body = { strategy: 'sol-liquid-stake', wallet, kind: 'instant', amount: print('raSOL', amount) };
  return {
    path,
    via: `${first.via}, router token`,
    transactions: 2,
    asset: 'SOL',
    expected: less(expected, sumCosts(costs)),
    atLeast: sure === undefined ? undefined : less(least, sumCosts(costs)),
    costs,
    availableAt: null,
    next: [
      ...first.next,
      printCall(
        'unstake',
        'Once the first is confirmed: sells the raSOL for SOL. amount is the least that the first was to bring when this was asked; a trade in between can make it less. Replace it by what arrived, or by max where the wallet has no other raSOL.',
        { ...body, ...(sure !== undefined && { minReceive: print('SOL', least) }) },
      ),
    ],
  };
}

/** The ways out of raSOL Max. */
export const exits: ExitSource = { takes: 'amount', asset: 'raSOLMax', find };
