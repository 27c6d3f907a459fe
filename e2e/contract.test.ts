import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listSlugs, OPERATIONS, type Operation, PROBLEMS } from '@staking-agent/wire';
import { EXAMPLES } from '@staking-agent/wire/examples';
import { Errors } from 'typebox/value';
import { assertCommonHeaders, assertProblem } from './assert-answer.ts';
import { createHastyClock } from './hasty-clock.ts';
import { type Answer, send, startWorld } from './world.ts';

type AnyExample = {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
};

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock);
/** Asks while the service's time flies: an example waits for 20 seconds, for a transaction that does not come. */
async function sendInHaste(...asked: Parameters<typeof send>): Promise<Answer> {
  const haste = setInterval(() => clock.pass(1_000), 50);
  try {
    return await send(...asked);
  } finally {
    clearInterval(haste);
  }
}

for (const [id, variants] of Object.entries(EXAMPLES)) {
  const operation: Operation = OPERATIONS[id as keyof typeof OPERATIONS];
  for (const [variant, examples] of Object.entries(variants) as [string, readonly AnyExample[]][]) {
    test(`the ${variant} example of ${id} is read as the contract says`, async () => {
      for (const { params = {}, query = {}, body } of examples) {
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
        const search = new URLSearchParams(query).toString();
        const answer = await (query['wait'] === undefined ? send : sendInHaste)(
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
