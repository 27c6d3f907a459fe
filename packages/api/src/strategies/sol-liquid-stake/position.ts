import type { Deployment } from '@staking-agent/chain/deployment';
import { applyFee, lamportsForPoolTokens, type StakePool } from '@staking-agent/chain/stake-pool';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/token';
import { getOwnFee } from '../../builds/ranges.ts';
import { toQuantity } from '../../runtime/json.ts';
import { printQuotient } from '../../yields/figures.ts';
import { decodePool } from '../facts.ts';
import { less, listFees, quoteSale, redeemReceipt, sumCosts, sumLost, tryWay } from '../options.ts';
import { COMPUTE_UNIT_LIMITS } from '../sol-native-stake/messages.ts';
import {
  type AmountScene,
  type DescribeUndo,
  type ExitSource,
  type FindHolding,
  type HoldingTerms,
  type LeaveAtOnce,
  printCall,
  type Way,
} from '../strategy.ts';

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
  const { wallet, amount, means, cooldownEnd: availableAt } = scene;
  const body = { strategy: 'sol-liquid-stake', wallet, amount } as const;
  const description =
    'Withdraws everything, once it has cooled down. Add stakeAccount: the account that the answer to the first call names.';
  const withdrawal = {
    costs: listFees(getOwnFee(COMPUTE_UNIT_LIMITS.withdraw, means.dearest, means), means),
    availableAt,
    call: { ...printCall('withdraw', description, { wallet }), availableAt },
  };
  return await Promise.all([
    tryWay('SOL', { ...body, kind: 'instant' }, scene, 'Sells the raSOL for SOL, at once.'),
    tryWay(
      'SOL',
      { ...body, kind: 'slow' },
      scene,
      'Turns the raSOL into a stake account of the wallet, which begins to cool down.',
      withdrawal,
    ),
  ]);
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
