import type { OptionRisk } from '@staking-agent/wire';

/** What can go wrong with it. Facts, no rating. */
export const risks: readonly OptionRisk[] = [
  { code: 'VALIDATOR', detail: 'A validator that does not vote earns nothing.' },
  {
    code: 'COOLDOWN',
    detail: 'Active stake leaves at the end of an epoch, or at once at the price of the market.',
  },
];
