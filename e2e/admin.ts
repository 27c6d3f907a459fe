import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runAdmin } from '@staking-agent/api/admin';
import { openPatientStore } from '../packages/api/test/open-patient-store.ts';
import { until } from './until.ts';
import type { Cleanup } from './world.ts';

/** What partner keys are hashed under in tests. */
export const PARTNER_KEY_SECRETS = `test:${Buffer.alloc(32, 11).toString('base64')}`;

/** A row of `attributions list --json`. */
export type ListedAttribution = {
  readonly wallet: string;
  readonly partner_id: string | null;
  readonly referral_code: string | null;
  readonly referrer: string | null;
  readonly signature: string;
};

/** Makes a directory, mostly for the data of a service, and removes it after the test, although it may be written to once more. */
export function createDataDirectory(t: Cleanup): string {
  const directory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  t.after(async () => rmSync(directory, { recursive: true, maxRetries: 5 }));
  return directory;
}

/**
 * The operator's commands, each with a store of its own beside the service's. Its file is opened in a thread of its own: one
 * that waited in this thread for the service's lock would keep the service from giving it back. As processes they are slow to
 * start.
 */
export function createOperator(environment: Record<string, string>) {
  const variables = { PARTNER_KEY_SECRETS, ...environment };
  const run = async (...argv: string[]) => {
    const told = { out: '', error: '' };
    const streams = {
      out: (text: string) => {
        told.out += text;
      },
      error: (text: string) => {
        told.error += text;
      },
    };
    const code = await runAdmin([...argv, '--json'], variables, streams, (at) => openPatientStore(at));
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${told.error}`);
    return JSON.parse(told.out);
  };
  const attributions = (...options: string[]): Promise<ListedAttribution[]> =>
    run('attributions', 'list', ...options);
  return {
    run,
    attributions,
    addPartner: (name: string): Promise<{ id: string; key: string }> => run('partners', 'add', name),
    createCode: async (wallet: string): Promise<string> => (await run('referrals', 'create', wallet)).code,
    /** Waits until a wallet is credited. */
    async readCredit(wallet: string): Promise<ListedAttribution> {
      const { DATA_DIR, DATABASE_URL } = environment;
      return until('the wallet is credited', async () => {
        // Each command opens the store anew: that is too much to ask twenty times a second.
        if (DATABASE_URL === undefined && DATA_DIR !== undefined) {
          await makeClaimsDue(DATA_DIR, 'signature IS NOT NULL');
          if (!(await isCredited(DATA_DIR, wallet))) return undefined;
        }
        return (await attributions()).find((row) => row.wallet === wallet);
      });
    },
  };
}

function isCredited(dataDirectory: string, wallet: string): Promise<boolean> {
  return withDatabase(dataDirectory, (database) => {
    return database.prepare('SELECT 1 FROM attributions WHERE wallet = ?').get(wallet) !== undefined;
  });
}

/** Claims in a service's file that wait for their stake. */
export function pendingClaims(dataDirectory: string): Promise<number> {
  return withDatabase(dataDirectory, (database) => {
    const [row] = database
      .prepare(`SELECT count(*) AS count FROM forms
      WHERE due_at IS NOT NULL AND (partner_id IS NOT NULL OR referral_code IS NOT NULL)`)
      .all();
    return Number(row?.['count']);
  });
}

/** Lets time pass for every pending claim in a service's file: the database's clock is nobody's to move. */
export async function passTime(dataDirectory: string, milliseconds: number): Promise<void> {
  await withDatabase(dataDirectory, (database) => {
    database
      .prepare('UPDATE forms SET created_at = created_at - ?, due_at = due_at - ? WHERE due_at IS NOT NULL')
      .run(milliseconds, milliseconds);
  });
}

/** Waits until no claim in a service's file waits for its stake. */
export async function allSettled(dataDirectory: string): Promise<void> {
  await until('all claims are settled', async () => {
    await makeClaimsDue(dataDirectory);
    return (await pendingClaims(dataDirectory)) === 0;
  });
}

/**
 * Makes pending claims due at once: after a call to the ledger that failed they would be in a minute, by a clock that goes on
 * while this process does not.
 *
 * @param those - a condition in SQL; all of them unless given.
 */
async function makeClaimsDue(dataDirectory: string, those = 'TRUE'): Promise<void> {
  await withDatabase(dataDirectory, (database) => {
    database
      .prepare(`UPDATE forms SET due_at = 0 WHERE due_at IS NOT NULL AND state <> 'sent' AND ${those}`)
      .run();
  });
}

/** Opens the file of a service, which may hold its lock: one in this process gives it back in a later turn only. */
export async function withDatabase<Result>(
  dataDirectory: string,
  work: (database: DatabaseSync) => Result,
): Promise<Result> {
  const done = await until('the database is free', () => {
    const database = new DatabaseSync(join(dataDirectory, 'state.sqlite'), { timeout: 0 });
    try {
      return { result: work(database) };
    } catch (error) {
      if (error instanceof Error && error.message === 'database is locked') return undefined;
      throw error;
    } finally {
      database.close();
    }
  });
  return done.result;
}

/** Takes the write lock of a service's database as soon as it is free, and holds it until the connection releases it. */
export async function takeLock(database: DatabaseSync): Promise<void> {
  const begin = async () => database.exec('BEGIN IMMEDIATE') === undefined;
  await until('the database is free', () => begin().catch(() => false));
}
