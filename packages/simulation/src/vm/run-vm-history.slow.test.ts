import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { searchApart } from '../search-apart.ts';
import { runVmHistory } from './run-vm-history.ts';
import { VM_PLANTS } from './vm-plants.ts';

const SEEDS = 100;

test(`in ${SEEDS} histories on the vm every promise is kept`, async () => {
  assert.equal(await searchApart(1, SEEDS, '--world', 'vm'), undefined);
});

test('the same seed gives the same history on the vm, byte for byte', async () => {
  for (const seed of [3, 5, 7]) {
    const [one, other] = [await runVmHistory(seed), await runVmHistory(seed)];
    assert.ok(one.trace.length > 20);
    assert.deepEqual(one, other);
  }
});

describe('each rule that is taken out of the service is missed on the vm', () => {
  for (const plant of Object.keys(VM_PLANTS)) {
    test(plant, async (context) => {
      const found = await searchApart(1, SEEDS, '--world', 'vm', '--plant', plant);
      assert.notEqual(found, undefined);
      context.diagnostic(`${found}`.slice(0, 200));
    });
  }
});
