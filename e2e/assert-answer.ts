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

let keys = 0;

/** A header field with a key that nobody has used. */
export function freshKey(): Record<string, string> {
  keys += 1;
  return { 'idempotency-key': `key-${keys}` };
}

/** Holds an answer to the bytes of the first one, and to saying that it repeats them. */
export function assertReplay(answer: Answer, first: Answer): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.text, first.text);
  assert.equal(answer.headers['idempotent-replayed'], 'true');
  assert.equal(answer.headers['content-type'], first.headers['content-type']);
  assert.equal(first.headers['idempotent-replayed'], undefined);
}

/** The media types of the forms of a page. */
export const HTML = /^text\/html; charset=utf-8$/;
export const MARKDOWN = /^text\/markdown; charset=utf-8$/;
export const JSON_TYPE = /^application\/json; charset=utf-8$/;

/** Asserts a page of the site, of a media type, with the headers that every page has. */
export function assertPage(answer: Answer, type: RegExp): void {
  assert.equal(answer.status, 200, answer.text);
  assert.match(String(answer.headers['content-type']), type);
  assert.equal(answer.headers['cache-control'], 'public, max-age=300');
  assert.match(String(answer.headers['etag']), /^"[\w-]{22}"$/);
  assert.equal(answer.headers['vary'], 'Accept, Accept-Encoding');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(answer.headers['x-service-api-version'], 'v1');
  assert.equal(answer.headers['access-control-allow-origin'], '*');
}
