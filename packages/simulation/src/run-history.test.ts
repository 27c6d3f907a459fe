import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLost } from './plant-in-source.ts';
import { PLANTS } from './plants.ts';
import { REGRESSIONS } from './regressions.ts';
import { runHistory } from './run-history.ts';
import { VM_PLANTS } from './vm/vm-plants.ts';

test('in 4 short histories every promise is kept', async () => {
  for (let seed = 1; seed <= 4; seed += 1)
    assert.deepEqual((await runHistory(seed, { size: 'short' })).violations, [], `seed ${seed}`);
});

test('so they are where clocks are half a minute apart and a node keeps bytes for 25 s', async () => {
  const fault = { at: 0, lasts: 60_000, where: 0, dose: 0 };
  const faults = ['clocks half a minute apart', 'sends refused, and kept for 25 s'].map((kind) => ({
    ...fault,
    kind,
  }));
  for (let seed = 1; seed <= 3; seed += 1) {
    assert.deepEqual((await runHistory(seed, { faults, size: 'short' })).violations, [], `seed ${seed}`);
  }
});

test('the same seed gives the same history, byte for byte', async () => {
  const [one, other] = [await runHistory(11, { size: 'short' }), await runHistory(11, { size: 'short' })];
  assert.ok(one.trace.length > 5);
  assert.deepEqual(one, other);
});

/* Each is looked for in whole histories: run-history.slow.test.ts. */
test('the source still holds every rule that is taken away', () => {
  assert.deepEqual([...Object.values(PLANTS), ...Object.values(VM_PLANTS)].flatMap(listLost), []);
});

for (const { seed, was, ...given } of REGRESSIONS) {
  test(`seed ${seed} again: ${was}`, async () => {
    assert.deepEqual((await runHistory(seed, given)).violations, []);
  });
}
