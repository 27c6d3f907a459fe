import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { simulate } from '../simulate.ts';
import { runVmHistory } from './run-vm-history.ts';
import { VM_PLANTS } from './vm-plants.ts';

const SEEDS = 100;

test(`in ${SEEDS} histories on the vm every promise is kept`, async () => {
  assert.match(
    await simulate('--world', 'vm', '--seeds', `1..${SEEDS}`, '--brief'),
    /every promise was kept/,
  );
});

test('the same seed gives the same history on the vm, byte for byte', async () => {
  for (const seed of [3, 5, 7]) {
    const [one, other] = [await runVmHistory(seed), await runVmHistory(seed)];
    assert.ok(one.trace.length > 20);
    assert.deepEqual(one, other);
  }
});

describe('each rule that is taken out of the service is missed on the vm', () => {
  for (const [plant, { seed = 1 }] of Object.entries(VM_PLANTS)) {
    test(plant, async (context) => {
      const seeds = `${seed}..${seed + SEEDS - 1}`;
      const found = await simulate('--world', 'vm', '--seeds', seeds, '--plant', plant, '--brief');
      assert.match(found, /^seed \d+: /);
      context.diagnostic(found.slice(0, 200));
    });
  }
});
