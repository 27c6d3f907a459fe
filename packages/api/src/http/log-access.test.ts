import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { insufficientFunds, type ProblemError, problem } from '../problems/problem.ts';
import { Exchange, logAccess } from './exchange.ts';

const INFO = 30;
const WARN = 40;

const CLOCK = { now: () => 1_767_225_600_000 };

function createExchange(): Exchange {
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  const head = { id: 'an id', pattern: '/api/v1/stake', params: {}, query: {}, startedAt: 0 };
  return new Exchange(request, new ServerResponse(request), head, {
    isClosing: () => false,
    onAnswered: () => undefined,
  });
}

function readLine(exchange: Exchange): string {
  const lines: string[] = [];
  logAccess(exchange, 1.26, { log: pino(), clock: CLOCK, writeLine: (line) => void lines.push(line) });
  return lines.join('');
}

function readLevel(refusal: ProblemError, status: number): number {
  const exchange = createExchange();
  exchange.status = status;
  exchange.note({ problem: refusal });
  return JSON.parse(readLine(exchange)).level;
}

const CONTEXT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled: true };
/** What may stand in a line, escapes among it. */
const ODD = 'quote " line \n bell \u0007 umlaut ä mark \u2028 half \ud800';

test('a line is what pino would print', () => {
  const exchange = createExchange();
  exchange.body = { strategy: ODD, kind: 'instant', wallet: ODD };
  exchange.trace = { context: CONTEXT };
  exchange.note({ signature: ODD, isReplay: true, attribution: { partnerId: ODD, referralCode: 'code' } });
  exchange.note({ problem: problem('INTERNAL', undefined, { cause: new Error(ODD) }) });
  exchange.status = 500;
  const line = readLine(exchange);
  const { level: _, time: __, msg, ...fields } = JSON.parse(line);
  const printed: string[] = [];
  const timestamp = () => `,"time":${CLOCK.now()}`;
  pino({ base: null, timestamp }, { write: (each) => void printed.push(each) }).warn(fields, msg);
  assert.deepEqual(printed, [line]);
  assert.deepEqual(Object.keys(fields).slice(0, 2), ['trace_id', 'span_id']);
  assert.equal(fields.ms, 1.3);
});

test('below the level of the log nothing is written', () => {
  const lines: string[] = [];
  const ports = {
    log: pino({ level: 'warn' }),
    clock: CLOCK,
    writeLine: (line: string) => void lines.push(line),
  };
  logAccess(createExchange(), 1, ports);
  assert.deepEqual(lines, []);
});

test('an amount that is too small or not there is no warning; what an upstream did not do is one', () => {
  const funds = insufficientFunds({ holder: 'wallet', asset: 'SOL', holds: 0n, needs: 1n });
  assert.equal(readLevel(problem('BELOW_MINIMUM_DELEGATION', { least: '1' }), 502), INFO);
  assert.equal(readLevel(funds, 502), INFO);
  assert.equal(readLevel(problem('LEDGER_UNAVAILABLE', { fault: 'silent' }), 502), WARN);
  assert.equal(readLevel(problem('INTERNAL'), 500), WARN);
});
