import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { type LoopOptions, startLoop } from './loop.ts';

function start(options: Partial<LoopOptions> = {}) {
  const clock = createManualClock();
  const faults: unknown[] = [];
  const state = { turns: 0 };
  const work = async () => {
    state.turns += 1;
    await options.work?.();
  };
  const loop = startLoop({ clock, pause: 100, onFault: (fault) => faults.push(fault), ...options, work });
  return { clock, faults, state, loop };
}

suite('a loop', () => {
  test('begins at once, and again a pause after each turn', async () => {
    const { clock, state } = start();
    assert.equal(state.turns, 1);
    await clock.pass(99);
    assert.equal(state.turns, 1);
    await clock.pass(1);
    assert.equal(state.turns, 2);
    await clock.pass(1_000);
    assert.equal(state.turns, 12);
  });

  test('never runs two turns at a time, however long one takes', async () => {
    const slow = Promise.withResolvers<void>();
    const { clock, state } = start({ work: () => slow.promise });
    await clock.pass(10_000);
    assert.equal(state.turns, 1);
    slow.resolve();
    await clock.pass(99);
    assert.equal(state.turns, 1);
    await clock.pass(1);
    assert.equal(state.turns, 2);
  });

  test('goes on after a fault, with the pause for it', async () => {
    let turn = 0;
    const { clock, state, faults } = start({
      pauseAfterFault: 10,
      work: async () => {
        turn += 1;
        if (turn < 3) throw new Error(`fault ${turn}`);
      },
    });
    await clock.pass(20);
    assert.deepEqual(faults.map(String), ['Error: fault 1', 'Error: fault 2']);
    assert.equal(state.turns, 3);
    await clock.pass(99);
    assert.equal(state.turns, 3);
    await clock.pass(1);
    assert.equal(state.turns, 4);
  });

  test('that is hastened begins its next turn at once, once, and keeps its pause from then on', async () => {
    const { clock, state, loop } = start();
    await clock.pass(50);
    loop.hasten();
    loop.hasten();
    assert.equal(state.turns, 2);
    await clock.pass(99);
    assert.equal(state.turns, 2);
    await clock.pass(1);
    assert.deepEqual([state.turns, clock.pending], [3, 1]);
  });

  test('that is hastened after its stop begins none', async () => {
    const { clock, state, loop } = start();
    await clock.pass(50);
    await loop.stop();
    loop.hasten();
    await clock.pass(1_000);
    assert.deepEqual([state.turns, clock.pending], [1, 0]);
  });

  test('asks for its pause after each turn', async () => {
    const pauses = [10, 1_000, 10];
    const { clock, state } = start({ pause: () => pauses.shift() ?? 10_000 });
    await clock.pass(10);
    assert.equal(state.turns, 2);
    await clock.pass(999);
    assert.equal(state.turns, 2);
    await clock.pass(11);
    assert.equal(state.turns, 4);
  });

  test('that is stopped between turns begins none and leaves no timer', async () => {
    const { clock, state, loop } = start();
    await clock.pass(250);
    await loop.stop();
    assert.equal(clock.pending, 0);
    await clock.pass(1_000);
    assert.equal(state.turns, 3);
  });

  test('that is stopped during a turn waits for it, whether it fails or not, and begins no other', async () => {
    for (const end of ['resolve', 'reject'] as const) {
      const slow = Promise.withResolvers<void>();
      const { clock, state, loop } = start({ work: () => slow.promise });
      let isStopped = false;
      const stopping = loop.stop().then(() => {
        isStopped = true;
      });
      await clock.pass(1_000);
      assert.equal(isStopped, false);
      slow[end](new Error('late') as never);
      await stopping;
      await clock.pass(1_000);
      assert.deepEqual([state.turns, clock.pending], [1, 0]);
    }
  });
});
