import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInFlight } from './in-flight.ts';

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
