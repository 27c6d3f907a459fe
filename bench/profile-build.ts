import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDeployment } from '../packages/chain/src/deployment.ts';
import { sandboxEnvironment } from '../packages/dev/src/index.ts';
import { startSandbox } from '../packages/sandbox/src/index.ts';
import type { Spent } from './cpu-profile.ts';
import { readDeployment } from './deployment.ts';
import { startPinned } from './pinned-process.ts';
import { createCall, prepareRequests } from './prepare-requests.ts';
import { readCpu } from './read-cpu.ts';
import { print, printTable } from './report.ts';

const WARM_UP = 300;
const COUNTED = 60;
const SECONDS = 10;
const LEAST_SHARE = 0.008;

// `node bench/profile-build.ts <request> …`: where the time of one goes; the names are those of the table of every build.
const wanted = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
const sandbox = await startSandbox({ deployment: parseDeployment(readDeployment()), port: 0 });
const environment = {
  ...sandboxEnvironment(sandbox),
  PORT: '0',
  ADMIN_PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
  DATA_DIR: directory,
  NODE_ENV: 'development',
};
const service = await startPinned('servers/profiled.ts', 0, [JSON.stringify(environment)]);
const call = createCall(`${service.ready}/api/v1`);
const { requests } = await prepareRequests(sandbox, call, WARM_UP + COUNTED);
for (const [title, path, body] of requests) {
  if (!wanted.includes(title)) continue;
  const ask = () =>
    body === undefined ? call('GET', path) : call('POST', path, typeof body === 'function' ? body() : body);
  for (let i = 0; i < WARM_UP; i += 1) await ask();
  const before = readCpu([service.pid]);
  for (let i = 0; i < COUNTED; i += 1) await ask();
  const milliseconds = (readCpu([service.pid]) - before) / 1_000 / COUNTED;
  let isOver = false;
  const spending = service.ask({ profileSeconds: SECONDS }) as Promise<readonly Spent[]>;
  const spent = spending.finally(() => {
    isOver = true;
  });
  while (!isOver) await ask();
  printTable(
    [`${title}: ${milliseconds.toFixed(2)} ms of CPU, without the profiler`, '%', 'µs'],
    (await spent)
      .filter(({ share }) => share >= LEAST_SHARE)
      .map(({ place, share }) => [
        place,
        (share * 100).toFixed(1),
        (share * milliseconds * 1_000).toFixed(0),
      ]),
  );
}
if (wanted.length === 0) print(`Requests: ${requests.map(([title]) => title).join(' · ')}`);
service.stop();
await sandbox.close();
rmSync(directory, { recursive: true });
process.exit(0);
