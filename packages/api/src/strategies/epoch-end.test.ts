import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { TERMS } from '../../test/native-build.ts';
import { describeEpochEnd, estimateCooldownEnd, estimateNextEpoch } from './options.ts';
import type { StrategyServices } from './strategy.ts';

/** Services with a slot time, and their clock. */
function at(slotMilliseconds: number | undefined) {
  const clock = createManualClock(Date.parse('2026-11-22T10:00:00Z'));
  const services: object = { blockhash: { slotMilliseconds: () => slotMilliseconds }, clock };
  return Object.assign(services as StrategyServices, { clock });
}
/** The ledger's clock, which the machine's knows nothing of. */
const running = (epoch: bigint) => ({
  epoch,
  now: BigInt(Date.parse('2026-11-22T10:00:00Z') / 1_000),
  slot: 1n,
  epochStart: 0n,
});
const left = (slotsLeft: bigint) => ({ slotsLeft, readAt: 0 });
const terms = (epoch: bigint, slotsLeft: bigint) => ({
  ...TERMS,
  ...{ epoch, slotsLeft },
});

test('stake is free when the running epoch has ended, while a build of now must land before', () => {
  const { epoch, earliest, latest } = estimateCooldownEnd(running(740n), left(216_000n), at(200));
  assert.deepEqual(
    [epoch, earliest, latest],
    ['741', '2026-11-22T20:48:00.000Z', '2026-11-22T23:12:00.000Z'],
  );
  assert.equal(estimateCooldownEnd(running(740n), left(230n), at(200)).epoch, '741');
});

test('it is promised an epoch later where that may land after the end, and no time is', () => {
  for (const slots of [0n, 1n, 150n, 200n]) {
    assert.deepEqual(
      estimateCooldownEnd(running(740n), left(slots), at(200)),
      { epoch: '742' },
      String(slots),
    );
    assert.deepEqual(estimateCooldownEnd(running(740n), left(slots), at(undefined)), { epoch: '742' });
  }
});

test('slots that have passed since the reading count', async () => {
  const ports = at(200);
  assert.equal(estimateCooldownEnd(running(7n), left(9_000n), ports).epoch, '8');
  await ports.clock.pass(1_790_000);
  assert.equal(estimateCooldownEnd(running(7n), left(9_000n), ports).epoch, '9');
});

test('without a word on the running epoch no time is named', () => {
  assert.deepEqual(estimateCooldownEnd(running(7n), undefined, at(200)), { epoch: '8' });
});

test('of another epoch than the running one, no time is named', () => {
  assert.deepEqual(estimateNextEpoch(running(740n), terms(740n, 216_000n), at(200)), {
    epoch: '741',
    earliest: '2026-11-22T20:48:00.000Z',
    latest: '2026-11-22T23:12:00.000Z',
  });
  assert.deepEqual(estimateNextEpoch(running(740n), terms(739n, 9n), at(200)), { epoch: '741' });
});

test('names the time by slots left and slot time', () => {
  assert.equal(
    describeEpochEnd(terms(740n, 216_000n), at(200)),
    'epoch 740 at present, expected to end about 2026-11-22 22:00 UTC',
  );
  assert.match(describeEpochEnd(terms(740n, 216_000n), at(400)), /2026-11-23 10:00 UTC$/);
});

test('counts the time since the reading', async () => {
  const ports = at(200);
  await ports.clock.pass(600_000);
  assert.match(describeEpochEnd(terms(1n, 9_000n), ports), /10:30 UTC$/);
  assert.match(describeEpochEnd(terms(1n, 5n), ports), /10:10 UTC$/);
});

test('names no time while no slot time is known', () => {
  assert.equal(describeEpochEnd(terms(7n, 1n), at(undefined)), 'epoch 7 at present');
});
