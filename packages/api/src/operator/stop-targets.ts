import { STRATEGY_KEYS } from '@staking-agent/wire';

/** Stops every build and broadcast; replicas stop it themselves where the database was set back to an older state. */
export const DATABASE = 'database';

/** What an operator can stop: calls to an upstream for builds and broadcasts, or everything about a strategy, or all. */
export const STOP_TARGETS = ['router', 'vault-provider', DATABASE, ...STRATEGY_KEYS] as const;

/** One of {@link STOP_TARGETS}. */
export type StopTarget = (typeof STOP_TARGETS)[number];
