import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createManualClock } from '../../../test/manual-clock.ts';
import { StoreFault } from '../store-fault.ts';
import { gatherCalls } from './gather-calls.ts';

/** Statements that end when the test says so. */
function prepare() {
  const clock = createManualClock();
  const statements: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<number[]> }[] =
    [];
  const alone: number[] = [];
  const call = gatherCalls<number, number>(
    clock,
    (items) => {
      const end = Promise.withResolvers<number[]>();
      statements.push({ items, end });
      return end.promise;
    },
    async (item) => {
      alone.push(item);
      if (item < 0) throw new StoreFault('55P03', undefined);
      return item * 10;
    },
  );
  const answer = (at: number) => {
    const { items = [], end } = statements[at] ?? {};
    end?.resolve(items.map((item) => item * 10));
  };
  const listItems = () => statements.map(({ items }) => items);
  return { clock, call, statements, alone, answer, listItems };
}

/** Turns after which nothing that is due has been left undone. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

describe('gathering calls', () => {
  test('calls of one turn go together, and each gets its own result', async () => {
    const { call, answer, listItems } = prepare();
    const results = Promise.all([call(1), call(2), call(3)]);
    await settle();
    assert.deepEqual(listItems(), [[1, 2, 3]]);
    answer(0);
    assert.deepEqual(await results, [10, 20, 30]);
  });

  test('a statement with fewer results than calls fails them all, and none is made again', async () => {
    const { call, statements, alone } = prepare();
    const results = Promise.allSettled([call(1), call(2)]);
    await settle();
    statements[0]?.end.resolve([10]);
    for (const { status } of await results) assert.equal(status, 'rejected');
    assert.deepEqual(alone, []);
  });

  test('calls that come while a statement is at work go with the next', async () => {
    const { call, answer, listItems } = prepare();
    const first = call(1);
    await settle();
    const later = Promise.all([call(2), call(3)]);
    await settle();
    assert.deepEqual(listItems(), [[1]]);
    answer(0);
    await first;
    await settle();
    assert.deepEqual(listItems(), [[1], [2, 3]]);
    answer(1);
    assert.deepEqual(await later, [20, 30]);
  });

  test('a slow statement holds up nobody for longer than 50 ms', async () => {
    const { clock, call, answer, listItems } = prepare();
    const slow = call(1);
    await settle();
    const next = call(2);
    await clock.pass(49);
    await settle();
    assert.deepEqual(listItems(), [[1]]);
    await clock.pass(1);
    await settle();
    assert.deepEqual(listItems(), [[1], [2]]);
    answer(1);
    assert.equal(await next, 20);
    answer(0);
    assert.equal(await slow, 10);
  });

  test('with four statements that hang, who waits is refused after half a second, and the next one is served', async () => {
    const { clock, call, answer, listItems } = prepare();
    const hanging = [];
    for (const item of [1, 2, 3, 4]) {
      hanging.push(call(item));
      await settle();
      await clock.pass(50);
      await settle();
    }
    assert.deepEqual(listItems(), [[1], [2], [3], [4]]);
    const refused = assert.rejects(call(5), (error) => error instanceof StoreFault && error.code === 'LATE');
    await settle();
    await clock.pass(300);
    const patient = call(6);
    await settle();
    await clock.pass(200);
    await refused;
    answer(2);
    await settle();
    assert.deepEqual(listItems().slice(4), [[6]]);
    answer(4);
    assert.equal(await patient, 60);
    for (const at of [0, 1, 3]) answer(at);
    assert.deepEqual(await Promise.all(hanging), [10, 20, 30, 40]);
  });

  test('a statement that was undone because of one row is run again, a call at a time', async () => {
    for (const code of ['55P03', '40P01']) {
      const { call, statements, alone } = prepare();
      const results = Promise.allSettled([call(1), call(-2), call(3)]);
      await settle();
      statements[0]?.end.reject(new StoreFault(code, undefined));
      const kinds = (await results).map((each) => (each.status === 'fulfilled' ? each.value : 'refused'));
      assert.deepEqual(kinds, [10, 'refused', 30]);
      assert.deepEqual(alone, [1, -2, 3]);
    }
  });

  test('a statement that may have been carried out is not run again', async () => {
    const { call, statements, alone } = prepare();
    const results = Promise.allSettled([call(1), call(2)]);
    await settle();
    const fault = new StoreFault('UNREACHABLE', undefined);
    statements[0]?.end.reject(fault);
    for (const each of await results) assert.deepEqual(each, { status: 'rejected', reason: fault });
    assert.deepEqual(alone, []);
  });

  test('one statement takes 256 calls, and those behind them go in the order they came', async () => {
    const { call, answer, listItems } = prepare();
    const results = Promise.all(Array.from({ length: 300 }, (_, i) => call(i)));
    await settle();
    answer(0);
    await settle();
    answer(1);
    assert.deepEqual(
      await results,
      Array.from({ length: 300 }, (_, i) => i * 10),
    );
    assert.deepEqual(
      listItems().map(({ length }) => length),
      [256, 44],
    );
  });
});
