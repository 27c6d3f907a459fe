import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations/index.ts';
import { listSlugs } from './problems/codes.ts';
import { PROBLEMS } from './problems/definition.ts';

const operations: readonly [string, Operation][] = Object.entries(OPERATIONS);

for (const [id, operation] of operations) {
  test(`${id} is called by its own name and has a place of its own`, () => {
    assert.equal(operation.id, id);
    const twins = operations.filter(
      ([, other]) => other.path === operation.path && other.method === operation.method,
    );
    assert.equal(twins.length, 1);
  });

  test(`${id} names a parameter for every brace of its path`, () => {
    const braces = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(Object.keys(operation.params?.properties ?? {}), braces);
  });

  test(`${id} lists its problems in the order of statuses, each once`, () => {
    const statuses = listSlugs(operation).map((slug) => PROBLEMS[slug].status);
    assert.deepEqual(
      statuses,
      [...new Set(statuses)].sort((a, b) => a - b),
    );
  });
}

test('only operations with a body can meet the problems of bodies', () => {
  assert.ok(listSlugs(OPERATIONS.quote).includes('payload_too_large'));
  assert.ok(!listSlugs(OPERATIONS.health).includes('payload_too_large'));
});

test('only operations that take an idempotency key can meet its problems', () => {
  const keyed = operations.filter(([, operation]) => listSlugs(operation).includes('idempotency_mismatch'));
  assert.deepEqual(
    keyed.map(([id]) => id),
    ['stake', 'unstake', 'withdraw', 'split', 'merge', 'refresh', 'broadcast'],
  );
});
