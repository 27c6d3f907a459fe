import type { Deployment } from '@staking-agent/chain/deployment';
import { applyFee, lamportsForPoolTokens, type StakePool } from '@staking-agent/chain/stake-pool';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/token';
import { decodePool } from '../../builds/pool-floor.ts';
import { toQuantity } from '../../runtime/json.ts';
import { printQuotient } from '../../yields/figures.ts';
import {
  type AmountScene,
  askLeast,
  type ExitDraft,
  type ExitScene,
  type ExitSource,
  estimateRewards,
  type LeaveAtOnce,
  less,
  listFees,
  quoteSale,
  readReceived,
  redeemReceipt,
  sumCosts,
  sumLost,
  type TriedBuild,
  tryWay,
  type Way,
} from '../options.ts';
import { COMPUTE_UNIT_LIMITS } from '../sol-native-stake/messages.ts';
import { type DescribeUndo, type FindHolding, type HoldingTerms, printCall } from '../strategy.ts';

/** raSOL of a wallet: worth what the pool holds for it, as of the pool's last update. */
export function createFindHolding(deployment: Deployment): FindHolding {
  const { rasolMint, stakePool } = deployment;
  return async (wallet) => {
    const account = await findAssociatedTokenAddress(wallet, rasolMint);
    return {
      addresses: [account, stakePool.address],
      describe: (read, terms) => {
        const held = decodeTokenAmount(read(account)?.data) ?? 0n;
        if (held === 0n) return [];
        const pool = decodePool(read, deployment);
        const receipt = toQuantity('raSOL', held);
        const body = { strategy: 'sol-liquid-stake', wallet, amount: receipt.amount };
        return [
          {
            strategy: 'sol-liquid-stake',
            id: rasolMint,
            state: 'active',
            receipt,
            value: toQuantity('SOL', lamportsForPoolTokens(pool, held)),
            rate: printQuotient(pool.totalLamports, pool.poolTokenSupply),
            warnings: [],
            next: [
              printCall('unstake', 'Exit at once: the router sells all raSOL for SOL.', {
                ...body,
                kind: 'instant',
              }),
              ...(canSplitOff(pool, held, terms)
                ? [
                    printCall('unstake', 'Exit slowly: all raSOL becomes a stake account that cools down.', {
                      ...body,
                      kind: 'slow',
                    }),
                  ]
                : []),
            ],
          },
        ];
      },
    };
  };
}

/** Checks that pool tokens redeem for at least the minimum delegation, the least that the stake program splits off. */
function canSplitOff(pool: StakePool, tokens: bigint, terms: HoldingTerms): boolean {
  const fee = applyFee(pool.stakeWithdrawalFee, tokens, 'up');
  return terms !== undefined && lamportsForPoolTokens(pool, tokens - fee) >= terms.minimumDelegation;
}

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

/** Says how a stake can be undone. */
export const describeUndo: DescribeUndo = ({ wallet, receive }) => ({
  isPossible: true,
  description:
    'Sell the raSOL for SOL at the market, at once, or turn it into a stake account that cools down.',
  next: [
    printCall(
      'unstake',
      'Sells at the market. amount is the least that arrives; replace it by what was received.',
      {
        strategy: 'sol-liquid-stake',
        wallet,
        kind: 'instant',
        amount: receive?.atLeast?.amount,
      },
    ),
  ],
});

/** The market buys the raSOL, for the fee that the router bids now: it has just made the stake. */
export const leaveAtOnce: LeaveAtOnce = async (entered, scene) => {
  const { costs } = entered.receipt;
  const bought = await quoteSale(redeemReceipt(entered, scene), scene.services);
  return less(bought, sumLost(costs) + sumCosts(costs.filter(({ kind }) => kind !== 'rent')));
};
