import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundLog, describeTransactionFault } from './failures.ts';

test('keeps the last 64 lines, and of each the first 1,024 characters', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i} ${'x'.repeat(2_000)}`);
  const kept = boundLog(lines);
  assert.equal(kept.length, 64);
  assert.ok(kept[0]?.startsWith('36 ') && kept.at(-1)?.startsWith('99 '));
  assert.ok(kept.every((line) => line.length === 1_024));
});

test('a failure is still found behind lines that would keep a pattern busy for seconds', () => {
  const program = 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8';
  const hostile = `Program log: AnchorError ${'Error Code: a. Error Number: 1. '.repeat(13_000)}`;
  const logs = [
    `Program ${program} invoke [1]`,
    ...Array.from({ length: 40 }, () => hostile),
    'Program log: Error: too late',
    `Program ${program} failed: custom program error: 0xfffffff0`,
  ];
  const words = describeTransactionFault({ InstructionError: [0, { Custom: 4_294_967_280 }] }, logs);
  assert.match(words, /^instruction 0: .*too late/);
});
