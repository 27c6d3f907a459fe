import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '@staking-agent/sandbox';
import { Client } from 'pg';
import { createLedgerClient } from '../ledger-client.ts';
import { type Credit, createSightings, type Sighting } from './check-credits.ts';

const CREDITS = `SELECT wallet, partner_id, referral_code, referrer, signature, CAST(created_at AS TEXT) AS created_at
  FROM attributions ORDER BY wallet, created_at`;
const PAUSE_MILLISECONDS = 100;
const SETTLE_TRIES = 300;
/** Beyond the last look at the ledger, and an age that no claim of a run has by itself. */
const PASSED_MILLISECONDS = 61 * 60_000;
const OLD_MILLISECONDS = 60 * 60_000;
const STATUSES_PER_CALL = 256;

/** A service's database, from outside. */
export type Database = AsyncDisposable & { query(text: string): Promise<readonly object[]> };

/** Opens the database that a service with these variables has. */
export async function openDatabase(environment: Readonly<Record<string, string>>): Promise<Database> {
  const { DATABASE_URL, DATA_DIR = '' } = environment;
  if (DATABASE_URL === undefined) {
    return { query: async (text) => queryFile(DATA_DIR, text), [Symbol.asyncDispose]: async () => undefined };
  }
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  return {
    query: async (text) => (await client.query(text)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

// Opened for one query: a connection that outlives a killed service would spare the next one to recover the file.
function queryFile(directory: string, text: string): readonly object[] {
  const readOnly = text.startsWith('SELECT');
  const database = new DatabaseSync(join(directory, 'state.sqlite'), { readOnly, timeout: 5_000 });
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

/** Somebody who looks at the credits. */
export type CreditWatch = AsyncDisposable & { stop(): Promise<readonly Sighting[]> };

/** Reads the credits of a database again and again, until it is told to stop. */
export function watchCredits(database: Database): CreditWatch {
  const sightings = createSightings();
  const read = async () => sightings.note((await database.query(CREDITS)) as readonly Credit[]);
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      await read();
      await sleep(PAUSE_MILLISECONDS);
    }
  };
  const watching = watch();
  const end = () => {
    isStopped = true;
    return watching;
  };
  return {
    [Symbol.asyncDispose]: end,
    async stop() {
      await end();
      await read();
      return sightings.all();
    },
  };
}

/**
 * Lets all the time pass that a claim is given, and waits until none is left of those that were made before.
 *
 * @throws Error when services that run do not settle them.
 */
export async function settle(database: Database): Promise<void> {
  await database.query(
    `UPDATE forms SET created_at = created_at - ${PASSED_MILLISECONDS}, due_at = due_at - ${PASSED_MILLISECONDS}`,
  );
  for (let tries = 1; ; tries += 1) {
    const old = Date.now() - OLD_MILLISECONDS;
    const left = await database.query(
      `SELECT id FROM forms WHERE created_at < ${old} AND due_at IS NOT NULL
        AND (partner_id IS NOT NULL OR referral_code IS NOT NULL)`,
    );
    if (left.length === 0) return;
    if (tries === SETTLE_TRIES) throw new Error(`${left.length} claims are not settled.`);
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** How each of these signatures that is on the ledger ended there. */
export async function readLedger(
  sandbox: Pick<Sandbox, 'url'>,
  signatures: readonly string[],
): Promise<ReadonlyMap<string, 'done' | 'failed'>> {
  const { rpc } = createLedgerClient({ sandbox: sandbox as Sandbox });
  const ends = new Map<string, 'done' | 'failed'>();
  for (let at = 0; at < signatures.length; at += STATUSES_PER_CALL) {
    const batch = signatures.slice(at, at + STATUSES_PER_CALL);
    const asked = batch as readonly unknown[] as Parameters<typeof rpc.getSignatureStatuses>[0];
    const { value } = await rpc.getSignatureStatuses(asked, { searchTransactionHistory: true }).send();
    for (const [i, signature] of batch.entries()) {
      const status = value[i];
      if (!status || status.confirmationStatus === 'processed') continue;
      ends.set(signature, status.err === null ? 'done' : 'failed');
    }
  }
  return ends;
}
