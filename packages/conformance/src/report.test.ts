import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS, printReport, type Result } from './report.ts';

for (const format of FORMATS) {
  test(`a report as ${format} shows what a deployment sends, and does not obey it`, () => {
    const hostile = 'a\u001b[2J\u009b1A\u202eb';
    const exchange = {
      sent: { method: 'GET', target: '/', headers: {}, body: undefined },
      answer: { status: 200, headers: { server: hostile }, text: hostile, body: undefined },
      milliseconds: 1,
    };
    const named = { id: 'reads.x', section: '1', proves: 'x', group: 'reads' } as const;
    const result: Result = { ...named, outcome: 'failed', reason: hostile, exchange };
    const report = printReport({ url: 'http://x', level: 'read', results: [result] }, format);
    assert.doesNotMatch(report.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    assert.match(report, /·1A·b/);
  });
}
