import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTACKS, attackWhileStaking } from './attack-while-staking.ts';

const SECONDS = 10;

for (const name of Object.keys(ATTACKS)) {
  test(`for ${SECONDS} seconds of ${name} no honest caller is refused`, async (t) => {
    const { stakes, refused, p99 } = await attackWhileStaking(name, SECONDS);
    t.diagnostic(`${stakes} stakes, ${refused.length} refused, p99 ${p99.toFixed(0)} ms`);
    assert.deepEqual(refused, []);
  });
}
