import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEM_CODES } from '@staking-agent/wire';
import * as actions from './actions.ts';
import * as page from './page.ts';
import * as refusals from './refusals.ts';
import * as strategies from './strategies.ts';

const MOST_WORDS = 25;
/** Names of assets, which people see in their wallets, and of a language. */
const NAMES = /\b(?:ra(?:SOL|USDC)|TypeScript)\b/g;
/** camelCase, snake_case, UPPER_CASE codes, and keys with hyphens. */
const IDENTIFIER = /[a-z][A-Z]|\w_\w|\b[a-z]+-[a-z]+\b|[`{}]/;

/** Lists every text; functions are given a figure for each of their places. */
function listTexts(value: unknown, path: string): (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [1, 2].map((figure) => [path, String(value(...Array<number>(value.length).fill(figure)))]);
  return Object.entries(Object(value)).flatMap(([name, each]) => listTexts(each, `${path}.${name}`));
}

test('the words of the page are for people', () => {
  const { LOCALE: _, ...spoken } = page;
  const texts = listTexts([spoken, strategies, actions, refusals], 'words');
  assert.ok(texts.length > 200);
  for (const [path, text] of texts) {
    assert.doesNotMatch(text.replace(NAMES, ''), IDENTIFIER, path);
    for (const sentence of text.split(/[.!?:](?:\s|$)/)) {
      assert.ok(sentence.split(/\s+/).length <= MOST_WORDS, `${path}: ${sentence}`);
    }
  }
});

/** Refusals of requests that the page never makes: of broken HTTP and JSON, and of members that it does not send. */
const NEVER_MET = `
  REQUEST_MALFORMED HOST_MISSING HEADER_REPEATED HEADERS_TOO_LARGE HEADERS_TOO_MANY PIPELINE_TOO_LONG PATH_NOT_FOUND
  METHOD_NOT_ALLOWED MEDIA_TYPE_UNSUPPORTED BODY_TOO_LARGE BODY_MISSING BODY_MALFORMED BODY_TOO_DEEP BODY_TOO_WIDE
  BODIES_TOO_MANY KEY_REPEATED KEY_REFUSED NUMBER_INEXACT FIELD_MISSING FIELD_INVALID RANGE_INVALID KIND_NOT_OFFERED
  STAKE_ACCOUNT_FORM_UNKNOWN INCLUDE_UNKNOWN PRIORITY_INVALID TIP_INVALID TIP_NOT_OFFERED FEES_OF_PROVIDER
  OUTPUT_ASSET_NOT_OFFERED NOTHING_TO_QUOTE REFERRAL_CODE_MALFORMED REFERRAL_CODE_NOT_FOUND ATTRIBUTION_CONFLICT
  PARTNER_KEY_UNKNOWN IDEMPOTENCY_KEY_MALFORMED IDEMPOTENCY_KEY_REUSED ROUTE_INVALID ROUTER_KIND_INVALID
  ROUTER_KIND_MISMATCH TX_TOO_LARGE TX_NOT_BASE64 TX_MALFORMED TOKEN_MALFORMED TOKEN_ROUTE_MISMATCH BUILT_TX_MALFORMED
  TRANSACTION_MALFORMED RATE_CHANGES THEN_NOT_OFFERED MERGE_LIST_INVALID WAIT_INVALID BLOCK_HEIGHT_MALFORMED`
  .trim()
  .split(/\s+/);

test('each refusal that a person can meet has words: the cause, and what to do', () => {
  const codes = Object.keys(PROBLEM_CODES);
  for (const code of codes) {
    const said = Object.entries(refusals.refusalWords).find(([each]) => each === code)?.[1];
    assert.equal(said === undefined, NEVER_MET.includes(code), code);
    if (said !== undefined) assert.match(said, /^[A-Z].*[.:;] \w.*\.$/, code);
  }
  assert.deepEqual(
    NEVER_MET.filter((code) => !codes.includes(code)),
    [],
  );
});
