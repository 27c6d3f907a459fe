import type { Flows } from './create-flows.ts';

/** The names of the flows. */
export const FLOW_NAMES = [
  'stakeAndConfirm',
  'unstakeAndConfirm',
  'withdrawAndConfirm',
  'withdrawWhenReady',
  'exitToSol',
] as const satisfies readonly (keyof Flows)[];
