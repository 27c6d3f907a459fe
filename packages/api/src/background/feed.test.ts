import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFeed } from './feed.ts';

const quiet = { everyMilliseconds: 60_000, maxAgeMilliseconds: 60_000, onFault: () => undefined };

test('all who wait for the first value share one refresh', async (t) => {
  let calls = 0;
  const feed = startFeed({
    ...quiet,
    refresh: async () => {
      calls += 1;
      await sleep(5);
      return calls;
    },
  });
  t.after(() => feed.close());
  assert.equal(feed.peek(), undefined);
  assert.deepEqual(await Promise.all([feed.get(), feed.get(), feed.get()]), [1, 1, 1]);
  assert.equal(await feed.get(), 1);
});

test('a value past its age is not given out again', async (t) => {
  let calls = 0;
  const feed = startFeed({
    ...quiet,
    maxAgeMilliseconds: 20,
    refresh: async () => {
      calls += 1;
      return calls;
    },
  });
  t.after(() => feed.close());
  assert.equal(await feed.get(), 1);
  await sleep(30);
  assert.equal(feed.peek(), undefined);
  assert.equal(await feed.get(), 2);
});

test('an asker gets the error of its refresh, and the next asker the next value', async (t) => {
  const faults: unknown[] = [];
  let isDown = true;
  const feed = startFeed({
    ...quiet,
    onFault: (fault) => faults.push(fault),
    refresh: async () => {
      if (isDown) throw new Error('down');
      return 'up';
    },
  });
  t.after(() => feed.close());
  await assert.rejects(feed.get(), /down/);
  isDown = false;
  assert.equal(await feed.get(), 'up');
  assert.equal(faults.length, 1);
});

test('refreshes by itself until closed', async () => {
  let calls = 0;
  const feed = startFeed({
    ...quiet,
    everyMilliseconds: 2,
    refresh: async () => {
      calls += 1;
    },
  });
  while (calls < 3) await sleep(2);
  feed.close();
  await sleep(10);
  const after = calls;
  await sleep(20);
  assert.equal(calls, after);
});
