import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { getExamples, listProblemExamples, RECORDED } from './examples.ts';
import { OPERATIONS, type OperationId } from './operations/index.ts';
import { PROBLEM_CODES, type ProblemCode } from './problems/codes.ts';
import { PROBLEMS, type ProblemDefinition } from './problems/definition.ts';
import { Problem } from './problems/problem.ts';
import { PROBLEM_SLUGS } from './problems/statuses.ts';

type Exchange = { readonly summary: string; readonly [part: string]: unknown };

for (const id of Object.keys(OPERATIONS) as OperationId[]) {
  const operation: { readonly [part: string]: unknown } = OPERATIONS[id];
  const variants: { readonly [variant: string]: readonly Exchange[] } = getExamples(OPERATIONS[id]);

  describe(`examples of ${id}`, () => {
    for (const exchange of Object.values(variants).flat()) {
      test(`"${exchange.summary}" sends what the schemas ask for`, () => {
        for (const part of ['params', 'query', 'body']) {
          assert.equal(operation[part] === undefined, exchange[part] === undefined, part);
          if (operation[part] !== undefined)
            assert.ok(Check(operation[part] as TSchema, exchange[part]), part);
        }
      });

      test(`"${exchange.summary}" survives JSON`, () => {
        assert.deepEqual(JSON.parse(JSON.stringify(exchange)), exchange);
      });
    }

    test('show every variant of the answer', () => {
      assert.deepEqual(Object.keys(variants), Object.keys(OPERATIONS[id].responses));
    });

    test('have summaries of their own', () => {
      const summaries = Object.values(variants)
        .flat()
        .map(({ summary }) => summary);
      assert.equal(new Set(summaries).size, summaries.length);
    });
  });
}

for (const [code, problem] of Object.entries(RECORDED)) {
  test(`the recorded ${code} is a problem of that code`, () => {
    const { slug, retryable }: ProblemDefinition = PROBLEM_CODES[code as ProblemCode];
    assert.ok(Check(Problem, problem));
    assert.equal(problem.code, code);
    assert.equal(problem.retryable, retryable === true);
    assert.equal(problem.status, PROBLEMS[slug].status);
    assert.equal(problem.type, `https://stake.example/errors/${slug}`);
  });
}

test('every slug has a recorded example, save what a test cannot wait for', () => {
  const without = PROBLEM_SLUGS.filter((slug) => listProblemExamples(slug).length === 0);
  assert.deepEqual(without, ['request_timeout', 'idempotency_in_progress', 'rate_limited']);
});
