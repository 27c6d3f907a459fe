import { anchored, type ProgramFormat } from './instruction-format.ts';

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

/** The swap aggregator, both versions of its routes. */
export const JUPITER: ProgramFormat = {
  name: 'Jupiter',
  instructions: [
    anchored('route', PLAN, OWN_1),
    anchored('shared_accounts_route', SHARED_PLAN, SHARED_1),
    anchored('exact_out_route', PLAN, OWN_1),
    anchored('shared_accounts_exact_out_route', SHARED_PLAN, SHARED_1),
    anchored('route_v2', EXACT_IN, OWN_2),
    anchored('shared_accounts_route_v2', ['u8 authority', ...EXACT_IN], SHARED_2),
    anchored('exact_out_route_v2', EXACT_OUT, OWN_2),
    anchored('shared_accounts_exact_out_route_v2', ['u8 authority', ...EXACT_OUT], SHARED_2),
  ],
};
