import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTACKS, attackWhileStaking } from './attack-while-staking.ts';

for (const name of Object.keys(ATTACKS)) {
  test(`under ${name} no honest caller is refused`, async () => {
    const { stakes, refused } = await attackWhileStaking(name, 0.4);
    assert.ok(stakes > 0);
    assert.deepEqual(refused, []);
  });
}
