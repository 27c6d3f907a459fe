import { stakePoolModel } from '../../programs/stake-pool/index.ts';
import { swapModel } from '../../programs/swap/index.ts';
import type { Tenant } from '../tenant.ts';
import { centreMarket } from './centre-market.ts';
import { describePool } from './describe.ts';
import { refillMarket, updatePool } from './keeper.ts';
import { seedPool } from './seed.ts';

/** The stake pool of raSOL and its market; keepers update the one and arbitrage the other. */
export const stakePool: Tenant = {
  programs: [stakePoolModel, swapModel],
  seed(bank, { pool }) {
    seedPool(bank, pool);
    centreMarket(bank, pool);
  },
  onEpoch({ bank, pool, isPoolKept, send }) {
    if (!isPoolKept) return;
    // What a keeper sends and the ledger refuses changes nothing: the pool stays stale, as it would anywhere.
    send(updatePool(pool));
    centreMarket(bank, pool);
    send(refillMarket(bank, pool));
  },
  describe: (ledger) => ({ stakePool: describePool(ledger) }),
};
