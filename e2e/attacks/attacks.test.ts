import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createFundedWallet, startWorld } from '../world.ts';
import { attackWhileStaking, startAttacker } from './attack-while-staking.ts';
import { ATTACKS } from './attacks.ts';

/** One round of each attack, begun with a stake of each honest caller; seconds of each: attacks.slow.test.ts. */
const SECONDS = 0.05;
/** What only the slow run does: it costs as much as all others, of which two are many connections and many builds. */
const DEAR = 'builds, 30 ahead on each of 200 connections';

describe('while one caller attacks, no honest caller is refused', () => {
  const places = startWorld({ after }, { TRUST_PROXY: 'loopback', RATE_LIMITS: 'reads=1200' }).then(
    async (world) => ({ url: world.service.url, wallet: (await createFundedWallet(world, '100')).address }),
  );
  const attacker = startAttacker();
  after(() => attacker.terminate());
  for (const name of Object.keys(ATTACKS).filter((each) => each !== DEAR)) {
    test(name, async () => {
      const { stakes, refused } = await attackWhileStaking(attacker, name, SECONDS, await places);
      assert.ok(stakes > 0);
      assert.deepEqual(refused, []);
    });
  }
});
