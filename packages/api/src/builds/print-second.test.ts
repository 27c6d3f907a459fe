import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printSecond } from './finish.ts';

test('a second prints as the ISO time it is, again, and after others', () => {
  for (const seconds of [0, 0, 1_795_365_572, 1_795_365_572, 1_795_365_573, 1_795_365_572, 0]) {
    assert.equal(printSecond(seconds), new Date(seconds * 1_000).toISOString());
  }
});
