import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM_CLOCK, SYSTEM_RANDOM } from '../runtime/clock.ts';
import { drawRequestId } from './requests.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a request id is a UUID of version 7: of its time, sorted by it, and never the same twice', () => {
  const at = (now: number) =>
    drawRequestId({ clock: { ...SYSTEM_CLOCK, now: () => now }, random: SYSTEM_RANDOM });
  const time = Date.parse('2026-07-31T12:00:00Z');
  const ids = Array.from({ length: 1_000 }, (_, i) => at(time + i));
  for (const [i, id] of ids.entries()) {
    assert.match(id, UUID_7);
    assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), time + i);
  }
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(Array.from({ length: 1_000 }, () => at(time))).size, 1_000);
});
