import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { describeEpochEnd } from './epoch-end.ts';

const at = (slotMilliseconds: number | undefined) => ({
  blockhash: { slotMilliseconds: () => slotMilliseconds },
  clock: createManualClock(Date.parse('2026-11-22T10:00:00Z')),
});

test('names the time by slots left and slot time', () => {
  const terms = { epoch: 740n, slotsLeft: 216_000n, readAt: 0 };
  assert.equal(
    describeEpochEnd(terms, at(200)),
    'epoch 740 at present, expected to end about 2026-11-22 22:00 UTC',
  );
  assert.match(describeEpochEnd(terms, at(400)), /2026-11-23 10:00 UTC$/);
});

test('counts the time since the reading', async () => {
  const ports = at(200);
  await ports.clock.pass(600_000);
  const terms = { epoch: 1n, slotsLeft: 9_000n, readAt: 0 };
  assert.match(describeEpochEnd(terms, ports), /10:30 UTC$/);
  assert.match(describeEpochEnd({ ...terms, slotsLeft: 5n }, ports), /10:10 UTC$/);
});

test('names no time while no slot time is known', () => {
  assert.equal(
    describeEpochEnd({ epoch: 7n, slotsLeft: 1n, readAt: 0 }, at(undefined)),
    'epoch 7 at present',
  );
});
