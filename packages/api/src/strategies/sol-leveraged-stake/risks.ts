import type { OptionRisk } from '@staking-agent/wire';
import { programRisk } from '../program-risk.ts';

/** What can go wrong with it. Facts, no rating. */
export const risks: readonly OptionRisk[] = [
  {
    code: 'LEVERAGE',
    detail:
      'The vault borrows SOL against raSOL: where borrowing costs more than stake earns, the position shrinks by a multiple of the difference.',
  },
  {
    code: 'LIQUIDATION',
    detail: 'When raSOL falls far enough against SOL, the lender sells the collateral.',
  },
  {
    code: 'EXIT_LIQUIDITY',
    detail: 'Exits beyond the idle funds need a lender and a market that can serve them.',
  },
  programRisk('vault, its adaptor, the lender or the stake pool'),
];
