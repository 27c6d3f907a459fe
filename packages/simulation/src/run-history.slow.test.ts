import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { simulate } from './simulate.ts';

// biome-ignore lint/style/noProcessEnv: how many to try is for whoever tries them to say.
const HISTORIES = Number(process.env['HISTORIES'] ?? 600);
/** Others in every run: a seed that fails is in the output, and `npm run simulate -- --seed N` repeats it. */
const FIRST = randomInt(2 ** 31);

test(`in ${HISTORIES} histories every promise is kept`, async (t) => {
  const seeds = `${FIRST}..${FIRST + HISTORIES - 1}`;
  t.diagnostic(`seeds ${seeds}`);
  assert.match(await simulate('--seeds', seeds, '--brief'), /every promise was kept/);
});
