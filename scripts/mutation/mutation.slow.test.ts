import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Postgres, startPostgres } from '../../packages/test-postgres/src/start-postgres.ts';
import { createTestPlace } from '../test-place.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { judgeModule, printJudgement } from './judge-module.ts';
import { findModule, MODULE_NAMES } from './modules.ts';

/** A gate must not fail by chance. */
const SEED = 1;

describe('tests notice faults of the modules that move money and tell outcomes', () => {
  const place = createTestPlace();
  let postgres: Postgres | undefined;
  before(async () => {
    postgres = await startPostgres({ directory: place.folder });
  });
  after(async () => {
    await postgres?.close();
    place.remove();
  });

  for (const name of MODULE_NAMES) {
    test(name, async (t) => {
      const module = findModule(name);
      const judgement = await judgeModule(module, {
        seed: SEED,
        size: module.sample,
        processes: availableParallelism(),
        environment: { TMPDIR: place.folder, TEST_POSTGRES: dirname(postgres?.socketPath ?? '') },
      });
      const figures = printJudgement(name, judgement);
      t.diagnostic(figures);
      assert.ok(judgement.share >= module.least, `${100 * module.least} % are due; ${figures}`);
    });
  }

  test('but for those that are no faults', (t) => {
    for (const { file, before, reason } of EQUIVALENTS) t.diagnostic(`${file}: ${before}: ${reason}`);
    assert.equal(new Set(EQUIVALENTS.map((each) => JSON.stringify(each))).size, EQUIVALENTS.length);
  });
});
