import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { createDataDirectory } from './admin.ts';
import { DEPLOYED, LAPTOP_ONLY, OURS } from './deployed-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Names of all that npm would install for the service in a place of its own, as README says to deploy it. */
async function installedPackages(t: TestContext): Promise<string[]> {
  const place = createDataDirectory(t);
  for (const file of [
    'package.json',
    'package-lock.json',
    ...DEPLOYED.map((name) => `${name}/package.json`),
  ]) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(place, file));
  }
  const { stdout } = await run('npm', ['ci', '--omit=dev', '--dry-run', '--offline'], { cwd: place });
  return [...stdout.matchAll(/^add (\S+) \S+$/gm)].map(([, name = '']) => name);
}

test('an installation of the service without development packages has nothing of the laptop in it', async (t) => {
  const installed = await installedPackages(t);
  assert.deepEqual(
    installed.filter((name) => LAPTOP_ONLY.test(name)),
    [],
  );
  assert.deepEqual(
    installed.filter((name) => name.startsWith(OURS)).sort(),
    DEPLOYED.map((path) => path.replace('packages/', OURS)),
  );
  assert.ok(installed.includes('find-my-way'));
  assert.ok(
    installed.some((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name)),
    'Node comes with it',
  );
});
