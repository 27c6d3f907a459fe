import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { openStore, type Store } from '../../api/src/store/open-store.ts';
import { createDice } from './dice.ts';
import { createOwner, createScheduler } from './scheduler.ts';
import { createSimulatedStore, type SimulatedStore } from './simulated-store.ts';
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

  test('columns that a newer version adds change no answer, and rows of a kind of its own stay as they are', async () => {
    for (const [i, script] of scripts.entries()) {
      const newer: { rows: object[] } = { rows: [] };
      assert.deepEqual(await simulate(script, newer), await simulate(script), `script ${i + 1}`);
      assert.deepEqual(
        newer.rows.map((row) => ({ ...row })),
        [OF_A_NEWER_VERSION],
      );
    }
  });
});

/** Its lease has ended, and it is older than what this version remembers. */
const OF_A_NEWER_VERSION = {
  signature: 'of a newer version',
  route: 'parked',
  signed_transaction: 'bytes',
  last_valid_block_height: '9',
  holder: 'newer',
  leased_until: 0,
  created_at: 0,
  added_later: 'kept',
};

/** Puts a database into the state that a newer version beside this one would leave it in. */
function makeNewer({ look }: SimulatedStore): void {
  for (const { name } of look(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  ))
    look(`alter table ${name} add column added_later text default 'later'`);
  const columns = Object.keys(OF_A_NEWER_VERSION);
  const places = columns.map(() => '?').join();
  look(
    `insert into pending_transactions (${columns.join()}) values (${places})`,
    ...Object.values(OF_A_NEWER_VERSION),
  );
}

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

async function simulate(script: readonly Operation[], newer?: { readonly rows: object[] }) {
  const scheduler = createScheduler();
  const clock = scheduler.createClock(createOwner());
  const store = await createSimulatedStore(clock, createDice(1));
  if (newer !== undefined) makeNewer(store);
  let results: Awaited<ReturnType<typeof runScript>> | undefined;
  const running = runScript(script, store.connect(0, clock)).then((done) => {
    results = done;
  });
  await scheduler.run(Number.POSITIVE_INFINITY, () => results !== undefined);
  await running;
  const { signature } = OF_A_NEWER_VERSION;
  if (newer !== undefined)
    newer.rows.push(...store.look('select * from pending_transactions where signature = ?', signature));
  store.close();
  return results;
}
