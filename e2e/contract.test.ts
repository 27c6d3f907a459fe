import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listSlugs, OPERATIONS, type Operation, PROBLEMS } from '@staking-agent/wire';
import { EXAMPLES } from '@staking-agent/wire/examples';
import { Errors } from 'typebox/value';
import { assertCommonHeaders, assertProblem } from './assert-answer.ts';
import { createHastyClock } from './hasty-clock.ts';
import { send, startWorld } from './world.ts';

type AnyExample = {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
};

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock);
// An example waits for 20 seconds, for a transaction that does not come.
clock.hasten([10_000, 20_000]);

for (const [id, variants] of Object.entries(EXAMPLES)) {
  const operation: Operation = OPERATIONS[id as keyof typeof OPERATIONS];
  for (const [variant, examples] of Object.entries(variants) as [string, readonly AnyExample[]][]) {
    test(`the ${variant} example of ${id} is read as the contract says`, async () => {
      for (const { params = {}, query = {}, body } of examples) {
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
        const search = new URLSearchParams(query).toString();
        const answer = await send(
          operation.method,
          `${world.service.url}/api/v1${path}${search === '' ? '' : `?${search}`}`,
          body && JSON.stringify(body),
          body && { 'content-type': 'application/json' },
        );
        assertCommonHeaders(answer);
        if (answer.status === 200) {
          const schemas = Object.values(operation.responses);
          assert.equal(
            schemas.filter((schema) => Errors(schema, answer.body).length === 0).length,
            1,
            answer.text,
          );
        } else {
          const slugs = listSlugs(operation).filter((slug) => PROBLEMS[slug].status === answer.status);
          assert.equal(slugs.length, 1, answer.text);
          for (const slug of slugs) assertProblem(answer, { slug });
          assert.notEqual(answer.body.code, 'FIELD_INVALID', answer.text);
          assert.notEqual(answer.body.code, 'FIELD_MISSING', answer.text);
        }
      }
    });
  }
}
