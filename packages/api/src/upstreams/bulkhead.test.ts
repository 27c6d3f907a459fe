import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createManualClock } from '../../test/manual-clock.ts';
import { UpstreamBusy } from '../problems/faults.ts';
import { actFor } from '../runtime/callers.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import { createBulkhead } from './guard.ts';

/** Calls that run until they are let go, by the name of who makes them. */
function start(inFlight: number) {
  const clock = createManualClock();
  const bulkhead = createBulkhead('router', inFlight, clock);
  const running: { caller: string | undefined; finish: () => void }[] = [];
  const call = (name: string | undefined) => {
    const run = () =>
      bulkhead.run(async () => {
        const gate = Promise.withResolvers<void>();
        running.push({ caller: name, finish: gate.resolve });
        await gate.promise;
        return name;
      });
    const made = name === undefined ? run() : actFor({ caller: name }, run);
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

  test('gives free places by turns to newcomers and, by callers and not by calls, to others', async () => {
    const { clock, call, running, finishOne } = start(8);
    for (let i = 0; i < 8; i += 1) void call(`caller ${i}`);
    for (let i = 0; i < 5; i += 1) void call('greedy');
    for (let i = 0; i < 5; i += 1) void call('b');
    void call('new');
    await clock.pass(0);
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 9; i += 1) {
      await finishOne();
      order.push(running.at(-1)?.caller);
    }
    // The fourth and fifth calls of the two are others; neither has more than four places.
    assert.deepEqual(order, ['greedy', 'greedy', 'greedy', 'b', 'greedy', 'b', 'b', 'b', 'new']);
  });

  test('takes a caller for a newcomer again in the next minute, and not before', async () => {
    for (const [milliseconds, second] of [
      [58_000, 'other'],
      [60_000, 'old'],
    ] as const) {
      const { clock, call, running, finishOne } = start(2);
      void call('x');
      void call('y');
      for (let i = 0; i < 3; i += 1) void call('old');
      await clock.pass(milliseconds);
      for (const name of ['old', 'other', 'third']) void call(name);
      await finishOne();
      assert.equal(running.at(-1)?.caller, second);
    }
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
    const bulkhead = createBulkhead('router', 2, clock);
    for (let i = 0; i < 10; i += 1) {
      await assert.rejects(
        actFor({ caller: 'a' }, () => bulkhead.run(() => Promise.reject(new Error('down')))),
        /down/,
      );
    }
    assert.equal(await actFor({ caller: 'a' }, () => bulkhead.run(async () => 'done')), 'done');
  });
});

/** The time of a test in which thousands wait: calls of one millisecond are made together. */
function createManyCallsClock(): Clock & { run(milliseconds: number): Promise<void> } {
  const due = new Map<number, Set<() => void>>();
  let at = 0;
  return {
    now: () => at,
    elapsed: () => at,
    after(milliseconds, call) {
      const calls = due.get(at + milliseconds) ?? new Set();
      due.set(at + milliseconds, calls.add(call));
      return { cancel: () => void calls.delete(call) };
    },
    async run(milliseconds) {
      for (; at < milliseconds; at += 1) {
        for (const call of due.get(at) ?? []) call();
        if (due.delete(at)) await turn();
      }
    },
  };
}

/**
 * Lets 20 callers ask once each, and 160 users of one address, an upstream of 32 places that takes about a tenth of a
 * second, while attackers have at least 1,000 questions there for ten seconds.
 *
 * @param pause - milliseconds between the answer to an attacker and its next question, about.
 * @returns how many of them got their answer.
 */
async function askDuring(attackers: number, pause: number): Promise<{ once: number; shared: number }> {
  const clock = createManyCallsClock();
  const bulkhead = createBulkhead('router', 32, clock);
  let seed = 7;
  // No two keep step: else the same ones would meet a free place each time.
  const drawAround = (milliseconds: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return milliseconds / 2 + (seed % milliseconds);
  };
  const ask = (name: string) =>
    actFor({ caller: name }, () => bulkhead.run(() => sleep(clock, drawAround(100))));
  const attack = (name: string) => {
    const again = () => void clock.after(drawAround(pause), () => attack(name));
    ask(name).then(again, again);
  };
  const questions = Math.max(1_000, attackers);
  for (let i = 0; i < questions; i += 1) {
    clock.after(Math.floor((i * Math.max(pause, 1_000)) / questions), () =>
      attack(`attacker ${i % attackers}`),
    );
  }
  const answered = { once: 0, shared: 0 };
  const askOnce = (kind: 'once' | 'shared', name: string, at: number) => {
    const count = () => {
      answered[kind] += 1;
    };
    clock.after(at, () => void ask(name).then(count, () => undefined));
  };
  for (let i = 0; i < 20; i += 1) askOnce('once', `caller ${i}`, 2_500 + i * 450);
  for (let i = 0; i < 160; i += 1) askOnce('shared', 'shared', 2_500 + i * 58);
  await clock.run(12_500);
  return answered;
}

suite('callers who ask once are answered, and an address of many users has its share', () => {
  // Of 201 callers one has that share at least.
  for (const [attackers, users] of [
    [1, 160],
    [200, 14],
    [2_000, 17],
  ] as const) {
    test(`while ${attackers} ask without end`, async () => {
      const { once, shared } = await askDuring(attackers, 100);
      assert.ok(once >= 19, `${once} of 20`);
      assert.ok(shared >= users, `${shared} of 160`);
    });
  }

  test('while 2,000 ask as seldom as they must to stay newcomers', async () => {
    assert.deepEqual(await askDuring(2_000, 20_000), { once: 20, shared: 160 });
  });
});
