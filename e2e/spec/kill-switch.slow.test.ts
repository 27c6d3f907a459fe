import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '@staking-agent/api';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { createDataDirectory, createOperator } from '../admin.ts';
import { startReplica } from '../replica.ts';
import { type Cleanup, createFundedWallet, send, startWorld } from '../world.ts';

/**
 * Callers of each replica, each of which asks again soon after it is answered. The operator's command has its store in
 * this process too: what keeps the processor busy without a pause keeps it from connecting.
 */
const CALLERS = 2;
const PAUSE_MILLISECONDS = 50;

type Seen = {
  readonly replica: number;
  readonly strategy: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: number;
  readonly code: string | undefined;
};

/** Keeps builds of two strategies coming at every replica. */
function startLoad(services: readonly Service[], wallet: string) {
  const seen: Seen[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const call = async (replica: number, service: Service, strategy: string) => {
    const body = JSON.stringify({ strategy, wallet, amount: '1' });
    while (!isOver) {
      const startedAt = performance.now();
      const answer = await send('POST', `${service.url}/api/v1/stake`, body, {
        'content-type': 'application/json',
      });
      const endedAt = performance.now();
      seen.push({ replica, strategy, startedAt, endedAt, status: answer.status, code: answer.body?.code });
      for (const look of waiting) look();
      await sleep(PAUSE_MILLISECONDS);
    }
  };
  const calls = services.flatMap((service, replica) =>
    Array.from({ length: CALLERS }, (_, i) =>
      call(replica, service, i % 2 === 0 ? 'sol-native-stake' : 'sol-liquid-stake'),
    ),
  );
  return {
    seen,
    /** Resolves with the first answer of a kind that each replica gave to what was asked since. */
    async firstOnEach(isWanted: (each: Seen) => boolean): Promise<readonly Seen[]> {
      const since = performance.now();
      const find = () =>
        services.flatMap(
          (_, replica) =>
            seen.find((each) => each.replica === replica && each.startedAt >= since && isWanted(each)) ?? [],
        );
      await new Promise<void>((resolve) => {
        const look = () => {
          if (find().length < services.length) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
      return find();
    },
    async stop() {
      isOver = true;
      await Promise.all(calls);
    },
  };
}

async function startReplicas(t: Cleanup) {
  const DATABASE_URL = await createSharedDatabase();
  const settings = { DATABASE_URL, DATA_DIR: createDataDirectory(t), RATE_LIMITS: 'off' };
  const world = await startWorld(t, settings);
  const services = [world.service, await startReplica(t, world.sandbox, settings)];
  return { world, services, operator: createOperator({ DATABASE_URL }) };
}

test('a stop reaches two replicas under load without a restart, stays, hits nothing else, and ends', async (t: TestContext) => {
  const { world, services, operator } = await startReplicas(t);
  const { address } = await createFundedWallet(world, '50');
  const load = startLoad(services, address);
  const isBuilt = ({ status }: Seen) => status === 200;
  for (const [target, hit] of [
    ['router', 'sol-liquid-stake'],
    ['sol-native-stake', 'sol-native-stake'],
  ] as const) {
    const isHit = ({ strategy }: Seen) => strategy === hit;
    const isStopped = ({ code }: Seen) => code === 'STOPPED_BY_OPERATOR';
    await load.firstOnEach((each) => isHit(each) && isBuilt(each));
    const mark = load.seen.length;
    await operator.run('stop', target);
    const written = performance.now();
    const first = await load.firstOnEach((each) => isHit(each) && isStopped(each));
    // Now and then a replica that has refused must go on to do so, whoever asks.
    await load.firstOnEach((each) => isHit(each) && isStopped(each));
    const during = load.seen.slice(mark);
    for (const { replica, endedAt } of first) {
      const refusals = during.filter((each) => each.replica === replica && isHit(each) && isStopped(each));
      const known = Math.min(...refusals.map((each) => each.endedAt), endedAt);
      const after = during.filter(
        (each) => each.replica === replica && isHit(each) && each.startedAt > known,
      );
      assert.ok(after.length > 0 && after.every(isStopped), `${target} on ${replica}`);
      t.diagnostic(
        `${target} on replica ${replica}: refused ${Math.round(known - written)} ms after the command`,
      );
    }
    await load.firstOnEach((each) => !isHit(each) && isBuilt(each));
    await operator.run('start', target);
    await load.firstOnEach((each) => isHit(each) && isBuilt(each));
  }
  await load.stop();
  const others = load.seen.filter(({ status, code }) => status !== 200 && code !== 'STOPPED_BY_OPERATOR');
  assert.deepEqual(
    others.filter(({ code }) => code !== 'OVERLOADED'),
    [],
  );
  t.diagnostic(`${load.seen.length} requests, ${others.length} of them overloaded`);
});
