import { STRATEGY_KEYS } from '@staking-agent/wire';

/** What an operator can stop: calls to an upstream for builds and broadcasts, or everything about a strategy. */
export const STOP_TARGETS = ['router', 'vault-provider', ...STRATEGY_KEYS] as const;

/** One of {@link STOP_TARGETS}. */
export type StopTarget = (typeof STOP_TARGETS)[number];
