import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Fault } from './faults/index.ts';
import { PLANTS } from './plants.ts';
import { searchPlants, searchWide } from './search-apart.ts';

// biome-ignore lint/style/noProcessEnv: how many to try is for whoever tries them to say.
const SEEDS = Number(process.env['HISTORIES'] ?? 1_000);
const MOST_SEEDS_TO_FIND = 300;

test(`in ${SEEDS} histories every promise is kept`, async () => {
  assert.deepEqual(await searchWide(1, SEEDS), []);
});

describe('each rule that is taken away is missed', () => {
  const found = searchPlants(PLANTS, MOST_SEEDS_TO_FIND);
  for (const [plant, { shows }] of Object.entries(PLANTS)) {
    test(plant, async (context) => {
      const told = String(await found.get(plant));
      assert.match(told, shows);
      context.diagnostic(told.slice(0, 200));
    });
  }
});

test('a bad history is shrunk to a few faults that still make it bad', async () => {
  const plant = 'refusal after the send believed';
  const told = await simulate('--seeds', `1..${MOST_SEEDS_TO_FIND}`, '--plant', plant);
  assert.match(told, /WRONG: /);
  const [, before] = /^Shrunk from (\d+) faults/.exec(told) ?? [];
  const { faults } = JSON.parse(told.trimEnd().split('\n').at(-1) ?? '') as Least;
  assert.ok(faults.length < Number(before) / 2, `${faults.length} of ${before} faults`);
});

type Least = { readonly faults: readonly Fault[] };

/** Runs `npm run simulate`, which ends with 1 where it found a bad history; returns what it printed. */
function simulate(...options: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], (_, stdout) =>
    resolve(stdout),
  );
  return promise;
}
