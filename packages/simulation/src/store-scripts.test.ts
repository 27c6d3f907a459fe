import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { openStore, type Store } from '../../api/src/store/open-store.ts';
import { createDice } from './dice.ts';
import { createOwner, createScheduler } from './scheduler.ts';
import { createSimulatedStore } from './simulated-store.ts';
import { type Operation, runScript, writeScript } from './store-script.ts';

const SCRIPTS = 3;
const LENGTH = 200;

/** The same scripts on the database that histories run on and on those that the service runs on. */
describe('generated scripts of store operations', () => {
  const directory = mkdtempSync(join(tmpdir(), 'scripts-'));
  after(() => rmSync(directory, { recursive: true }));
  const scripts = Array.from({ length: SCRIPTS }, (_, i) => writeScript(createDice(i + 1), LENGTH));

  test('the simulated store answers as SQLite does', async () => {
    await compare(scripts, (i) =>
      openStore({ databaseUrl: undefined, dataDirectory: join(directory, String(i)) }),
    );
  });

  test('the simulated store answers as PostgreSQL does', async () => {
    await compare(scripts, async () =>
      openStore({ databaseUrl: await createSharedDatabase(), dataDirectory: '' }),
    );
  });
});

async function compare(
  scripts: readonly (readonly Operation[])[],
  open: (i: number) => Promise<Store>,
): Promise<void> {
  for (const [i, script] of scripts.entries()) {
    const real = await open(i);
    try {
      assert.deepEqual(await runScript(script, real), await simulate(script), `script ${i + 1}`);
    } finally {
      await real.close();
    }
  }
}

async function simulate(script: readonly Operation[]) {
  const scheduler = createScheduler();
  const clock = scheduler.createClock(createOwner());
  const store = await createSimulatedStore(clock, createDice(1));
  let results: Awaited<ReturnType<typeof runScript>> | undefined;
  const running = runScript(script, store.connect(0, clock)).then((done) => {
    results = done;
  });
  await scheduler.run(Number.POSITIVE_INFINITY, () => results !== undefined);
  await running;
  store.close();
  return results;
}
