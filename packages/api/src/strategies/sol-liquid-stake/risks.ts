import type { OptionRisk } from '@staking-agent/wire';
import { programRisk } from '../program-risk.ts';

/** What can go wrong with it. Facts, no rating. */
export const risks: readonly OptionRisk[] = [
  programRisk('stake pool'),
  {
    code: 'MARKET_PRICE',
    detail: 'At once, raSOL is worth what the market pays, which may be less than the pool holds for it.',
  },
];
