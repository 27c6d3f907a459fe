import { STRATEGY_ASSETS, type StrategyKey } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';

/** Refuses a `step` for a strategy without steps; the strategy itself checks which steps exist. */
export function assertStepOffered(step: string | undefined, strategy: StrategyKey): void {
  if (step === undefined || STRATEGY_ASSETS[strategy].hasSteps) return;
  throw problem('STEP_NOT_OFFERED', { step, reason: `${strategy} is left without steps, leave step out` });
}
