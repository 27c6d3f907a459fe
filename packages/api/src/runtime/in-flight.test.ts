import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInFlight } from './loop.ts';

test('what is under way is found by its name until it is over, and may begin again', () => {
  const inFlight = createInFlight<object>();
  const [one, other] = [{}, {}];
  assert.equal(inFlight.get('a'), undefined);
  inFlight.set('a', one);
  inFlight.set('b', other);
  assert.equal(inFlight.get('a'), one);
  inFlight.set('a', other);
  assert.equal(inFlight.get('a'), other);
  inFlight.delete('a');
  inFlight.delete('a');
  inFlight.delete('nobody');
  assert.equal(inFlight.get('a'), undefined);
  assert.equal(inFlight.get('b'), other);
  inFlight.set('a', one);
  assert.equal(inFlight.get('a'), one);
});

test('all that is under way is listed once, the oldest name first, and what begins meanwhile too', () => {
  const inFlight = createInFlight<number>();
  inFlight.set('a', 1);
  inFlight.set('b', 2);
  inFlight.set('c', 3);
  inFlight.set('a', 4);
  inFlight.delete('b');
  const listed: (readonly [string, number])[] = [];
  for (const entry of inFlight.entries()) {
    listed.push(entry);
    if (entry[0] === 'a') inFlight.set('d', 5);
    inFlight.delete(entry[0]);
  }
  assert.deepEqual(listed, [
    ['a', 4],
    ['c', 3],
    ['d', 5],
  ]);
  assert.deepEqual([...inFlight.entries()], []);
});
