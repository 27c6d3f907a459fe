import { BASE_PATH, type BroadcastBody, OPERATIONS, type StrategyKey } from '@staking-agent/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

const BUILDS: ReadonlyMap<string, string> = new Map(
  [OPERATIONS.stake, OPERATIONS.unstake, OPERATIONS.withdraw].map(({ path, id }) => [
    `${BASE_PATH}${path}`,
    id,
  ]),
);
const BROADCAST = `${BASE_PATH}${OPERATIONS.broadcast.path}`;
/** The strategy whose stake accounts `withdraw` empties; its body names none. */
const WITHDRAW_STRATEGY: StrategyKey = 'sol-native-stake';

/** Counts every answer, and what it was about. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions;
    const { statusCode } = reply;
    const { problem, isReplay } = request.result ?? {};
    metrics.onAnswer(route, statusCode, reply.elapsedTime / 1_000);
    if (problem !== undefined) metrics.onProblem(problem.slug, problem.code);
    if (isReplay) metrics.onReplay(route);
    else countWork(route, request, reply, metrics);
    done();
  });
}

// A replay does no work of its own.
function countWork(route: string, request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const build = BUILDS.get(route);
  if (build !== undefined && reply.statusCode === 200) {
    // What was built is of a strategy there is, so the name is one of a few.
    const { strategy = WITHDRAW_STRATEGY } = Object(request.body) as { strategy?: string };
    metrics.onBuild(build, build === OPERATIONS.withdraw.id ? WITHDRAW_STRATEGY : strategy);
  }
  if (route !== BROADCAST || request.method !== 'POST') return;
  const { route: asked } = Object(request.body) as Partial<BroadcastBody>;
  const outcome = reply.statusCode === 200 ? 'accepted' : (request.result?.problem?.outcome ?? 'refused');
  metrics.onBroadcast(asked === 'router' ? 'router' : 'rpc', outcome);
}
