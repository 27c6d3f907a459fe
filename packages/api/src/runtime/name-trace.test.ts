import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { currentSpan, nameTrace } from './callers.ts';

test('a line has no field of a line before it', () => {
  const lines: string[] = [];
  const log = pino({ mixin: () => nameTrace(currentSpan()) }, { write: (line) => void lines.push(line) });
  log.warn({ findings: ['of one request'] }, 'refused');
  log.info({ requestId: 'another' }, 'answered');
  const [first, second] = lines.map((line) => JSON.parse(line));
  assert.deepEqual(first.findings, ['of one request']);
  assert.deepEqual([second.requestId, second.findings], ['another', undefined]);
});
