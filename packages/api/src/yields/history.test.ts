import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FigureUnavailable } from '../problems/faults.ts';
import { cutHistory, type SourcePoint, toHistory } from './history.ts';

const DAY = 86_400_000;
const TODAY = Date.parse('2026-07-31T13:00:00Z');
const dates = (points: readonly { date: string }[]) => points.map(({ date }) => date);

test('points come out by date, oldest first, with two decimals', () => {
  const points: SourcePoint[] = [
    { at: '2026-07-02T23:59:59.999Z', percent: 6.404999 },
    { at: Date.parse('2026-06-30T00:00:00Z'), percent: 6.405001 },
    { at: '2026-07-01', percent: 1_000 },
  ];
  assert.deepEqual(toHistory(points), [
    { date: '2026-06-30', apy: 6.41 },
    { date: '2026-07-01', apy: 1_000 },
    { date: '2026-07-02', apy: 6.4 },
  ]);
});

test('of two points of a date the later stays, and one without a value takes no point away', () => {
  const points: SourcePoint[] = [
    { at: '2026-07-01T01:00:00Z', percent: 5 },
    { at: '2026-07-01T23:00:00Z', percent: 6 },
    { at: '2026-07-01T23:30:00Z', percent: undefined },
    { at: '2026-07-02', percent: undefined },
  ];
  assert.deepEqual(toHistory(points), [{ date: '2026-07-01', apy: 6 }]);
});

test('dates are those of UTC, whatever offset the source writes', () => {
  assert.deepEqual(dates(toHistory([{ at: '2026-07-01T01:00:00+02:00', percent: 5 }])), ['2026-06-30']);
});

test('what is no date makes the whole series unusable', () => {
  for (const at of [
    '',
    '1',
    'yesterday',
    '2026-13-01',
    '07/01/2026',
    '2026-07-01 00:00',
    Number.NaN,
    9e15,
    -9e15,
  ]) {
    const points = [
      { at: '2026-07-01', percent: 5 },
      { at, percent: 5 },
    ];
    assert.throws(() => toHistory(points), FigureUnavailable, String(at));
  }
});

test('a series without a usable point is unusable', () => {
  assert.throws(() => toHistory([]), FigureUnavailable);
  assert.throws(() => toHistory([{ at: '2026-07-01', percent: undefined }]), FigureUnavailable);
});

test('no more than the newest 5,000 days are kept', () => {
  const points = Array.from({ length: 6_000 }, (_, i) => ({ at: TODAY - i * DAY, percent: 5 }));
  const history = toHistory(points.toReversed());
  assert.equal(history.length, 5_000);
  assert.equal(history.at(-1)?.date, '2026-07-31');
});

const daily = toHistory(Array.from({ length: 400 }, (_, i) => ({ at: TODAY - i * DAY, percent: 5 })));
for (const [range, first, count] of [
  ['1M', '2026-07-01', 31],
  ['3M', '2026-05-02', 91],
  ['6M', '2026-02-01', 181],
  ['All', '2025-06-27', 400],
] as const) {
  test(`${range} of a daily series has both its ends: ${first} and today`, () => {
    const points = cutHistory(daily, range, TODAY);
    assert.deepEqual([points[0]?.date, points.at(-1)?.date, points.length], [first, '2026-07-31', count]);
  });
}

test('the same at any hour of the day', () => {
  for (const hour of ['00:00:00.000', '23:59:59.999']) {
    assert.equal(cutHistory(daily, '1M', Date.parse(`2026-07-31T${hour}Z`)).length, 31);
  }
});

test('a range ends today, not with the last point of a source that stands still', () => {
  const old = daily.filter(({ date }) => date <= '2026-07-10');
  assert.deepEqual(dates(cutHistory(old, '1M', TODAY)).slice(0, 1), ['2026-07-01']);
  assert.deepEqual(cutHistory(old, '1M', TODAY + 60 * DAY), []);
  assert.equal(cutHistory(old, 'All', TODAY + 60 * DAY).length, old.length);
});

test('a source whose calendar is ahead of ours is cut from its newest point', () => {
  const points = cutHistory(daily, '1M', TODAY - 100 * DAY);
  assert.deepEqual([points[0]?.date, points.length], ['2026-07-01', 31]);
});
