import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Statement, StatementResult } from './sqlite-file.ts';
import { readOrder, readResults, writeOrder, writeResults } from './sqlite-messages.ts';

const statement = (sql: string, isRead: boolean, ...parameters: Statement['parameters']): Statement => ({
  sql,
  isRead,
  parameters,
});

test('an order crosses between threads as it is', () => {
  const lists = [
    [],
    [statement('a', true)],
    [statement('a', false, 1, 'two', null), statement('b', true), statement('c', false, 4n)],
    [statement('a', true, 'b'), statement('b', false, Uint8Array.of(1))],
  ];
  for (const mode of ['grouped', 'each'] as const)
    for (const statements of lists) {
      const message = structuredClone(writeOrder(mode, statements));
      assert.deepEqual(readOrder(message), { mode, statements });
      assert.ok(
        message.every((part) => typeof part !== 'object' || part === null || part instanceof Uint8Array),
      );
    }
});

test('results cross between threads as they are', () => {
  const results: StatementResult[] = [
    { rows: [], changes: 0 },
    { rows: [], changes: 3 },
    { rows: [{ x: 1 }], changes: 1 },
    { rows: [{ x: 1 }, { x: 2 }], changes: 2 },
    { fault: { message: 'locked', code: 5 } },
  ];
  assert.deepEqual(readResults(structuredClone(writeResults(results))), results);
});
