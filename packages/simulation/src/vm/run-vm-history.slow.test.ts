import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runVmHistory } from './run-vm-history.ts';
import { VM_PLANTS } from './vm-plants.ts';

const SEEDS = 100;

test(`in ${SEEDS} histories on the vm every promise is kept`, async () => {
  assert.equal(await search(SEEDS), null);
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
      const found = await search(SEEDS, plant);
      assert.notEqual(found, null);
      context.diagnostic(`${found}`.slice(0, 200));
    });
  }
});

/** Runs histories in a process of their own: the test runner follows every promise, which makes them dearer. */
function search(seeds: number, ...plant: readonly string[]): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const main = join(import.meta.dirname, 'search-vm.ts');
  execFile(process.execPath, [main, '1', String(seeds), ...plant], (error, stdout) => {
    if (error !== null) reject(error);
    else resolve(JSON.parse(stdout));
  });
  return promise;
}
