import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { createLogWriter } from './log.ts';

function createDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'log-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** A pipe with both ends open, which the test reads or does not. */
function openPipe(t: TestContext) {
  const path = join(createDirectory(t), 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, constants.O_WRONLY);
  t.after(() => [reading, writing].forEach((fd) => void closeSync(fd)));
  return { reading, writing };
}

function readAll(fd: number): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.alloc(65_536);
    try {
      chunks.push(chunk.subarray(0, readSync(fd, chunk)));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
      return Buffer.concat(chunks).toString();
    }
  }
}

const isFullThere = process.platform === 'linux';
const LINE = `${JSON.stringify({ level: 30, msg: 'x'.repeat(999) })}\n`;

describe('log lines', () => {
  test('arrive whole and in order', async (t) => {
    const path = join(createDirectory(t), 'log');
    const fd = openSync(path, 'a');
    t.after(() => closeSync(fd));
    let dropped = 0;
    const log = createLogWriter(fd, STEADY_CLOCK, (lines) => {
      dropped += lines;
    });
    const lines = Array.from({ length: 500 }, (_, i) => `${i} ${LINE}`);
    for (const line of lines) log.write(line);
    await log.close(5_000);
    assert.equal(readFileSync(path, 'utf8'), lines.join(''));
    assert.deepEqual([dropped, log.isStuck], [0, false]);
  });

  test('on a full disk are lost and counted, and closing does not wait', {
    skip: !isFullThere,
  }, async (t) => {
    const fd = openSync('/dev/full', 'w');
    t.after(() => closeSync(fd));
    let dropped = 0;
    const log = createLogWriter(fd, STEADY_CLOCK, (lines) => {
      dropped += lines;
    });
    for (let i = 0; i < 100; i += 1) log.write(LINE);
    await log.close(60_000);
    assert.deepEqual([dropped, log.isStuck], [100, false]);
  });

  test('into a pipe nobody reads are kept up to a megabyte, and closing ends', {
    skip: !isFullThere,
  }, async (t) => {
    const { writing } = openPipe(t);
    let dropped = 0;
    const log = createLogWriter(writing, STEADY_CLOCK, (lines) => {
      dropped += lines;
    });
    for (let i = 0; i < 3_000; i += 1) log.write(LINE);
    assert.ok(dropped > 1_500, `${dropped}`);
    await log.close(50);
    assert.equal(log.isStuck, false);
  });

  test('go on when the pipe is read again, and say how many are missing', {
    skip: !isFullThere,
  }, async (t) => {
    const { reading, writing } = openPipe(t);
    let dropped = 0;
    const log = createLogWriter(writing, STEADY_CLOCK, (lines) => {
      dropped += lines;
    });
    for (let i = 0; i < 3_000; i += 1) log.write(LINE);
    const lost = dropped;
    let text = '';
    const closing = log.close(30_000).then(() => true);
    for (let isDone = false; !isDone; ) {
      text += readAll(reading);
      isDone = await Promise.race([closing, new Promise<false>((resolve) => setImmediate(resolve, false))]);
    }
    text += readAll(reading);
    const lines = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { lost?: number });
    assert.deepEqual(
      lines.flatMap(({ lost: said }) => said ?? []),
      [lost],
    );
    assert.equal(lines.filter((line) => line.lost === undefined).length + lost, 3_000);
  });
});
