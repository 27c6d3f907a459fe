import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AT_ONCE, createCallerTurns } from './callers.ts';

/** Turns that pass when told, and who began in each. */
function start() {
  const due: (() => void)[] = [];
  const turns = createCallerTurns((call) => due.push(call));
  let begun: string[] = [];
  return {
    send: (caller: string, count = 1) => {
      for (let i = 0; i < count; i += 1) turns(caller, () => begun.push(caller));
    },
    /** Who began since the last call of this. */
    begun: () => {
      const all = begun;
      begun = [];
      return all;
    },
    pass: () => {
      for (const call of due.splice(0)) call();
    },
    isIdle: () => due.length === 0,
  };
}

const count = (begun: readonly string[], caller: string) => begun.filter((each) => each === caller).length;

test('few requests of a caller begin at once', () => {
  const { send, begun } = start();
  send('a', AT_ONCE);
  send('b', 1);
  assert.equal(begun().length, AT_ONCE + 1);
});

test('of many that a caller sends together so many begin in each turn, in their order', () => {
  const { send, begun, pass, isIdle } = start();
  send('a', 3 * AT_ONCE + 1);
  for (const most of [AT_ONCE, AT_ONCE, AT_ONCE, 1, 0]) {
    assert.equal(begun().length, most);
    pass();
  }
  assert.ok(isIdle());
  send('a', AT_ONCE);
  assert.equal(begun().length, AT_ONCE);
});

test('another caller does not wait behind them, and what comes while some wait, waits behind those', () => {
  const { send, begun, pass } = start();
  send('a', 1_000);
  send('b');
  assert.equal(count(begun(), 'b'), 1);
  pass();
  send('a');
  send('b');
  const second = begun();
  assert.equal(count(second, 'b'), 1);
  assert.equal(count(second, 'a'), AT_ONCE);
});

test('a hundred who send too much share what begins in a turn, and each gets its turn', () => {
  const { send, begun, pass } = start();
  for (let i = 0; i < 100; i += 1) send(`c${i}`, 2 * AT_ONCE);
  begun();
  const seen = new Set<string>();
  for (let turn = 0; turn < 13; turn += 1) {
    pass();
    const now = begun();
    assert.ok(now.length <= 64, String(now.length));
    for (const caller of now) seen.add(caller);
  }
  assert.equal(seen.size, 100);
});

test('whatever comes when, each request begins once, and the requests of a caller in their order', () => {
  const steps = fc.array(fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }), { maxLength: 400 });
  fc.assert(
    fc.property(steps, (callers) => {
      const due: (() => void)[] = [];
      const turns = createCallerTurns((call) => due.push(call));
      const begun: [string, number][] = [];
      for (const [i, caller] of callers.entries()) {
        if (caller === undefined) for (const call of due.splice(0)) call();
        else turns(caller, () => begun.push([caller, i]));
      }
      while (due.length > 0) for (const call of due.splice(0)) call();
      assert.equal(begun.length, callers.filter((caller) => caller !== undefined).length);
      for (const caller of ['a', 'b', 'c']) {
        const own = begun.filter(([each]) => each === caller).map(([, i]) => i);
        assert.deepEqual(
          own,
          own.toSorted((x, y) => x - y),
        );
      }
    }),
  );
});
