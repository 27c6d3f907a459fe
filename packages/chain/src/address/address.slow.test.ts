import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertDerivesLikeKit } from '../../test/assert-derives-like-kit.ts';

test('derives what kit derives, fifteen thousand times', async () => {
  const bumps = await assertDerivesLikeKit(15_000);
  // One derivation in 1,024 needs a tenth bump.
  assert.ok([...bumps.keys()].some((bump) => bump <= 246));
});
