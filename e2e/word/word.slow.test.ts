import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertTrue } from './assert-true.ts';
import { NODE_CASES, ROUTER_CASES, TOPOLOGIES } from './fault.ts';
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
