import type { Address } from '@solana/kit';
import { applyFee, lamportsForPoolTokens, type StakePool } from '@staking-agent/chain/stake-pool';
import { ASSET_DECIMALS, formatAmount, type ReceiptPosition } from '@staking-agent/wire';
import { type ProblemError, problem } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import type { StakeTerms } from '../../upstreams/ledger/feeds.ts';
import { printQuotient } from '../../yields/figures.ts';
import { less, listWithdrawalFees, quoteSale, redeemReceipt, sumCosts, sumLost, tryWay } from '../options.ts';
import { type ExitScene, printCall, refuseUndo, type StrategyPosition, type Way } from '../strategy.ts';

/**
 * Base units of raSOL below which nothing is offered: of so many, roundings by a base unit or two stay far within the
 * 0.5 % that the proof lets a router's transaction lose.
 */
export const LEAST_TOKENS = 1_000n;

/** Tells whether the pool of raSOL has been updated in the running epoch: only then it splits stake off. */
export type CurrentPool = { readonly pool: StakePool; readonly isCurrent: boolean };

/** Describes the raSOL of a wallet: worth what the pool holds for it, as of the pool's last update. */
export function describeLiquidHolding(
  wallet: Address,
  id: Address,
  held: bigint,
  { pool, isCurrent }: CurrentPool,
  terms: StakeTerms | undefined,
): ReceiptPosition {
  const isCrumb = held < LEAST_TOKENS;
  const receipt = toQuantity('raSOL', held);
  const body = { strategy: 'sol-liquid-stake', wallet, amount: receipt.amount };
  const atOnce = printCall('unstake', 'Exit at once: the router sells all raSOL for SOL.', {
    ...body,
    kind: 'instant',
  });
  const slowly = printCall('unstake', 'Exit slowly: all raSOL becomes a stake account that cools down.', {
    ...body,
    kind: 'slow',
  });
  return {
    strategy: 'sol-liquid-stake',
    id,
    state: 'active',
    receipt,
    value: toQuantity('SOL', lamportsForPoolTokens(pool, held)),
    rate: printQuotient(pool.totalLamports, pool.poolTokenSupply),
    warnings: isCrumb ? [{ code: 'EXIT_NOT_POSSIBLE', detail: tooSmall().message }] : [],
    next: isCrumb ? [] : isCurrent && canSplitOff(pool, held, terms) ? [atOnce, slowly] : [atOnce],
  };
}

/** Creates the problem of less raSOL than the market buys. */
export function tooSmall(): ProblemError {
  const least = formatAmount(LEAST_TOKENS, ASSET_DECIMALS.raSOL);
  return problem('AMOUNT_TOO_SMALL', { burned: 'raSOL', asset: 'SOL', least });
}

/** Checks that pool tokens redeem for at least the minimum delegation, the least that the stake program splits off. */
export function canSplitOff(
  pool: StakePool,
  tokens: bigint,
  terms: { readonly minimumDelegation: bigint } | undefined,
): boolean {
  const fee = applyFee(pool.stakeWithdrawalFee, tokens, 'up');
  return terms !== undefined && lamportsForPoolTokens(pool, tokens - fee) >= terms.minimumDelegation;
}

/** Finds the ways out of raSOL: the market at once, or a stake account that cools down. */
async function findExits({ amount }: { readonly amount: string }, scene: ExitScene): Promise<readonly Way[]> {
  const { wallet, means, cooldownEnd: availableAt } = scene;
  const body = { strategy: 'sol-liquid-stake', wallet, amount } as const;
  const description =
    'Withdraws everything, once it has cooled down. Add stakeAccount: the account that the answer to the first call names.';
  const withdrawal = {
    costs: listWithdrawalFees(means),
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

export const liquidPosition: StrategyPosition = {
  receipt: 'raSOL',
  exits: { takes: 'amount', asset: 'raSOL', find: findExits },
  describeUndo({ wallet, receive }) {
    if (BigInt(receive?.atLeast?.baseUnits ?? 0) < LEAST_TOKENS) return refuseUndo(tooSmall().message);
    return {
      isPossible: true,
      description:
        'Sell the raSOL for SOL at the market, at once, or turn it into a stake account that cools down.',
      next: [
        printCall(
          'unstake',
          'Sells at the market. amount is the least that arrives; replace it by what was received.',
          { strategy: 'sol-liquid-stake', wallet, kind: 'instant', amount: receive?.atLeast?.amount },
        ),
      ],
    };
  },
  // The market buys the raSOL, for the fee that the router bids now: it has just made the stake.
  async roundTripValue(stake, services) {
    const { costs } = stake.receipt;
    const bought = await quoteSale(redeemReceipt(stake), services);
    return less(bought, sumLost(costs) + sumCosts(costs.filter(({ kind }) => kind !== 'rent')));
  },
};
