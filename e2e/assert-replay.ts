import assert from 'node:assert/strict';
import type { Answer } from './send.ts';

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
