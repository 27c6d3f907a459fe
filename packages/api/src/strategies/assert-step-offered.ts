import type { StrategyKey } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';

/** The strategies that can be left in two steps. */
const HAS_STEPS: Readonly<Record<StrategyKey, boolean>> = {
  'sol-native-stake': false,
  'sol-liquid-stake': false,
  'sol-leveraged-stake': false,
  'usdc-earn': true,
};

/** Refuses a `step` for a strategy without steps; the strategy itself checks which steps exist. */
export function assertStepOffered(step: string | undefined, strategy: StrategyKey): void {
  if (step === undefined || HAS_STEPS[strategy]) return;
  throw problem('STEP_NOT_OFFERED', { step, reason: `${strategy} is left without steps, leave step out` });
}
