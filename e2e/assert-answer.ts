import assert from 'node:assert/strict';
import { PROBLEMS, Problem, type ProblemSlug } from '@staking-agent/wire';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import type { Answer } from './world.ts';

/** What every answer carries, refusals included. */
export function assertCommonHeaders({ headers }: Pick<Answer, 'headers'>): void {
  assert.equal(headers['x-service-api-version'], 'v1');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['access-control-allow-headers'], 'Authorization, Content-Type, Idempotency-Key');
  assert.equal(headers['access-control-allow-methods'], 'GET, POST, OPTIONS');
  assert.match(String(headers['access-control-expose-headers']), /X-Request-Id.*Retry-After.*Link/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-powered-by'], undefined);
  assert.equal(headers['server'], undefined);
}

/** Asserts a 200 whose body is exactly of the contract's shape. */
export function assertOk(answer: Answer, schema: TSchema): void {
  assert.equal(answer.status, 200, answer.text);
  assertCommonHeaders(answer);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  assert.deepEqual(Errors(schema, answer.body), [], answer.text);
}

/**
 * Asserts a refusal: its status, slug, media type, headers and, where given, code and words.
 *
 * @param expected.detail - must match the detail, usually the field's name.
 */
export function assertProblem(
  answer: Answer,
  expected: { slug: ProblemSlug; code?: string; detail?: RegExp; outcome?: string },
): void {
  assert.equal(answer.status, PROBLEMS[expected.slug].status, answer.text);
  assertCommonHeaders(answer);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  assert.deepEqual(Errors(Problem, answer.body), [], answer.text);
  assert.equal(answer.body.status, answer.status);
  assert.equal(answer.body.title, PROBLEMS[expected.slug].title);
  assert.match(answer.body.type, new RegExp(`^https?://[^/]+/errors/${expected.slug}$`));
  assert.equal(answer.headers['link'], `<${answer.body.type}/${answer.body.code}>; rel="help"`);
  if (expected.code !== undefined) assert.equal(answer.body.code, expected.code, answer.text);
  if (expected.detail !== undefined) assert.match(answer.body.detail, expected.detail);
  if (expected.outcome !== undefined) assert.equal(answer.body.outcome, expected.outcome, answer.text);
  // One sentence or a few, for people: no stack, no URL, no control characters.
  assert.doesNotMatch(answer.body.detail, /https?:|\bat \S+:\d+|node_modules|\p{Cc}/u);
  assert.ok(answer.body.detail.length <= 400, answer.body.detail);
}
