import {
  API_VERSION,
  SERVICE_NAME,
  STRATEGY_KEYS,
  type StatusAnswer,
  type StrategyKey,
} from '@staking-agent/wire';
import type { Clock } from '../runtime/clock.ts';
import type { Feed } from '../runtime/feed.ts';
import type { Switches } from '../store/operator.ts';
import { getStrategyStatus, type StrategyRegistry } from '../strategies/prepare.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import type { LiveFigures } from '../yields/figures.ts';
import type { UpstreamState, UpstreamStates } from './upstream-states.ts';

/** What the status is read from; all of it is in memory, and reading wakes nothing. */
export type StatusPorts = StrategyRegistry & {
  readonly config: { readonly commit: string };
  readonly clock: Pick<Clock, 'now'>;
  readonly upstreamStates: Pick<UpstreamStates, 'list'>;
  readonly switches: Pick<Switches, 'list'>;
  readonly figures: Pick<LiveFigures, 'ages'>;
  readonly blockhash: Pick<BlockhashFeed, 'age' | 'isFresh'>;
  readonly stakeTerms: Pick<Feed<StakeTerms>, 'look' | 'isFresh'>;
  /** When the process began, milliseconds since the epoch. */
  readonly startedAt: number;
};

/** Describes the status of the service, as this process has observed it. */
export function describeStatus(services: StatusPorts): StatusAnswer {
  const { config, clock, upstreamStates, switches } = services;
  const upstreams = upstreamStates.list();
  const stops = switches.list();
  const feeds = describeFeeds(services);
  const strategies = STRATEGY_KEYS.map((key) => describeStrategy(key, upstreams, services));
  const isWhole =
    stops.length === 0 &&
    upstreams.every(({ state }) => state !== 'failing') &&
    feeds.every(({ isFresh }) => isFresh);
  const canBuild = feeds.find(({ name }) => name === 'blockhash')?.isFresh ?? false;
  return {
    state: canBuild ? (isWhole ? 'ok' : 'impaired') : 'down',
    service: SERVICE_NAME,
    version: API_VERSION,
    commit: config.commit,
    time: printTime(clock.now()),
    upstreams: upstreams.map(({ name, state, since, lastSuccess }) => ({
      name,
      state,
      since: printTimeOrNull(since),
      lastSuccess: printTimeOrNull(lastSuccess),
    })),
    strategies,
    feeds,
    stops: stops.map(({ target, since }) => ({ target, since: printTime(since) })),
  };
}

function describeStrategy(
  key: StrategyKey,
  upstreams: readonly UpstreamState[],
  services: StatusPorts,
): StatusAnswer['strategies'][number] {
  const { figures, strategies, switches, startedAt } = services;
  const stops = switches.list();
  const ages = figures.ages(key);
  const figureAges = { apy: toSeconds(ages.apy), exchangeRate: toSeconds(ages.exchangeRate) };
  const stop = stops.find(({ target }) => target === key);
  if (stop !== undefined) {
    return { key, state: 'stopped', since: printTime(stop.since), lacks: [], figureAges };
  }
  if (getStrategyStatus(strategies[key], services) !== 'live') {
    return { key, state: 'coming_soon', since: printTime(startedAt), lacks: [], figureAges };
  }
  const lacking = strategies[key].needs.flatMap((name) => {
    const stopped = stops.find(({ target }) => target === name)?.since;
    const failing = upstreams.find((each) => each.name === name && each.state === 'failing')?.since;
    const since = stopped ?? failing;
    return since === undefined ? [] : [{ name, since }];
  });
  const since = lacking.length === 0 ? startedAt : Math.min(...lacking.map((each) => each.since));
  return {
    key,
    state: lacking.length === 0 ? 'live' : 'impaired',
    since: printTime(since),
    lacks: lacking.map(({ name }) => name),
    figureAges,
  };
}

function describeFeeds({ blockhash, stakeTerms }: StatusPorts): StatusAnswer['feeds'] {
  return [
    { name: 'blockhash', ageSeconds: toSeconds(blockhash.age()), isFresh: blockhash.isFresh() },
    { name: 'stake terms', ageSeconds: toSeconds(stakeTerms.look()?.age), isFresh: stakeTerms.isFresh() },
  ];
}

/** One decimal place: more would be news with every look. */
function toSeconds(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : Math.round(milliseconds / 100) / 10;
}

function printTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function printTimeOrNull(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : printTime(milliseconds);
}
