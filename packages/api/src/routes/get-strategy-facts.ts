import type { ApyFacts, LiquidityFacts, StrategyFactsAnswer } from '@staking-agent/wire';
import { type FactsReading, toLedgerMoment } from '../answers/facts.ts';
import { BOUNDLESS } from '../builds/ranges.ts';
import { toQuantity } from '../runtime/json.ts';
import { listRealised, printPercent } from '../strategies/facts.ts';
import { requireLiveStrategy } from '../strategies/prepare.ts';
import type { AnyLiveStrategy } from '../strategies/strategy.ts';
import { FIGURE_TIMES } from '../yields/figures.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

const WITHOUT_CAPTURES = {
  member: 'apy.realised',
  reason:
    'The database of this service does not answer: what was realised, and what of leverage is inferred from it, is not known at present.',
};

/** `GET /strategies/{key}/facts`: what a strategy rests on at present. */
export async function getStrategyFacts(
  { params }: Ask<'getStrategyFacts'>,
  services: RoutePorts,
): Promise<StrategyFactsAnswer> {
  const strategy = requireLiveStrategy(params.key, services);
  const reading = await services.readFacts(strategy);
  const { slot, clock, shown, programs } = reading;
  return {
    strategy: strategy.key,
    asOf: toLedgerMoment(slot, clock),
    apy: describeApy(strategy, reading, services),
    liquidity: describeLiquidity(reading),
    fees: [...shown.fees],
    programs: programs.map(([name, address, version]) => ({
      name,
      address,
      upgradeAuthority: version?.upgradeAuthority ?? null,
      lastDeployedSlot: version === undefined ? null : String(version.deploySlot),
    })),
    leverage: shown.leverage,
    missing: reading.captures === undefined ? [WITHOUT_CAPTURES] : [],
  };
}

function describeApy(
  { key, actions }: AnyLiveStrategy,
  { captures }: FactsReading,
  { figures, clock, usdcWindow }: RoutePorts,
): ApyFacts {
  const { basis, method, source, window } = actions.facts.apy;
  const { apy: percent } = figures.listed(key);
  const age = figures.ages(key).apy;
  return {
    percent: printPercent(percent),
    basis,
    method,
    window: typeof window === 'string' ? window : window({ usdcWindow }),
    source,
    readAt: age === undefined ? null : new Date(clock.now() - age).toISOString(),
    ageSeconds: age === undefined ? null : Math.floor(age / 1_000),
    isStale: age === undefined || age > FIGURE_TIMES.every + FIGURE_TIMES.retry,
    realised: listRealised(captures ?? []),
  };
}

function describeLiquidity({ range, shown }: FactsReading): LiquidityFacts {
  const { asset, capacityLeft, exits } = range;
  const instant = exits.find(({ kind }) => kind === 'instant');
  const known = shown.knowsInstant && instant?.takes === 'amount' ? instant : undefined;
  const most = known?.bounds.isOpen === true ? known.bounds.most : 0n;
  return {
    instant: known === undefined || most >= BOUNDLESS ? null : toQuantity(known.asset, most),
    idle: shown.idle,
    capacityLeft: capacityLeft === undefined ? null : toQuantity(asset, capacityLeft),
  };
}
