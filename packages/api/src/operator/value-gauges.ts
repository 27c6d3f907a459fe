import { ASSET_DECIMALS, STRATEGY_KEYS } from '@staking-agent/wire';
import { Gauge, type Registry } from 'prom-client';
import { SPANS, STAKED_ASSETS, type ValueLimits } from '../builds/value-limits.ts';

/**
 * Adds the gauges of the operator's value limits, in the strategies' assets, with the precision of a float.
 *
 * @returns what sets them; a strategy without a limit has none.
 */
export function createValueGauges(
  registry: Registry,
): (limits: ValueLimits, used: ReadonlyMap<string, bigint>) => void {
  const registers = [registry];
  const limit = new Gauge({
    name: 'staking_value_limit',
    help: "Most of the strategy's asset in one transaction, or in an hour.",
    labelNames: ['strategy', 'span'],
    registers,
  });
  const taken = new Gauge({
    name: 'staking_value_hour_used',
    help: "What was staked of the strategy's asset within the hour that its limit is for, on all replicas.",
    labelNames: ['strategy'],
    registers,
  });
  return (limits, used) => {
    limit.reset();
    taken.reset();
    for (const strategy of STRATEGY_KEYS) {
      const unit = 10 ** ASSET_DECIMALS[STAKED_ASSETS[strategy]];
      for (const span of SPANS) {
        const most = limits[strategy][span];
        if (most !== undefined) limit.set({ strategy, span }, Number(most) / unit);
      }
      if (limits[strategy].hour !== undefined) {
        taken.set({ strategy }, Number(used.get(strategy) ?? 0n) / unit);
      }
    }
  };
}
