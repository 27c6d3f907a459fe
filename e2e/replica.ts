import { request } from 'node:http';
import { type RuntimeParts, type Service, startService } from '@staking-agent/api';
import { sandboxEnvironment } from '@staking-agent/dev';
import type { Sandbox } from '@staking-agent/sandbox';
import { PATIENT_LIMITS } from '../packages/api/test/open-patient-store.ts';
import { STEADY_CLOCK } from '../packages/api/test/steady-clock.ts';
import type { Answer, Cleanup } from './world.ts';

/** Starts one more service on a sandbox that runs already. */
export async function startReplica(
  t: Cleanup,
  sandbox: Pick<Sandbox, 'url'>,
  environment: Record<string, string>,
  parts: Pick<RuntimeParts, 'clock' | 'openLogWriter'> = {},
): Promise<Service> {
  const variables = { ...sandboxEnvironment(sandbox), ...QUIET, ...environment };
  const service = await startService(variables, {
    store: { limits: PATIENT_LIMITS },
    ...parts,
    clock: { ...STEADY_CLOCK, ...parts.clock },
  });
  t.after(async () => void (await service.close()));
  return service;
}

const QUIET = { PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_SECONDS: '0' };

/** A log that is read: what a service writes, line by line. */
export function createLines(): {
  readonly lines: string[];
  readonly parts: Pick<RuntimeParts, 'openLogWriter'>;
} {
  const lines: string[] = [];
  const writer = { write: (line: string) => void lines.push(line), close: async () => {}, isStuck: false };
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
