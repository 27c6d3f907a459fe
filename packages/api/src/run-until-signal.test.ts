import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const MODULE = JSON.stringify(new URL('./start.ts', import.meta.url).href);

/** Starts a process that closes by `close`, and waits until it runs. */
async function start(close: string) {
  const code = `import(${MODULE}).then(({ runUntilSignal }) => {
    runUntilSignal(${close});
    setInterval(() => {}, 1_000);
    console.log('ready');
  });`;
  const child = spawn(process.execPath, ['--no-warnings', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  return { child, exit };
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} closes, and then ends the process with status 0`, async () => {
    const { child, exit } = await start('async () => { console.log("closing"); return true; }');
    const said = once(child.stdout, 'data');
    child.kill(signal);
    assert.match(String(await said), /closing/);
    assert.deepEqual(await exit, [0, null]);
  });
}

test('a second signal ends at once, with status 1, what does not close', async () => {
  const { child, exit } = await start('() => { console.log("closing"); return new Promise(() => {}); }');
  const said = once(child.stdout, 'data');
  child.kill('SIGTERM');
  await said;
  child.kill('SIGINT');
  assert.deepEqual(await exit, [1, null]);
});

test('a process with a thread that hangs is killed', async () => {
  const { child, exit } = await start('async () => false');
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [null, 'SIGKILL']);
});
