import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { estimateCooldownEnd, estimateNextEpoch } from './estimate-epoch-end.ts';

const at = (slotMilliseconds: number | undefined) => ({
  blockhash: { slotMilliseconds: () => slotMilliseconds },
  clock: createManualClock(Date.parse('2026-11-22T10:00:00Z')),
});
const left = (slotsLeft: bigint) => ({ slotsLeft, readAt: 0 });

test('stake is free when the running epoch has ended, while a build of now must land before', () => {
  const { epoch, earliest, latest } = estimateCooldownEnd(740n, left(216_000n), at(200));
  assert.deepEqual(
    [epoch, earliest, latest],
    ['741', '2026-11-22T20:48:00.000Z', '2026-11-22T23:12:00.000Z'],
  );
  assert.equal(estimateCooldownEnd(740n, left(230n), at(200)).epoch, '741');
});

test('it is promised an epoch later where that may land after the end, and no time is', () => {
  for (const slots of [0n, 1n, 150n, 200n]) {
    assert.deepEqual(estimateCooldownEnd(740n, left(slots), at(200)), { epoch: '742' }, String(slots));
    assert.deepEqual(estimateCooldownEnd(740n, left(slots), at(undefined)), { epoch: '742' });
  }
});

test('slots that have passed since the reading count', async () => {
  const ports = at(200);
  assert.equal(estimateCooldownEnd(7n, left(9_000n), ports).epoch, '8');
  await ports.clock.pass(1_790_000);
  assert.equal(estimateCooldownEnd(7n, left(9_000n), ports).epoch, '9');
});

test('without a word on the running epoch no time is named', () => {
  assert.deepEqual(estimateCooldownEnd(7n, undefined, at(200)), { epoch: '8' });
});

test('the next epoch begins by the clock of the ledger, whatever the machine’s says', () => {
  const running = { epoch: 740n, now: BigInt(Date.parse('2026-12-24T10:00:00Z') / 1_000) };
  const next = estimateNextEpoch(running, { epoch: 740n, ...left(216_000n) }, at(200));
  assert.deepEqual(next, {
    epoch: '741',
    earliest: '2026-12-24T20:48:00.000Z',
    latest: '2026-12-24T23:12:00.000Z',
  });
  assert.deepEqual(estimateNextEpoch(running, { epoch: 739n, ...left(9n) }, at(200)), { epoch: '741' });
});
