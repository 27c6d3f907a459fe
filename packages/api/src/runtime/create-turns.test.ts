import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTurns } from './loop.ts';

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
