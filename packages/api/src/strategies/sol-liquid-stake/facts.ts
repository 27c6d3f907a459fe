import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { FigureUnavailable } from '../../problems/faults.ts';
import { readAccounts } from '../../upstreams/ledger/client.ts';
import { readCapturedLoss } from '../../yields/captures.ts';
import {
  exactQuotient,
  findPercentOfFraction,
  HISTORY_BUDGET,
  HISTORY_EPOCHS,
  LIVE_BUDGET,
  printQuotient,
  readSettledPool,
  requirePercent,
  type YieldServices,
} from '../../yields/figures.ts';
import { createEpochHistory } from '../../yields/history.ts';
import { programRisk } from '../options.ts';
import type { Catalog, Strategy, StrategyFigures } from '../strategy.ts';

const catalog: Catalog<'sol-liquid-stake'> = {
  asset: 'SOL',
  title: 'Liquid',
  blurb: 'Turn SOL into raSOL, a token that gains value with every epoch.',
  intro:
    'The router turns your SOL into raSOL, the receipt of a stake pool. The number of raSOL you hold stays the same while the SOL each one redeems for grows with staking rewards. You can hold it, move it or use it elsewhere in the meantime.',
  steps: [
    { ord: '1', lead: 'Stake', tail: 'One transaction swaps SOL for raSOL at the best route.' },
    { ord: '2', lead: 'Hold', tail: 'raSOL gains value against SOL every epoch; use it freely.' },
    {
      ord: '3',
      lead: 'Leave',
      tail: 'Swap back at once, or redeem into a stake account without price impact.',
    },
  ],
  trust: ['Tokens stay in your wallet', 'Value accrues in the token', 'Two ways out'],
  actions: {
    stake: {
      kinds: ['mint'],
      notes: 'Broadcast with route=router and hand back routerKind and router_order unchanged.',
    },
    unstake: {
      kinds: ['instant', 'slow'],
      notes:
        'instant swaps raSOL to SOL at once at the market price. slow redeems raSOL for a native stake account of yours, which then deactivates and is withdrawn like any other.',
    },
  },
};

export const liquidFacts: Omit<Strategy<'sol-liquid-stake'>, 'actions'> = {
  key: 'sol-liquid-stake',
  catalog,
  risks: [
    programRisk('stake pool'),
    {
      code: 'MARKET_PRICE',
      detail: 'At once, raSOL is worth what the market pays, which may be less than the pool holds for it.',
    },
  ],
  needs: ['ledger', 'router'],
  describe(live, { config }) {
    const { solMint: assetMint, rasolMint: receiptMint } = config.deployment;
    const onchain = { assetMint, receiptMint, receiptSymbol: 'raSOL' } as const;
    return { strategy: { key: 'sol-liquid-stake', ...catalog, status: 'live', live, onchain } };
  },
};

/**
 * Reads SOL per raSOL: `total_lamports / pool_token_supply` of the stake pool, as of its last update, deposit or withdrawal.
 *
 * @throws {FigureUnavailable} unless the pool's program owns the pool of the deployment, and raSOL is its token.
 */
async function readExchangeRate(services: YieldServices): Promise<number> {
  const { rasolMint, stakePool } = services.config.deployment;
  const account = (await readAccounts([stakePool.address], services))(stakePool.address);
  if (account?.owner !== stakePool.program) throw new FigureUnavailable('no stake pool there');
  const pool = STAKE_POOL_CODEC.decode(account.data);
  if (pool.poolMint !== rasolMint) throw new FigureUnavailable('the pool of another token');
  return exactQuotient(pool.totalLamports, pool.poolTokenSupply);
}

/** Figures of raSOL: APY as the router computes it by epoch, the rate of the pool, and its captures. */
export const liquidFigures: StrategyFigures = {
  apy: {
    async live(services) {
      const { rasolMint } = services.config.deployment;
      const [newest] = await services.lst.yields(rasolMint, 1, LIVE_BUDGET);
      if ((newest?.apy ?? 0) < 0) return await readCapturedLoss('sol-liquid-stake', services);
      return requirePercent(findPercentOfFraction(newest?.apy));
    },
    history: createEpochHistory('sol-liquid-stake', ({ lst, config }) =>
      lst.yields(config.deployment.rasolMint, HISTORY_EPOCHS, HISTORY_BUDGET),
    ),
  },
  exchangeRate: readExchangeRate,
  capture: {
    // Once the pool has been updated in the epoch.
    async read(services) {
      const { pool, epoch, measuredAt } = await readSettledPool(services);
      const worth = printQuotient(pool.totalLamports, pool.poolTokenSupply);
      return { epoch, measuredAt, assetPerReceipt: worth, worthPerReceipt: worth };
    },
  },
  apyTerms: {
    basis: 'After the commissions of the validators and the fee of the pool on rewards.',
    method: "Growth of raSOL's redemption rate, compounded over the epochs of a year.",
    window: 'The newest epoch that has ended.',
    source: 'The router of this deployment.',
  },
  programs: ['stakePool', 'routerPrograms'],
  knowsInstant: false,
};
