import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Fault } from './faults/index.ts';
import { PLANTS } from './plant.ts';
import { runHistory } from './run-history.ts';
import { searchApart, searchPlants } from './search-apart.ts';

// biome-ignore lint/style/noProcessEnv: how many to try is for whoever tries them to say.
const SEEDS = Number(process.env['HISTORIES'] ?? 20_000);
const MOST_SEEDS_TO_FIND = 1_000;

test(`in ${SEEDS} histories every promise is kept`, async () => {
  assert.deepEqual(await searchApart(1, SEEDS), []);
});

describe('each rule that is taken away is missed', () => {
  const searched = Promise.withResolvers<ReadonlyMap<string, string | undefined>>();
  before(() => {
    searchPlants(PLANTS, MOST_SEEDS_TO_FIND).then(searched.resolve, searched.reject);
  });
  for (const plant of PLANTS) {
    test(plant, async (context) => {
      const found = (await searched.promise).get(plant);
      assert.notEqual(found, undefined);
      context.diagnostic(`${found}`.slice(0, 100));
    });
  }
});

test('a bad history is shrunk to a few faults that still make it bad', async () => {
  const plant = '504 as not sent';
  const told = await simulate('--seeds', `1..${MOST_SEEDS_TO_FIND}`, '--plant', plant);
  assert.match(told, /node: send 504 after\n[\s\S]*WRONG: /);
  const [, before] = /^Shrunk from (\d+) faults/.exec(told) ?? [];
  const { seed, faults, callers } = JSON.parse(told.trimEnd().split('\n').at(-1) ?? '') as Least;
  assert.ok(faults.length < Number(before) / 2, `${faults.length} of ${before} faults`);
  const least = await runHistory(seed, { plant, callers, faults });
  assert.notDeepEqual(least.violations, []);
  for (const [i] of faults.entries()) {
    const less = await runHistory(seed, { plant, callers, faults: faults.toSpliced(i, 1) });
    assert.deepEqual(less.violations, []);
  }
});

type Least = {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly callers: readonly number[];
};

/** Runs `npm run simulate`, which ends with 1 where it found a bad history; returns what it printed. */
function simulate(...options: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], (_, stdout) =>
    resolve(stdout),
  );
  return promise;
}
