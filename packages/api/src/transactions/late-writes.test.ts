import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createLateWrites } from './late-writes.ts';

/** The memory of a process whose store fails as long as a test says so. */
function open() {
  const clock = createManualClock();
  const late = createLateWrites(clock);
  const done: string[] = [];
  const store = { isAway: false };
  const work = (name: string) => async () => {
    if (store.isAway) throw new Error('away');
    done.push(name);
  };
  const write = (signature: string, name: string) =>
    late.write(signature, work(name), (written) => written.catch(() => undefined));
  const takeBack = (signature: string, name: string) =>
    late.withdraw(signature, async () => {
      await work(name)();
      return true;
    });
  const catchUp = () =>
    late.catchUp({
      async resolve(signatures) {
        await work(`resolve ${signatures.join()}`)();
      },
      async withdraw(signature) {
        await work(`forget ${signature}`)();
        return true;
      },
    });
  const take = () => done.splice(0);
  return { clock, late, store, write, takeBack, catchUp, take };
}

suite('a write', () => {
  test('that is done is not done again', async () => {
    const { write, catchUp, take } = open();
    await write('a', 'first');
    await catchUp();
    assert.deepEqual(take(), ['first', 'resolve ']);
  });

  test('that failed is done once the store answers, once', async () => {
    const { store, write, catchUp, take } = open();
    store.isAway = true;
    await write('a', 'first');
    await assert.rejects(catchUp(), /away/);
    store.isAway = false;
    await catchUp();
    await catchUp();
    assert.deepEqual(take(), ['first', 'resolve ', 'resolve ']);
  });

  test('of a signature comes after those before it, and the last counts', async () => {
    const { late, write, take } = open();
    const gate = Promise.withResolvers<void>();
    const slow = late.write(
      'a',
      () => gate.promise,
      (written) => written,
    );
    const next = write('a', 'second');
    const other = write('b', 'other');
    await other;
    assert.deepEqual(take(), ['other']);
    gate.resolve();
    await Promise.all([slow, next]);
    assert.deepEqual(take(), ['second']);
  });

  test('that was replaced is not done again for the one before it', async () => {
    const { late, store, write, catchUp, take } = open();
    const gate = Promise.withResolvers<void>();
    const first = late.write(
      'a',
      () => gate.promise,
      async () => undefined,
    );
    store.isAway = true;
    const second = write('a', 'second');
    gate.resolve();
    await Promise.all([first, second]);
    store.isAway = false;
    await catchUp();
    assert.deepEqual(
      take(),
      ['second', 'resolve '],
      'what is done of the first settles nothing of the second',
    );
  });

  test('of what is taken back is not done any more; of what has ended it is, for it says that it was sent', async () => {
    for (const end of ['resolve', 'withdraw'] as const) {
      const { late, store, write, takeBack, catchUp, take } = open();
      store.isAway = true;
      await write('a', 'first');
      if (end === 'resolve') late.resolve('a');
      else await assert.rejects(takeBack('a', 'back'));
      store.isAway = false;
      await catchUp();
      assert.deepEqual(take(), end === 'resolve' ? ['first', 'resolve a'] : ['resolve ', 'forget a']);
    }
  });
});

suite('others rely on what is written', () => {
  test('so that what cannot be written waits until they do not', async () => {
    const { clock, late, store, write } = open();
    await clock.pass(10_000);
    await late.trust(3_000, async () => undefined);
    await clock.pass(1_000);
    store.isAway = true;
    let isOver = false;
    const written = write('a', 'first').then(() => {
      isOver = true;
    });
    await clock.pass(1_999);
    assert.equal(isOver, false);
    await clock.pass(1);
    assert.equal(isOver, true);
    await written;
  });

  for (const end of ['heard', 'lost'] as const) {
    test(`from some moment of a word on that is said slowly, and ${end}: what cannot be written waits`, async () => {
      const { clock, late, store, write } = open();
      await clock.pass(10_000);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const trusted = late.trust(3_000, () => promise).catch(() => undefined);
      store.isAway = true;
      let isOver = false;
      const written = write('a', 'first').then(() => {
        isOver = true;
      });
      await clock.pass(20_000);
      assert.equal(isOver, false);
      if (end === 'heard') resolve();
      else reject(new Error('lost'));
      await trusted;
      await clock.pass(2_999);
      assert.equal(isOver, false);
      await clock.pass(1);
      assert.equal(isOver, true);
      await written;
    });
  }

  test('and keeps nothing waiting that is written, or when they do not', async () => {
    const { clock, late, store, write } = open();
    await late.trust(3_000, async () => undefined);
    await write('a', 'first');
    assert.equal(clock.pending, 0);
    await clock.pass(3_000);
    store.isAway = true;
    await write('b', 'second');
    assert.equal(clock.pending, 0);
  });
});

suite('what is taken back', () => {
  test('says whether nobody else has it', async () => {
    const { late } = open();
    for (const wasAlone of [true, false])
      assert.equal(await late.withdraw('a', async () => wasAlone), wasAlone);
  });

  test('and could not be is forgotten later, unless it is written anew', async () => {
    const { store, write, takeBack, catchUp, take } = open();
    store.isAway = true;
    await assert.rejects(takeBack('a', 'back'));
    await assert.rejects(takeBack('b', 'back'));
    store.isAway = false;
    await write('b', 'anew');
    await catchUp();
    await catchUp();
    assert.deepEqual(take(), ['anew', 'resolve ', 'forget a', 'resolve ']);
  });

  test('and is, is not forgotten again', async () => {
    const { takeBack, catchUp, take } = open();
    assert.equal(await takeBack('a', 'back'), true);
    await catchUp();
    assert.deepEqual(take(), ['back', 'resolve ']);
  });

  test('is nothing whose end is still to be written', async () => {
    const { late, takeBack, catchUp, take } = open();
    late.resolve('a');
    assert.equal(await takeBack('a', 'back'), false);
    await catchUp();
    assert.equal(await takeBack('a', 'back'), true);
    assert.deepEqual(take(), ['resolve a', 'back']);
  });
});
