import type { OptionRisk } from '@staking-agent/wire';
import { programRisk } from '../program-risk.ts';

/** What can go wrong with it. Facts, no rating. */
export const risks: readonly OptionRisk[] = [
  {
    code: 'LENDING',
    detail: 'The vault lends USDC out: borrowers can fail, and what is lent out may take time to come back.',
  },
  programRisk('vault, or a lending market,'),
];
