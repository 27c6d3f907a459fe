import type { Deployment } from '@staking-agent/chain/deployment';
import { lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import { ASSET_DECIMALS, formatAmount, type PositionWarning } from '@staking-agent/wire';
import { BOUNDLESS, exitNearest, getOwnFee, getRouterFee } from '../../builds/ranges.ts';
import { attempt } from '../../problems/faults.ts';
import { isProblemError } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import { decodePool } from '../facts.ts';
import { requireAddress } from '../fields.ts';
import {
  less,
  listFees,
  MARKET_SLIPPAGE_BPS,
  quoteSale,
  redeemReceipt,
  sayLeast,
  sumCosts,
  sumLost,
  tryWay,
} from '../options.ts';
import {
  type AmountScene,
  type DescribeUndo,
  type ExitDraft,
  type ExitScene,
  type ExitSource,
  type FindHolding,
  type LeaveAtOnce,
  printCall,
  type Quote,
  type Way,
} from '../strategy.ts';
import { printLpRate, redeemLp } from '../vault.ts';
import {
  decodeExit,
  type ExitReading,
  locateExit,
  readExit,
  requireLpAmount,
  UNIT_LIMITS,
} from './checks.ts';
import { findExitBounds } from './facts.ts';
import { type ExitPlan, isRouted, planExit, quoteThroughRouter } from './flash-exit.ts';

/** raSOL Max LP of a wallet: worth the raSOL that the vault would pay for it now, in SOL by the pool's last update. */
export function createFindHolding(deployment: Deployment): FindHolding {
  return async (wallet) => {
    const located = await locateExit(wallet, deployment);
    return {
      addresses: [deployment.stakePool.address, ...located.addresses],
      describe: (read) => {
        const reading = decodeExit(read, located);
        const { userLp: held = 0n, state, now } = reading.vault;
        if (held === 0n) return [];
        const pool = decodePool(read, deployment);
        const exit = tryExit(held, reading);
        const receipt = toQuantity('raSOLMax', held);
        const price = { worth: pool.totalLamports, of: pool.poolTokenSupply };
        return [
          {
            strategy: 'sol-leveraged-stake',
            id: located.accounts.vaultLpMint,
            state: 'active',
            receipt,
            value: toQuantity('SOL', lamportsForPoolTokens(pool, redeemLp(state, held, now))),
            rate: printLpRate(state, now, 'raSOL', price),
            ...('path' in exit && { exitPath: exit.path }),
            warnings: 'path' in exit ? [] : [exit],
            next:
              'path' in exit
                ? [
                    printCall('unstake', 'Exit at once: all raSOL Max is burned for raSOL.', {
                      strategy: 'sol-leveraged-stake',
                      wallet,
                      kind: 'instant',
                      amount: receipt.amount,
                    }),
                  ]
                : [],
          },
        ];
      },
    };
  };
}

function tryExit(lp: bigint, reading: ExitReading): ExitPlan | PositionWarning {
  try {
    return planExit(lp, reading);
  } catch (error) {
    if (!isProblemError(error)) throw error;
    return { code: 'EXIT_NOT_POSSIBLE', detail: error.message };
  }
}

const BPS = 10_000n;

/** Finds the ways out of raSOL Max: to raSOL, and from there to SOL at the market. */
async function find(scene: AmountScene): Promise<readonly Way[]> {
  const body = {
    strategy: 'sol-leveraged-stake',
    wallet: scene.wallet,
    kind: 'instant',
    amount: scene.amount,
  } as const;
  const first = await tryWay('raSOL', body, scene, 'Burns the raSOL Max for raSOL, at once.');
  if ('refusal' in first) return [first, { ...first, path: 'instant-then-instant' }];
  return [first, await sellOn(first, scene)];
}

/** Adds the sale of the first step's raSOL at the market; the guaranteed amount of raSOL decides the minimum. */
async function sellOn(first: ExitDraft, { wallet, means, services }: ExitScene): Promise<Way> {
  const path = 'instant-then-instant';
  const { atLeast: sure } = first;
  const amount = sure ?? first.expected;
  const quoted = await attempt(() =>
    Promise.all([first.expected, amount].map((each) => quoteSale(each, services, sure !== undefined))),
  );
  if (isProblemError(quoted)) return { path, refusal: quoted };
  const [expected = 0n, bought = 0n] = quoted;
  const costs = [...first.costs, ...listFees(getRouterFee(means), means)];
  const least = sayLeast((bought * (BPS - BigInt(MARKET_SLIPPAGE_BPS))) / BPS);
  const body = {
    strategy: 'sol-liquid-stake',
    wallet,
    kind: 'instant',
    amount: toQuantity('raSOL', amount).amount,
  };
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
        { ...body, ...(sure !== undefined && { minReceive: toQuantity('SOL', least).amount }) },
      ),
    ],
  };
}

/** The ways out of raSOL Max. */
export const exits: ExitSource = { takes: 'amount', asset: 'raSOLMax', find };

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = ({ wallet, receive }) => ({
  isPossible: true,
  description:
    'Burn the raSOL Max for raSOL at once, out of idle funds or through a flash loan, then sell the raSOL: two transactions. The answer to the first describes the second.',
  next: [
    printCall(
      'unstake',
      'Burns raSOL Max. amount is the least that arrives; replace it by what was received.',
      {
        strategy: 'sol-leveraged-stake',
        wallet,
        kind: 'instant',
        amount: receive?.atLeast?.amount,
        outputAsset: 'SOL',
      },
    ),
  ],
});

/** An exit to raSOL, which the market buys for the most that the router may bid. */
export const leaveAtOnce: LeaveAtOnce = async (entered, scene) => {
  const { means, services } = scene;
  const bought = await quoteSale(redeemReceipt(entered, scene), services);
  const own = getOwnFee(UNIT_LIMITS.flashExit, means.price('sol-leveraged-stake'), means);
  return less(bought, sumLost(entered.receipt.costs) + own + getRouterFee(means));
};

/**
 * Previews burning raSOL Max LP: the path and payout that a build at the same moment has.
 *
 * It ignores whether the wallet holds the LP, so that any amount can be priced.
 *
 * @throws {ProblemError} as the build does.
 */
export const quote: Quote<'sol-leveraged-stake'> = async (body, services) => {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const lp = requireLpAmount(body.amount);
  const reading = await readExit(wallet, services);
  const plan = await exitNearest(
    { amount: lp, asset: 'raSOLMax' },
    () => findExitBounds(BOUNDLESS, reading),
    async () => planExit(lp, { ...reading, vault: { ...reading.vault, userLp: lp } }),
  );
  const { path, payout } = isRouted(plan) ? await quoteThroughRouter(plan, services) : plan;
  return {
    strategy: 'sol-leveraged-stake',
    kind: 'instant',
    inAsset: 'raSOL Max',
    outAsset: 'raSOL',
    inAmount: body.amount ?? formatAmount(lp, ASSET_DECIMALS.raSOLMax),
    outAmount: formatAmount(payout, ASSET_DECIMALS.raSOL),
    path,
  };
};
