import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as words from './words.ts';

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
  const { LOCALE: _, ...spoken } = words;
  const texts = listTexts(spoken, 'words');
  assert.ok(texts.length > 200);
  for (const [path, text] of texts) {
    assert.doesNotMatch(text.replace(NAMES, ''), IDENTIFIER, path);
    for (const sentence of text.split(/[.!?:](?:\s|$)/)) {
      assert.ok(sentence.split(/\s+/).length <= MOST_WORDS, `${path}: ${sentence}`);
    }
  }
});
