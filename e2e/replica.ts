import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { type RuntimeParts, type Service, startService } from '@staking-agent/api';
import { sandboxEnvironment } from '@staking-agent/dev';
import type { Sandbox } from '@staking-agent/sandbox';
import { PATIENT_LIMITS } from '../packages/api/test/open-patient-store.ts';
import { makeDataDirectory, openSqliteHere, STEADY_NOW } from '../packages/api/test/open-sqlite-here.ts';
import { STEADY_CLOCK } from '../packages/api/test/steady-clock.ts';
import type { Answer, Cleanup } from './world.ts';

/**
 * Starts one more service on a sandbox that runs already.
 *
 * @param environment - variables; where it names no database, the service has a file that nobody else opens.
 */
export async function startReplica(
  t: Cleanup,
  sandbox: Pick<Sandbox, 'url'>,
  environment: Record<string, string>,
  parts: Pick<RuntimeParts, 'clock' | 'openLogWriter'> = {},
): Promise<Service> {
  const isNamed = 'DATA_DIR' in environment || 'DATABASE_URL' in environment;
  const DATA_DIR = isNamed ? undefined : await makeDataDirectory();
  const variables = {
    ...sandboxEnvironment(sandbox),
    ...QUIET,
    ...(DATA_DIR !== undefined && { DATA_DIR }),
    ...environment,
  };
  const service = await startService(variables, {
    store: { ...(!isNamed && OWN_FILE), limits: PATIENT_LIMITS },
    ...parts,
    clock: { ...STEADY_CLOCK, ...parts.clock },
  });
  t.after(async () => {
    await service.close();
    if (DATA_DIR !== undefined) rmSync(DATA_DIR, { recursive: true });
  });
  return service;
}

/** In this thread, by a clock that stands still when this process does. */
const OWN_FILE = { openFile: openSqliteHere, now: STEADY_NOW };

const QUIET = { PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_SECONDS: '0' };

/** A log that is read: what a service writes, line by line. */
export function createLines(): {
  readonly lines: string[];
  readonly parts: Pick<RuntimeParts, 'openLogWriter'>;
} {
  const lines: string[] = [];
  const writer = { write: (line: string) => void lines.push(line), close: async () => true };
  return { lines, parts: { openLogWriter: () => writer } };
}

/** Posts JSON with header fields exactly as given: in Latin-1, and one field as often as its list is long. */
export function postWithHeaders(
  url: string,
  body: object,
  headers: Record<string, string | string[]>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: JSON.parse(text) });
      },
    );
    asking.once('error', reject);
    asking.end(JSON.stringify(body));
  });
}
