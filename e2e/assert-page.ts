import assert from 'node:assert/strict';
import type { Answer } from './world.ts';

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
