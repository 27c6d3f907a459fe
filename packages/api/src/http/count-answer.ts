import { BASE_PATH, OPERATIONS, type StrategyKey } from '@staking-agent/wire';
import type { Metrics } from '../builds/metrics.ts';
import type { Exchange } from './exchange.ts';

const BUILDS: ReadonlyMap<string, string> = new Map(
  [OPERATIONS.stake, OPERATIONS.unstake, OPERATIONS.withdraw].map(({ path, id }) => [
    `${BASE_PATH}${path}`,
    id,
  ]),
);
const BROADCAST = `${BASE_PATH}${OPERATIONS.broadcast.path}`;
/** The strategy whose stake accounts `withdraw` empties; its body names none. */
const WITHDRAW_STRATEGY: StrategyKey = 'sol-native-stake';

/**
 * Counts an answer, and what it was about.
 *
 * @param milliseconds - that it took.
 */
export function countAnswer(exchange: Exchange, milliseconds: number, metrics: Metrics): void {
  const { pattern: route = 'none', status, result } = exchange;
  const { problem, isReplay } = result;
  metrics.onAnswer(route, status, milliseconds / 1_000);
  if (problem !== undefined) metrics.onProblem(problem.slug, problem.code);
  if (isReplay) metrics.onReplay(route);
  else countWork(route, exchange, metrics);
}

// A replay does no work of its own.
function countWork(route: string, { method, status, body, result }: Exchange, metrics: Metrics): void {
  const build = BUILDS.get(route);
  if (build !== undefined && status === 200) {
    // Only builds of an existing strategy succeed, so the label has few values.
    const { strategy }: { strategy?: unknown } = Object(body);
    const isNamed = build !== OPERATIONS.withdraw.id && typeof strategy === 'string';
    metrics.onBuild(build, isNamed ? strategy : WITHDRAW_STRATEGY);
  }
  if (route !== BROADCAST || method !== 'POST') return;
  const { route: asked }: { route?: unknown } = Object(body);
  const outcome = status === 200 ? 'accepted' : (result.problem?.outcome ?? 'refused');
  metrics.onBroadcast(asked === 'router' ? 'router' : 'rpc', outcome);
}
