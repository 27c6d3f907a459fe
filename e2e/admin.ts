import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CHILD_ENVIRONMENT } from './child-environment.ts';
import type { Cleanup } from './world.ts';

const MAIN = join(import.meta.dirname, '../packages/api/src/admin/main.ts');
const execute = promisify(execFile);

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

/** Makes a data directory for a service and its operator, and removes it after the test. */
export function createDataDirectory(t: Cleanup): string {
  const directory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  t.after(async () => rmSync(directory, { recursive: true }));
  return directory;
}

/** The operator's commands, run as processes of their own beside the service. */
export function operatorOf(environment: Record<string, string>) {
  const variables = { ...CHILD_ENVIRONMENT, PARTNER_KEY_SECRETS, ...environment };
  const run = async (...argv: string[]) => {
    const { stdout } = await execute(process.execPath, [MAIN, ...argv, '--json'], { env: variables });
    return JSON.parse(stdout);
  };
  const attributions = (...options: string[]): Promise<ListedAttribution[]> =>
    run('attributions', 'list', ...options);
  return {
    run,
    attributions,
    addPartner: (name: string): Promise<{ id: string; key: string }> => run('partners', 'add', name),
    createCode: async (wallet: string): Promise<string> => (await run('referrals', 'create', wallet)).code,
    /** Waits until a wallet is credited. */
    async creditOf(wallet: string): Promise<ListedAttribution> {
      const until = performance.now() + 20_000;
      for (;;) {
        const found = (await attributions()).find((row) => row.wallet === wallet);
        if (found !== undefined) return found;
        if (performance.now() > until) throw new Error('The wallet is not credited.');
        await sleep(300);
      }
    },
  };
}

/** Claims in a service's file that wait for their stake. */
export function pendingClaims(dataDirectory: string): number {
  return withDatabase(dataDirectory, (database) => {
    const [row] = database.prepare('SELECT count(*) AS count FROM pending_attributions').all();
    return Number(row?.['count']);
  });
}

/** Lets time pass for every pending claim in a service's file: the database's clock is nobody's to move. */
export function passTime(dataDirectory: string, milliseconds: number): void {
  withDatabase(dataDirectory, (database) => {
    database
      .prepare('UPDATE pending_attributions SET created_at = created_at - ?, due_at = due_at - ?')
      .run(milliseconds, milliseconds);
  });
}

function withDatabase<Result>(dataDirectory: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(dataDirectory, 'state.sqlite'), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
