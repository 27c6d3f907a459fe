import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { OPERATIONS, type OperationId } from '../operations/index.ts';
import { Problem } from '../problems/problem.ts';
import { PROBLEM_SLUGS, PROBLEMS } from '../problems/slugs.ts';
import { EXAMPLES, PROBLEM_EXAMPLES } from './index.ts';

type Exchange = { readonly summary: string; readonly [part: string]: unknown };

for (const id of Object.keys(OPERATIONS) as OperationId[]) {
  const operation: { readonly [part: string]: unknown } = OPERATIONS[id];
  const variants: { readonly [variant: string]: readonly Exchange[] } = EXAMPLES[id];

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

    test('have summaries of their own', () => {
      const summaries = Object.values(variants)
        .flat()
        .map(({ summary }) => summary);
      assert.equal(new Set(summaries).size, summaries.length);
    });
  });
}

for (const slug of PROBLEM_SLUGS) {
  test(`the example of ${slug} is a problem of that status`, () => {
    const problem = PROBLEM_EXAMPLES[slug];
    assert.ok(Check(Problem, problem));
    assert.equal(problem.status, PROBLEMS[slug].status);
    assert.ok(problem.type.endsWith(`/errors/${slug}`));
  });
}
