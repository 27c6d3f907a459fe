import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findExplorer } from './start-laptop.ts';

test('transactions of a laptop are shown by its own console, wherever that is', () => {
  const cases: readonly (readonly [Record<string, string>, string | undefined])[] = [
    [{}, 'http://127.0.0.1:3000/tx/{signature}'],
    [{ PORT: '', BASE_URL: '', HOST: '' }, 'http://127.0.0.1:3000/tx/{signature}'],
    [{ PORT: '3302', CONSOLE: 'on' }, 'http://127.0.0.1:3302/tx/{signature}'],
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://0.0.0.0:80/tx/{signature}'],
    [{ BASE_URL: 'https://stake.example/a', PORT: '0' }, 'https://stake.example/a/tx/{signature}'],
    [{ PORT: '0' }, undefined],
    [{ CONSOLE: 'off' }, undefined],
  ];
  for (const [environment, expected] of cases) {
    assert.equal(findExplorer(environment), expected, JSON.stringify(environment));
  }
});
