import type { Flows } from './create-flows.ts';

/** Every flow, so that one without a name here does not compile. */
const FLOWS: Readonly<Record<keyof Flows, true>> = {
  stakeAndConfirm: true,
  unstakeAndConfirm: true,
  withdrawAndConfirm: true,
  withdrawWhenReady: true,
  splitAndConfirm: true,
  mergeAndConfirm: true,
  confirmBuild: true,
  exitToSol: true,
};

/** The names of the flows. */
export const FLOW_NAMES = Object.keys(FLOWS) as readonly (keyof Flows)[];
