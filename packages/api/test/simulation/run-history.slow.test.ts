import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findViolation } from './find-violation.ts';
import type { Plant } from './simulated-node.ts';

const SEEDS = 3_000;
const MOST_SEEDS_TO_FIND = 1_000;

test(`in ${SEEDS} histories no caller pays twice, and every negative word is true in the end`, async () => {
  assert.equal(await findViolation('none', 1_000, SEEDS), undefined);
});

describe('each rule that is taken away is missed', () => {
  const plants: readonly Plant[] = [
    '504 as not sent',
    'unread as absent',
    'absent at any slot',
    'no margin',
    'no outbox',
    'no holder check',
  ];
  for (const plant of plants) {
    test(plant, async () => {
      assert.notEqual(await findViolation(plant, 1, MOST_SEEDS_TO_FIND), undefined);
    });
  }
});
