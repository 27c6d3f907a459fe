import type { OptionRisk, StrategyKey } from '@staking-agent/wire';

const PROGRAM = (name: string): OptionRisk => ({
  code: 'PROGRAM',
  detail: `The ${name} can have a defect, or be changed by whoever may upgrade it.`,
});

/** What can go wrong with each strategy. Facts, no rating. */
export const RISKS: Readonly<Record<StrategyKey, readonly OptionRisk[]>> = {
  'sol-native-stake': [
    { code: 'VALIDATOR', detail: 'A validator that does not vote earns nothing.' },
    {
      code: 'COOLDOWN',
      detail: 'Active stake leaves at the end of an epoch, or at once at the price of the market.',
    },
  ],
  'sol-liquid-stake': [
    PROGRAM('stake pool'),
    {
      code: 'MARKET_PRICE',
      detail: 'At once, raSOL is worth what the market pays, which may be less than the pool holds for it.',
    },
  ],
  'sol-leveraged-stake': [
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
    PROGRAM('vault, its adaptor, the lender or the stake pool'),
  ],
  'usdc-earn': [
    {
      code: 'LENDING',
      detail:
        'The vault lends USDC out: borrowers can fail, and what is lent out may take time to come back.',
    },
    PROGRAM('vault, or a lending market,'),
  ],
};
