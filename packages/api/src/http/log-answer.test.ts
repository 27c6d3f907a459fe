import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trace } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { insufficientFunds, type ProblemError, problem } from '../problems/problem.ts';
import { logAnswer } from './answers.ts';

const INFO = 30;
const WARN = 40;

const REQUEST = { id: 'an id', method: 'POST', endpoint: { pattern: '/api/v1/stake' }, result: {} };

function readLines(facts: object, status: number, level = 'info'): string[] {
  const lines: string[] = [];
  const log = pino({ base: null, level }, { write: (line) => void lines.push(line) });
  logAnswer({ ...REQUEST, ...facts } as unknown as FastifyRequest, status, 1.26, log);
  return lines;
}

function readLevel(refusal: ProblemError, status: number): number {
  const [line = ''] = readLines({ result: { problem: refusal } }, status);
  return JSON.parse(line).level;
}

const CONTEXT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };

test('a line has chosen fields only, shortened', () => {
  const { level, time, ...fields } = JSON.parse(
    readLines(
      {
        body: { strategy: 'x'.repeat(99), kind: 'instant', wallet: 'wallet of a caller', secret: 'secret' },
        trace: { span: trace.wrapSpanContext(CONTEXT) },
        result: {
          signature: 'sig',
          isReplay: true,
          attribution: { partnerId: 'partner', referralCode: 'code' },
        },
      },
      200,
    ).join(),
  );
  assert.deepEqual([level, typeof time], [INFO, 'number']);
  assert.deepEqual(fields, {
    trace_id: CONTEXT.traceId,
    span_id: CONTEXT.spanId,
    requestId: 'an id',
    method: 'POST',
    route: '/api/v1/stake',
    status: 200,
    ms: 1.3,
    strategy: 'x'.repeat(32),
    kind: 'instant',
    wallet: 'wall..ller',
    signature: 'sig',
    partner: 'partner',
    referralCode: 'code',
    replayed: true,
    msg: 'answered',
  });
});

test('of a fault of our own the stack is in the line, of others what the fault says', () => {
  const ours = new Error('ours');
  const read = (refusal: ProblemError) =>
    JSON.parse(readLines({ result: { problem: refusal } }, 500).join()).cause;
  assert.equal(read(problem('INTERNAL', undefined, { cause: ours })), ours.stack);
  assert.equal(read(problem('LEDGER_UNAVAILABLE', { fault: 'silent' }, { cause: ours })), 'ours');
});

test('below the level of the log nothing is written', () => {
  assert.deepEqual(readLines({}, 200, 'warn'), []);
});

test('an amount that is too small or not there is no warning; what an upstream did not do is one', () => {
  const funds = insufficientFunds({ holder: 'wallet', asset: 'SOL', holds: 0n, needs: 1n });
  assert.equal(readLevel(problem('BELOW_MINIMUM_DELEGATION', { least: '1' }), 502), INFO);
  assert.equal(readLevel(funds, 502), INFO);
  assert.equal(readLevel(problem('LEDGER_UNAVAILABLE', { fault: 'silent' }), 502), WARN);
  assert.equal(readLevel(problem('INTERNAL'), 500), WARN);
});
