import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createManualClock } from '../../test/manual-clock.ts';
import { SYSTEM_CLOCK, sleep, within } from './clock.ts';

suite('within', () => {
  test('gives what the work gives in time, and leaves no timer', async () => {
    const clock = createManualClock();
    assert.equal(await within(clock, 100, Promise.resolve('done'), () => 'late'), 'done');
    await assert.rejects(
      within(clock, 100, Promise.reject(new Error('broken')), () => 'late'),
      /broken/,
    );
    assert.equal(clock.pending, 0);
  });

  test('gives the other result at the limit and not before', async () => {
    const clock = createManualClock();
    const never = new Promise<string>(() => undefined);
    let result: string | undefined;
    const waiting = within(clock, 100, never, () => 'late').then((late) => {
      result = late;
    });
    await clock.pass(99);
    assert.equal(result, undefined);
    await clock.pass(1);
    await waiting;
    assert.equal(result, 'late');
  });

  test('throws what the other result throws, and ignores an error that comes later', async () => {
    const clock = createManualClock();
    const work = Promise.withResolvers<void>();
    const waiting = within(clock, 100, work.promise, () => {
      throw new Error('too late');
    });
    waiting.catch(() => undefined);
    await clock.pass(100);
    await assert.rejects(waiting, /too late/);
    work.reject(new Error('broken'));
    await clock.pass(1);
  });
});

test('the system clock calls back, unless cancelled', async () => {
  let calls = 0;
  SYSTEM_CLOCK.after(1, () => {
    calls += 1;
  }).cancel();
  const before = SYSTEM_CLOCK.elapsed();
  await sleep(SYSTEM_CLOCK, 5);
  assert.equal(calls, 0);
  assert.ok(SYSTEM_CLOCK.elapsed() > before);
});

test('what has arrived while the loop was held up is not late', async () => {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage('ready');
    Atomics.wait(workerData, 0, 0);
    parentPort.postMessage('answer');
    Atomics.store(workerData, 0, 2);
    Atomics.notify(workerData, 0);`;
  const worker = new Worker(script, { eval: true, workerData: state });
  await once(worker, 'message');
  // From here on the loop comes to what is due before it comes to what has arrived.
  await nextTurn();
  const answer = once(worker, 'message').then(([word]) => word);
  const result = within(SYSTEM_CLOCK, 1, answer, () => 'late');
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
  // Nothing is read before both the answer is there and its deadline over.
  Atomics.wait(state, 0, 1);
  for (const begun = performance.now(); performance.now() < begun + 2; );
  assert.equal(await result, 'answer');
  await worker.terminate();
});
