import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { simulate } from '../simulate.ts';
import { runVmHistory } from './run-vm-history.ts';
import { VM_PLANTS } from './vm-plants.ts';

const HISTORIES = 50;
/** Others in every run, as those on models. */
const FIRST = randomInt(2 ** 31);
const MOST_SEEDS_TO_FIND = 100;

test(`in ${HISTORIES} histories on the vm every promise is kept`, async (t) => {
  const seeds = `${FIRST}..${FIRST + HISTORIES - 1}`;
  t.diagnostic(`seeds ${seeds}`);
  assert.match(await simulate('--world', 'vm', '--seeds', seeds, '--brief'), /every promise was kept/);
});

test('the same seed gives the same history on the vm, byte for byte', async () => {
  for (const seed of [3, 7]) {
    const [one, other] = [await runVmHistory(seed), await runVmHistory(seed)];
    assert.ok(one.trace.length > 20);
    assert.deepEqual(one, other);
  }
});

describe('each rule that is taken out of the service is missed on the vm', () => {
  for (const [plant, { seed = 1 }] of Object.entries(VM_PLANTS)) {
    test(plant, async (context) => {
      const seeds = `${seed}..${seed + MOST_SEEDS_TO_FIND - 1}`;
      const found = await simulate('--world', 'vm', '--seeds', seeds, '--plant', plant, '--brief');
      assert.match(found, /^seed \d+: /);
      context.diagnostic(found.slice(0, 200));
    });
  }
});
