import { instruction, type ProgramFormat } from './instruction-format.ts';

// In the first version the amounts follow a route plan that only the bounded proof reads; the second has them in front.
const PLAN = ['rest plan and amounts'] as const;
const SHARED_PLAN = ['u8 authority', 'rest plan and amounts'] as const;
const EXACT_IN = [
  'u64 amount in',
  'u64 quoted out',
  'u16 slippage',
  'u16 platform fee',
  'u16 shared gain',
  'rest plan',
] as const;
const EXACT_OUT = [
  'u64 amount out',
  'u64 quoted in',
  'u16 slippage',
  'u16 platform fee',
  'u16 shared gain',
  'rest plan',
] as const;

const OWN_1 = [
  '- token program',
  's user',
  'w source',
  'w destination',
  '- further destination',
  '- destination mint',
  '- platform fee account',
] as const;
const SHARED_1 = [
  '- token program',
  '- program authority',
  's user',
  'w source',
  'w program source',
  'w program destination',
  'w destination',
  '- source mint',
  '- destination mint',
] as const;
const OWN_2 = [
  's user',
  'w source',
  'w destination',
  '- source mint',
  '- destination mint',
  '- source token program',
  '- destination token program',
  '- further destination',
] as const;
const SHARED_2 = [
  '- program authority',
  's user',
  'w source',
  'w program source',
  'w program destination',
  'w destination',
  '- source mint',
  '- destination mint',
] as const;

const SOLD = 'Swaps what {source} holds into {destination} over a route of markets.';
const SOLD_FOR =
  'Sells {amount in of source mint} for a quoted {quoted out of destination mint} into {destination}, at most {slippage} hundredths of a percent less.';
const BOUGHT =
  'Buys {amount out of destination mint} into {destination} for a quoted {quoted in of source mint}, at most {slippage} hundredths of a percent more.';

/** The swap aggregator, both versions of its routes. */
export const JUPITER: ProgramFormat = {
  name: 'Jupiter',
  instructions: [
    instruction('Route', 'e517cb977ae3ad2a', PLAN, OWN_1, SOLD),
    instruction('SharedAccountsRoute', 'c1209b3341d69c81', SHARED_PLAN, SHARED_1, SOLD),
    instruction('ExactOutRoute', 'd033ef977b2bed5c', PLAN, OWN_1, SOLD),
    instruction('SharedAccountsExactOutRoute', 'b0d169a89a7d453e', SHARED_PLAN, SHARED_1, SOLD),
    instruction('RouteV2', 'bb64facc31c4af14', EXACT_IN, OWN_2, SOLD_FOR),
    instruction(
      'SharedAccountsRouteV2',
      'd19853937cfed8e9',
      ['u8 authority', ...EXACT_IN],
      SHARED_2,
      SOLD_FOR,
    ),
    instruction('ExactOutRouteV2', '9d8ab85215f4f324', EXACT_OUT, OWN_2, BOUGHT),
    instruction(
      'SharedAccountsExactOutRouteV2',
      '3560e5cad8bbfa18',
      ['u8 authority', ...EXACT_OUT],
      SHARED_2,
      BOUGHT,
    ),
  ],
};
