import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { runCommand } from '@staking-agent/conformance';
import { findFreePort, sandboxEnvironment } from '@staking-agent/dev';
import { startSandbox } from '@staking-agent/sandbox';
import { createDataDirectory } from './admin.ts';
import { findBlocks } from './find-blocks.ts';
import { until } from './until.ts';
import { DEPLOYMENT, send } from './world.ts';

/*
 * The scripts of package.json that start processes. What the processes do, documents.test.ts and laptop.test.ts see in their
 * own.
 */

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
// biome-ignore lint/style/noProcessEnv: npm needs the environment it was itself given.
const inherited = process.env;

/** Starts a service by a script of npm, on free ports. */
async function startScript(t: TestContext, words: readonly string[], more: Record<string, string> = {}) {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const variables = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDirectory };
  const child = spawn('npm', words, {
    cwd: ROOT,
    detached: true,
    env: { ...inherited, ...variables, ADMIN_PORT: 'off', ...more },
  });
  const exited = once(child, 'exit');
  t.after(async () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // Nothing of the group is left.
    }
    await exited;
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  return { child, port, sandboxPort, lines: createInterface({ input: child.stdout }) };
}

test('the conformance kit finds nothing wrong with npm start, as its page has it', async (t) => {
  const { port, sandboxPort, lines } = await startScript(t, ['start']);
  for await (const line of lines) if (line.includes('npm run demo')) break;
  const [conformance = ''] = findBlocks(read('docs/conformance.md'), 'sh');
  assert.equal(JSON.parse(read('package.json')).scripts.conformance, 'node packages/conformance/src/main.ts');
  for (const line of conformance.trim().split('\n')) {
    const [, args = assert.fail(line)] = /^npm run conformance -- (.+)$/.exec(line) ?? [];
    const here = args.replaceAll(':3000', `:${port}`).replaceAll(':8899', `:${sandboxPort}`);
    const { stdout: report } = await runCommand(here.split(' '));
    assert.match(report, /^# [1-9]\d* passed, 0 failed/m);
  }
});

for (const words of [['start'], ['run', 'dev'], ['run', 'serve']]) {
  test(`npm ${words.join(' ')}: a SIGTERM to npm ends the service, and then npm`, async (t) => {
    const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
    t.after(() => sandbox.close());
    const upstreams = words.includes('serve') ? sandboxEnvironment(sandbox) : {};
    const { child, port, lines } = await startScript(t, words, { SHUTDOWN_SECONDS: '0', ...upstreams });
    lines.resume();
    const health = () => send('GET', `http://127.0.0.1:${port}/api/v1/health`);
    await until('the service answers', async () => {
      assert.equal(child.exitCode, null, 'the service did not start');
      return (await health().catch(() => undefined))?.status === 200;
    });
    const [exited, closed] = [once(child, 'exit'), once(child, 'close')];
    // npm alone, as a supervisor does that knows only the process it started.
    child.kill('SIGTERM');
    await exited;
    await assert.rejects(health(), /ECONNREFUSED/);
    // The last process that holds the pipes has ended with it.
    await closed;
  });
}

test('npm run dev starts the service again when a file is saved', async (t) => {
  const { port, lines } = await startScript(t, ['run', 'dev']);
  const seen: string[] = [];
  const health = `http://127.0.0.1:${port}/api/v1/health`;
  for await (const line of lines) {
    seen.push(line);
    if (!line.includes('npm run demo')) continue;
    assert.equal((await send('GET', health)).status, 200);
    if (seen.some((each) => each.startsWith('Restarting'))) return;
    const now = new Date();
    utimesSync(join(ROOT, 'packages/wire/src/index.ts'), now, now);
  }
  assert.fail(`The process ended: ${seen.join('\n')}`);
});

test('npm run demo walks through a world of its own', async () => {
  const { stdout } = await run('npm', ['run', 'demo', '--silent'], { cwd: ROOT });
  const [shown = ''] = findBlocks(read('docs/sandbox.md'), 'text');
  const steps = (text: string) => text.split('\n').filter((line) => /^\S/.test(line));
  assert.deepEqual(steps(stdout), steps(shown));
});

test('the demo and the tests of binaries use the folder of SANDBOX_PROGRAMS_DIR', async (t) => {
  const folder = createDataDirectory(t);
  const options = { cwd: ROOT, env: { ...inherited, SANDBOX_PROGRAMS_DIR: folder } };
  await assert.rejects(
    run('npm', ['run', 'test:binaries', '--silent'], options),
    /names no folder with a \*\.so file/,
  );
  writeFileSync(join(folder, 'spl_stake_pool.so'), 'no program');
  await assert.rejects(run('npm', ['run', 'demo', '--silent'], options), /is no binary that the VM loads/);
});

test('the commands of the page on simulation do what it says', async () => {
  const commands = findBlocks(read('docs/simulation.md'), 'sh').flatMap((block) => block.trim().split('\n'));
  assert.ok(commands.length >= 5);
  for (const command of commands) {
    const { code, stdout } = await run('sh', ['-c', command], { cwd: ROOT }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error) => error as { readonly code: number; readonly stdout: string },
    );
    assert.equal(code, command.includes('--plant') ? 1 : 0, `${command}: ${stdout}`);
    if (command.includes('--plant')) assertShrunk(stdout);
    else if (!command.includes('--trace')) assert.match(stdout, /every promise was kept/);
  }
});

/** A bad history is shrunk to a few faults that still make it bad. */
function assertShrunk(told: string): void {
  assert.match(told, /WRONG: /);
  const [, before] = /Shrunk from (\d+) faults/.exec(told) ?? assert.fail(told);
  const { faults } = JSON.parse(told.trimEnd().split('\n').at(-1) ?? '');
  assert.ok(faults.length < Number(before) / 2, `${faults.length} of ${before} faults`);
}
