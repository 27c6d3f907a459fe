import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPinned } from '../bench/pinned-process.ts';
import { createCall, prepareRequests } from '../bench/prepare-requests.ts';
import { startService } from '../packages/api/src/index.ts';
import { sandboxEnvironment } from '../packages/dev/src/index.ts';

/*
 * Prints how many files of the service a request runs: those with a function that ran while it was answered, less those
 * that run anyway while there is none. The sandbox is a process of its own: it runs files of chain as well.
 */

const SOURCE = /\/(packages\/(?:api|wire|chain|verify)\/src\/(?!.*\/generated\/).+)$/;
const BACKGROUND_MILLISECONDS = 3_000;
/** One request that loads what is loaded once, and the one that counts. */
const TIMES = 2;

const directory = mkdtempSync(join(tmpdir(), 'staking-crossed-'));
const quiet = { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off', CONSOLE: 'off' };
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const sandbox = await startPinned('servers/sandbox.ts', 1);
const url = String(sandbox.ready);
const service = await startService({ ...sandboxEnvironment({ url }), ...quiet, DATA_DIR: directory });
try {
  const call = createCall(`${service.url}/api/v1`);
  const requests = await prepareRequests({ url }, call, TIMES);
  const bodies = new Map(requests.map(([title, path, body]) => [title, { path, body }]));
  let signature = '';
  const ask = async (title: string): Promise<void> => {
    const { path, body } = bodies.get(title) ?? fail(title);
    const answer = await call('POST', path, typeof body === 'function' ? body() : body);
    if (path === '/broadcast') signature = String(answer['signature']);
  };
  const rows: Readonly<Record<string, () => Promise<unknown>>> = {
    'stake native': () => ask('stake native'),
    'broadcast native': () => ask('broadcast native'),
    'status of that broadcast': () => call('GET', `/transactions/${signature}`),
    'stake liquid': () => ask('stake liquid'),
    'unstake leveraged, flash loan': () => ask('unstake leveraged, flash loan'),
    'stake USDC': () => ask('stake USDC'),
  };
  for (const send of Object.values(rows)) await send();
  await takeFiles();
  await sleep(BACKGROUND_MILLISECONDS);
  const background = await takeFiles();
  process.stdout.write(`${String(background.size).padStart(4)}  in the background\n`);
  for (const [title, send] of Object.entries(rows)) {
    await takeFiles();
    await send();
    const crossed = (await takeFiles()).difference(background);
    process.stdout.write(`${String(crossed.size).padStart(4)}  ${title}\n`);
  }
} finally {
  await service.close();
  sandbox.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Returns the files with a function that ran since the last call. */
async function takeFiles(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  return new Set(ran.flatMap(({ url }) => SOURCE.exec(url)?.[1] ?? []));
}

function fail(title: string): never {
  throw new Error(`No request is named ${title}.`);
}
