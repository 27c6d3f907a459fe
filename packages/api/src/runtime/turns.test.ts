import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actFor, createFairQueues } from './callers.ts';
import { createTurns } from './loop.ts';

/** Asks for turns of one name; work ends when it is told to. */
function createQueue() {
  const queues = createFairQueues();
  const begun: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  return {
    begun,
    take(who: string | undefined, what: string, name = 'name') {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return actFor({ ...(who !== undefined && { caller: who }) }, () =>
        queues.take(name, async () => {
          begun.push(what);
          await end.promise;
          return what;
        }),
      );
    },
    ends,
  };
}

test('one at a time, callers in turn however many requests each has, and nobody without a caller is left out', async () => {
  const { begun, take, ends } = createQueue();
  const asked = [
    take('many', 'many 1'),
    take('many', 'many 2'),
    take('many', 'many 3'),
    take('one', 'one 1'),
    take(undefined, 'nobody 1'),
    take('many', 'many 4'),
  ];
  assert.deepEqual(begun, ['many 1']);
  for (const { resolve } of ends) resolve();
  await Promise.all(asked);
  assert.deepEqual(begun, ['many 1', 'many 2', 'one 1', 'nobody 1', 'many 3', 'many 4']);
});

test('names wait for each other never, and work that fails holds up none that comes after it', async () => {
  const { begun, take, ends } = createQueue();
  const [failing, next] = [take('a', 'first'), take('b', 'second')];
  const apart = take('a', 'apart', 'another name');
  assert.deepEqual(begun, ['first', 'apart']);
  ends[0]?.reject(new Error('It fails.'));
  await assert.rejects(failing, /It fails/);
  ends[1]?.resolve();
  ends[2]?.resolve();
  assert.deepEqual(await Promise.all([next, apart]), ['second', 'apart']);
});

describe('turns', () => {
  test('work begins when what was asked for before it has ended', async () => {
    const takeTurn = createTurns();
    const seen: string[] = [];
    const first = Promise.withResolvers<void>();
    const done = takeTurn(async () => {
      seen.push('first begins');
      await first.promise;
      seen.push('first ends');
    });
    const next = takeTurn(async () => {
      seen.push('second begins');
      return 2;
    });
    await Promise.resolve();
    first.resolve();
    await done;
    assert.equal(await next, 2);
    assert.deepEqual(seen, ['first begins', 'first ends', 'second begins']);
  });

  test('work that fails fails for who asked for it, and holds up nothing', async () => {
    const takeTurn = createTurns();
    const failed = takeTurn(async () => {
      throw new Error('no');
    });
    const next = takeTurn(async () => 'done');
    await assert.rejects(failed, /no/);
    assert.equal(await next, 'done');
  });
});
