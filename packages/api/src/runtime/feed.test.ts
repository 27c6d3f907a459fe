import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { type Rest, startFeed } from './feed.ts';

const EVERY = 60_000;

/** A feed of the number of refreshes so far, over a source that the test turns off and holds up. */
function start(options: { maxAge?: number; retry?: number; rest?: Rest } = {}) {
  const clock = createManualClock();
  const source = { calls: 0, isDown: false, gate: Promise.resolve() };
  const faults: string[] = [];
  const feed = startFeed({
    clock,
    everyMilliseconds: EVERY,
    ...(options.retry !== undefined && { retryMilliseconds: options.retry }),
    ...(options.rest !== undefined && { rest: options.rest }),
    maxAgeMilliseconds: options.maxAge ?? EVERY,
    refresh: async () => {
      source.calls += 1;
      const number = source.calls;
      await source.gate;
      if (source.isDown) throw new Error('down');
      return number;
    },
    onFault: (fault) => faults.push(String(fault)),
  });
  return { clock, source, faults, feed };
}

test('all who wait for the first value share one refresh', async () => {
  const { feed, source } = start();
  assert.equal(feed.peek(), undefined);
  assert.deepEqual(await Promise.all([feed.get(), feed.get(), feed.get()]), [1, 1, 1]);
  assert.equal(await feed.get(), 1);
  assert.equal(source.calls, 1);
});

test('a value is given out up to its age and no longer', async () => {
  const { clock, feed } = start({ maxAge: 20 });
  assert.equal(await feed.get(), 1);
  await clock.pass(20);
  assert.equal(feed.peek(), 1);
  await clock.pass(1);
  assert.equal(feed.peek(), undefined);
  assert.equal(await feed.get(), 2);
});

test('an asker gets the error of its refresh, and the next asker the next value', async () => {
  const { feed, source, faults } = start();
  source.isDown = true;
  await assert.rejects(feed.get(), /down/);
  source.isDown = false;
  assert.equal(await feed.get(), 2);
  assert.deepEqual(faults, ['Error: down']);
});

test('refreshes by itself, sooner after a fault, until closed', async () => {
  const { clock, feed, source, faults } = start({ retry: 1_000 });
  await clock.pass(EVERY);
  assert.equal(feed.peek(), 2);
  source.isDown = true;
  await clock.pass(EVERY + 2_000);
  assert.deepEqual([source.calls, faults.length], [5, 3]);
  await feed.close();
  await clock.pass(10 * EVERY);
  assert.deepEqual([source.calls, clock.pending], [5, 0]);
});

test('a refresh that hangs delays the next one and closing, and no one who has a value', async () => {
  const { clock, feed, source } = start({ maxAge: 3 * EVERY });
  await clock.pass(1);
  const slow = Promise.withResolvers<void>();
  source.gate = slow.promise;
  await clock.pass(2 * EVERY);
  assert.deepEqual([source.calls, await feed.get()], [2, 1]);
  let isClosed = false;
  const closing = feed.close().then(() => {
    isClosed = true;
  });
  await clock.pass(EVERY);
  assert.equal(isClosed, false);
  slow.resolve();
  await closing;
});

describe('a feed that nobody asks', () => {
  const rest = { afterMilliseconds: 3 * EVERY, everyMilliseconds: 10 * EVERY };

  test('rests: it is refreshed as rarely as it may', async () => {
    const { clock, source, feed } = start({ rest });
    await clock.pass(3 * EVERY);
    assert.deepEqual([source.calls, feed.isResting], [4, true]);
    await clock.pass(10 * EVERY - 1);
    assert.equal(source.calls, 4);
    await clock.pass(1);
    assert.equal(source.calls, 5);
    await clock.pass(100 * EVERY);
    assert.equal(source.calls, 15);
  });

  test('does not rest while somebody asks now and then', async () => {
    const { clock, source, feed } = start({ rest });
    for (let i = 0; i < 20; i += 1) {
      await clock.pass(2 * EVERY);
      feed.peek();
    }
    assert.deepEqual([source.calls, feed.isResting], [41, false]);
  });

  test('is woken by the first who asks, who gets nothing older than ever', async () => {
    const { clock, source, feed } = start({ rest });
    await clock.pass(8 * EVERY);
    assert.equal(feed.peek(), undefined);
    assert.equal(await feed.get(), 5);
    assert.equal(source.calls, 5, 'who asks and the loop share one refresh');
    await clock.pass(EVERY);
    assert.deepEqual([source.calls, feed.isResting], [6, false]);
  });

  test('is not woken by looking, and says how old its value is', async () => {
    const { clock, source, feed } = start({ rest });
    await clock.pass(8 * EVERY);
    assert.deepEqual(feed.look(), { value: 4, age: 5 * EVERY });
    await clock.pass(EVERY);
    assert.deepEqual([source.calls, feed.isResting], [4, true]);
  });

  test('rests after faults too, and no fault is older than its pause', async () => {
    const { clock, source, feed } = start({ rest, retry: 1_000 });
    source.isDown = true;
    await clock.pass(4 * EVERY);
    const before = source.calls;
    await clock.pass(10 * EVERY);
    assert.equal(source.calls, before + 1);
    source.isDown = false;
    assert.equal(await feed.get(), source.calls);
  });
});
