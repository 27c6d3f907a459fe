import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertTrue } from './assert-true.ts';
import { NODE_CASES, ROUTER_CASES } from './fault.ts';
import { getWord, playCases, type Story } from './play.ts';

/** Without those that wait for a deadline. */
const PROMPT_NODE = NODE_CASES.filter(({ fault }) => [504, -32015, 403].includes(Number(fault.said)));
const PROMPT_ROUTER = ROUTER_CASES.filter(
  ({ fault, isDoomed }) => !isDoomed && [400, 504].includes(Number(fault.said)),
);

describe('the word of the service on gateways that fail, one node alone', () => {
  const cases = [...PROMPT_NODE, ...PROMPT_ROUTER];
  let stories: ReadonlyMap<(typeof cases)[number], Story> = new Map();
  before(async () => {
    stories = await playCases({ after }, 'alone', cases);
  });
  for (const each of cases) {
    test(each.name, () => assertTrue(each, 'alone', stories.get(each) ?? assert.fail()));
  }

  test('was put to the proof: transactions landed and died', () => {
    const all = [...stories.values()];
    assert.deepEqual(new Set(all.map(({ end }) => end)), new Set(['landed', 'absent']));
    const words = new Set(all.map(({ first }) => getWord(first)));
    assert.deepEqual(words.intersection(new Set(['ok', 'unknown'])).size, 2);
  });
});
