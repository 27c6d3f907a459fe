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
    let dropped = 0;
    const log = createLogWriter(openSync(path, 'a'), STEADY_CLOCK, (lines) => {
      dropped += lines;
    });
    const lines = Array.from({ length: 500 }, (_, i) => `${i} ${LINE}`);
    for (const line of lines) log.write(line);
    assert.equal(await log.close(5_000), true);
    assert.equal(readFileSync(path, 'utf8'), lines.join(''));
    assert.equal(dropped, 0);
  });

  test('on a full disk wait up to a megabyte, the others are counted, and closing does not wait', {
    skip: !isFullThere,
  }, async () => {
    let dropped = 0;
    const log = createLogWriter(openSync('/dev/full', 'w'), STEADY_CLOCK, (lines) => {
      dropped += lines;
    });
    for (let i = 0; i < 1_200; i += 1) log.write(LINE);
    assert.ok(dropped > 100 && dropped < 300, `${dropped}`);
    assert.equal(await log.close(60_000), true);
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
    assert.equal(await log.close(200), true);
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
    while (!text.includes('"lost":')) {
      text += readAll(reading);
      await new Promise((resolve) => setImmediate(resolve));
      log.write('');
    }
    const closing = log.close(30_000);
    while (!(await Promise.race([closing, new Promise((resolve) => setImmediate(resolve, false))]))) {
      text += readAll(reading);
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
