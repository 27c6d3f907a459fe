import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { UpstreamBusy } from '../problems/faults.ts';
import { createBulkhead } from './bulkhead.ts';

/** Calls that run until they are let go, by the name of who makes them. */
function start(inFlight: number) {
  const clock = createManualClock();
  let caller: string | undefined;
  const bulkhead = createBulkhead({ upstream: 'router', inFlight, clock, caller: () => caller });
  const running: { caller: string | undefined; finish: () => void }[] = [];
  const call = (name: string | undefined) => {
    caller = name;
    const made = bulkhead.run(async () => {
      const gate = Promise.withResolvers<void>();
      running.push({ caller: name, finish: gate.resolve });
      await gate.promise;
      return name;
    });
    // It may be refused before anybody looks.
    made.catch(() => undefined);
    return made;
  };
  const finishOne = async () => {
    running.shift()?.finish();
    await clock.pass(0);
  };
  return { clock, call, running, finishOne };
}

suite('a bulkhead', () => {
  test('gives one caller half of the places, and another one the rest', async () => {
    const { clock, call, running } = start(8);
    for (let i = 0; i < 20; i += 1) void call('greedy');
    await clock.pass(0);
    assert.equal(running.length, 4);
    void call('honest');
    await clock.pass(0);
    assert.equal(running.length, 5);
  });

  test('gives turns by callers and not by calls', async () => {
    const { clock, call, running, finishOne } = start(2);
    const all = [call('a'), call('b')];
    for (const name of ['a', 'a', 'a', 'b', 'c']) all.push(call(name));
    await clock.pass(0);
    const order: (string | undefined)[] = running.map((each) => each.caller);
    for (let i = 0; i < 5; i += 1) {
      await finishOne();
      order.push(running.at(-1)?.caller);
    }
    assert.deepEqual(order.slice(0, 2), ['a', 'b']);
    assert.deepEqual(new Set(order.slice(2, 5)), new Set(['a', 'b', 'c']));
    await finishOne();
    await finishOne();
    await Promise.all(all);
  });

  test('refuses what gets no turn in half a second, and not before', async () => {
    const { clock, call, finishOne } = start(2);
    void call('a');
    const [second, third] = [call('a'), call('a')];
    let refused = 0;
    for (const each of [second, third]) each.catch(() => (refused += 1));
    await clock.pass(499);
    assert.equal(refused, 0);
    await finishOne();
    await clock.pass(1);
    await assert.rejects(third, UpstreamBusy);
    await finishOne();
    assert.equal(await second, 'a');
    assert.equal(clock.pending, 0);
  });

  test('refuses at once beyond what may wait', async () => {
    const { clock, call } = start(2);
    const calls = Array.from({ length: 6 }, () => call('a'));
    await clock.pass(0);
    assert.equal(clock.pending, 4);
    await assert.rejects(calls.at(-1) ?? Promise.resolve(), UpstreamBusy);
  });

  test('a flood by many callers is bounded in all', async () => {
    const { clock, call, running } = start(2);
    const calls = Array.from({ length: 50 }, (_, i) => call(`caller ${i}`));
    await clock.pass(0);
    assert.equal(running.length, 2);
    assert.equal(clock.pending, 16);
    await clock.pass(500);
    const outcomes = await Promise.race([Promise.allSettled(calls.slice(2)), clock.pass(0).then(() => [])]);
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  });

  test('never holds up work that is nobody’s, nor counts it', async () => {
    const { clock, call, running } = start(2);
    for (let i = 0; i < 9; i += 1) void call(undefined);
    void call('a');
    await clock.pass(0);
    assert.equal(running.length, 10);
  });

  test('a place is free again after a call that failed', async () => {
    const clock = createManualClock();
    const bulkhead = createBulkhead({ upstream: 'router', inFlight: 2, clock, caller: () => 'a' });
    for (let i = 0; i < 10; i += 1) {
      await assert.rejects(
        bulkhead.run(() => Promise.reject(new Error('down'))),
        /down/,
      );
    }
    assert.equal(await bulkhead.run(async () => 'done'), 'done');
  });
});
