import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { insufficientFunds } from '../problems/insufficient-funds.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import { logAccess } from './access-log.ts';
import { noteResult } from './request-result.ts';

const INFO = 30;
const WARN = 40;

async function readLevel(refusal: ProblemError, status: number): Promise<number> {
  const lines: string[] = [];
  const app = fastify();
  logAccess(app, pino({ base: null }, { write: (line) => void lines.push(line) }));
  app.get('/', (request, reply) => {
    noteResult(request, { problem: refusal });
    return reply.code(status).send('');
  });
  await app.inject('/');
  return JSON.parse(lines[0] ?? '{}').level;
}

test('an amount that is too small or not there is no warning; what an upstream did not do is one', async () => {
  const funds = insufficientFunds({ holder: 'wallet', asset: 'SOL', holds: 0n, needs: 1n });
  assert.equal(await readLevel(problem('BELOW_MINIMUM_DELEGATION', { least: '1' }), 502), INFO);
  assert.equal(await readLevel(funds, 502), INFO);
  assert.equal(await readLevel(problem('LEDGER_UNAVAILABLE', { fault: 'silent' }), 502), WARN);
  assert.equal(await readLevel(problem('INTERNAL'), 500), WARN);
});
