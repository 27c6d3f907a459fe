import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import type { Answer } from '../world.ts';
import {
  type Case,
  type End,
  listFirstWords,
  NODE_CASES,
  ROUTER_CASES,
  TOPOLOGIES,
  type Topology,
  type Word,
} from './fault.ts';
import { getWord, playCases, type Story } from './play.ts';

const CASES = [...NODE_CASES, ...ROUTER_CASES];
/** So many of the router leave it asked, on one service. */
const ROUTER_CASES_PER_SERVICE = 8;

for (const topology of TOPOLOGIES) {
  describe(`the word of the service on gateways that fail, one node ${topology}`, () => {
    const stories = new Map<(typeof CASES)[number], Story>();
    before(async () => {
      const services = Math.ceil(ROUTER_CASES.length / ROUTER_CASES_PER_SERVICE);
      const played = Array.from({ length: services }, async (_, service) => {
        const share = CASES.filter((_case, i) => i % services === service);
        for (const [each, story] of await playCases({ after }, topology, share)) stories.set(each, story);
      });
      await Promise.all(played);
    });
    for (const each of CASES) {
      test(each.name, () => assertTrue(each, topology, stories.get(each) ?? assert.fail()));
    }

    test('was put to the proof: transactions landed and died, and refused ones were never sent', () => {
      const all = [...stories.values()];
      assert.deepEqual(new Set(all.map(({ end }) => end)), new Set(['landed', 'absent']));
      assert.ok(all.some(({ last: [word] }) => word !== undefined && getWord(word) === 'rejected'));
    });
  });
}

const LAST_WORDS: Readonly<Record<End, Word>> = { landed: 'ok', failed: 'rejected', absent: 'expired' };

/** Asserts that everything a caller was told is of the contract, is what the case calls for, and was true. */
function assertTrue(each: Case, topology: Topology, story: Story): void {
  const { first, late, last, end, wasPassedOn } = story;
  for (const answer of [first, late, ...last]) assertShape(answer, story);
  const word = getWord(first);
  const expected = listFirstWords(each, topology);
  assert.ok(expected.includes(word), `first ${word} in place of ${expected.join(' or ')}: ${first.text}`);
  for (const answer of [first, late]) assertHeld(getWord(answer), story, answer);
  // A block that is not confirmed yet proves nothing; `last` is asked when it is.
  if (end === 'failed' && wasPassedOn.early) assert.match(getWord(late), /^(rejected|unknown)$/, late.text);
  // While one of two nodes does not show it yet, it has not landed for all that is known.
  const landed = topology === 'beside one that lags' ? /^(ok|unknown)$/ : /^ok$/;
  if (end === 'landed' && wasPassedOn.early) assert.match(getWord(late), landed, late.text);
  const [fresh, expired] = last;
  // Bytes that were refused stay refused; that they have expired meanwhile changes nothing.
  const isRefused = word === 'rejected' && end === 'absent';
  const due = isRefused ? 'rejected' : LAST_WORDS[end];
  for (const answer of last) assert.equal(getWord(answer), due, answer.text);
  if (isRefused) assert.equal(wasPassedOn.ever, false, 'what was refused has been sent');
  if (end !== 'absent' || isRefused) return;
  assert.equal(fresh?.body.code, 'BLOCKHASH_EXPIRED');
  assert.deepEqual([expired?.status, expired?.body.code], [403, 'TOKEN_EXPIRED']);
}

/** A negative word is never followed by a landing, nor `not_sent` by bytes on their way. */
function assertHeld(word: Word, { end, wasPassedOn }: Story, { text }: Answer): void {
  if (word === 'expired') assert.equal(end, 'absent', text);
  if (word === 'rejected') assert.notEqual(end, 'landed', text);
  if (word === 'not_sent') assert.deepEqual([end, wasPassedOn.ever], ['absent', false], text);
}

function assertShape(answer: Answer, { signature }: Story): void {
  assert.equal(answer.body.signature, signature, answer.text);
  if (answer.status === 200) {
    assertOk(answer, BroadcastAnswer);
    return;
  }
  assertProblem(answer, { slug: answer.status === 403 ? 'forbidden' : 'upstream_error' });
  if (answer.body.outcome !== 'unknown') return;
  // Asking again is all that one may do.
  assert.equal(answer.body.retryable, true, answer.text);
  assert.match(answer.body.detail, /same signed transaction again/);
}
