import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createTestPlace } from './test-place.ts';

const LONG_AGO = Date.now() / 1_000 - 3 * 60 * 60;

test('a place goes with its run, and takes along what runs left that were killed long ago', (t) => {
  const place = createTestPlace();
  t.after(place.remove);
  const parent = dirname(place.folder);
  const make = (pid: number, isLongAgo: boolean) => {
    const folder = mkdtempSync(join(parent, `tests-${pid}-`));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    if (isLongAgo) utimesSync(folder, LONG_AGO, LONG_AGO);
    return folder;
  };
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const [abandoned, young, running] = [make(ended, true), make(ended, false), make(process.pid, true)];
  const next = createTestPlace();
  assert.deepEqual([abandoned, young, running, place.folder].map(existsSync), [false, true, true, true]);
  next.remove();
  assert.deepEqual([existsSync(next.folder), existsSync(place.folder)], [false, true]);
});
