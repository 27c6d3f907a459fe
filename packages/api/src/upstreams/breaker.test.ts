import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import { createBreaker } from './guard.ts';

const down = () => new UpstreamFault('router', 'broken');
const refused = () => new UpstreamRefusal('router', 400, 'no route', undefined);
const NOT_LET_THROUGH = { kind: 'unreachable' };

function start() {
  const clock = createManualClock();
  const changes: boolean[] = [];
  const breaker = createBreaker('router', clock, (isOpen) => changes.push(isOpen));
  const succeed = () => breaker.run(async () => 'done');
  const fail = (error: Error = down()) =>
    assert.rejects(
      breaker.run(async () => {
        throw error;
      }),
      error,
    );
  const times = async (count: number, work: () => Promise<unknown>) => {
    for (let i = 0; i < count; i += 1) await work();
  };
  return { clock, changes, breaker, succeed, fail, times };
}

suite('a breaker', () => {
  test('lets calls through while fewer than twenty were made, whatever became of them', async () => {
    const { fail, succeed, times, changes } = start();
    await times(19, () => fail());
    assert.equal(await succeed(), 'done');
    assert.deepEqual(changes, [false]);
  });

  test('opens when over half of twenty failed, and not at half', async () => {
    const { fail, succeed, times, changes } = start();
    await times(10, succeed);
    await times(10, () => fail());
    await succeed();
    await fail();
    assert.deepEqual(changes, [false]);
    await fail();
    await assert.rejects(succeed(), NOT_LET_THROUGH);
    assert.deepEqual(changes, [false, true]);
  });

  test('forgets what is over ten seconds old', async () => {
    const { clock, fail, times, changes } = start();
    await times(19, () => fail());
    await clock.pass(10_000);
    await times(19, () => fail());
    assert.deepEqual(changes, [false]);
    await fail();
    assert.deepEqual(changes, [false, true]);
  });

  test('does not count refusals', async () => {
    const { fail, times, changes } = start();
    await times(100, () => fail(refused()));
    await times(19, () => fail());
    assert.deepEqual(changes, [false]);
    await fail();
    assert.deepEqual(changes, [false, true]);
  });

  test('lets one call through after five seconds; success or a refusal closes it and clears the count', async () => {
    for (const error of [undefined, refused()]) {
      const { clock, fail, succeed, times, changes } = start();
      await times(20, () => fail());
      await clock.pass(4_999);
      await assert.rejects(succeed(), NOT_LET_THROUGH);
      await clock.pass(1);
      await (error === undefined ? succeed() : fail(error));
      await times(19, () => fail());
      assert.deepEqual(changes, [false, true, false, false]);
    }
  });

  test('refuses for another five seconds when that call fails', async () => {
    const { clock, fail, succeed, times } = start();
    await times(20, () => fail());
    await clock.pass(5_000);
    await fail();
    await clock.pass(4_999);
    await assert.rejects(succeed(), NOT_LET_THROUGH);
    await clock.pass(1);
    await succeed();
  });

  test('makes calls that come during the one it lets through wait for its end', async () => {
    for (const end of ['resolve', 'reject'] as const) {
      const { clock, breaker, fail, times } = start();
      await times(20, () => fail());
      await clock.pass(5_000);
      const gate = Promise.withResolvers<string>();
      const probing = breaker.run(() => gate.promise);
      let calls = 0;
      const waiting = breaker.run(async () => {
        calls += 1;
        return 'after';
      });
      await clock.pass(1);
      assert.equal(calls, 0);
      gate[end](down() as never);
      if (end === 'resolve') {
        await probing;
        assert.equal(await waiting, 'after');
      } else {
        await assert.rejects(probing, { kind: 'broken' });
        await assert.rejects(waiting, NOT_LET_THROUGH);
        assert.equal(calls, 0);
      }
    }
  });

  test('does not begin its five seconds anew for calls from before that end late', async () => {
    const { clock, breaker, fail, succeed, times } = start();
    const gate = Promise.withResolvers<never>();
    const late = breaker.run(() => gate.promise);
    await times(20, () => fail());
    await clock.pass(4_000);
    gate.reject(down());
    await assert.rejects(late, { kind: 'broken' });
    await clock.pass(1_000);
    assert.equal(await succeed(), 'done');
  });
});
