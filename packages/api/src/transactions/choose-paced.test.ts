import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { choosePaced } from './choose-paced.ts';

const MOST = 256;
const MOST_OF_ONE = 8;

test('a round takes the oldest, 8 of a wallet and 256 in all', () => {
  const waiting = fc.array(fc.nat(60), { maxLength: 600 });
  fc.assert(
    fc.property(waiting, (wallets) => {
      const due = wallets.map((wallet, age) => ({ wallet: String(wallet), age }));
      const chosen = choosePaced(due);
      const isChosen = new Set(chosen);
      const counts = new Map<string, number>();
      for (const one of due) {
        const before = counts.get(one.wallet) ?? 0;
        const isAllowed = before < MOST_OF_ONE && [...counts.values()].reduce((a, b) => a + b, 0) < MOST;
        assert.equal(isChosen.has(one), isAllowed);
        if (isAllowed) counts.set(one.wallet, before + 1);
      }
      assert.deepEqual(
        chosen,
        due.filter((one) => isChosen.has(one)),
      );
    }),
    { numRuns: 200 },
  );
});

test('a wallet with thousands of transactions leaves room for all others', () => {
  const busy = Array.from({ length: 5_000 }, () => ({ wallet: 'busy' }));
  const others = Array.from({ length: 100 }, (_, i) => ({ wallet: `other ${i}` }));
  const chosen = choosePaced([...busy, ...others]);
  assert.equal(chosen.filter(({ wallet }) => wallet === 'busy').length, MOST_OF_ONE);
  assert.equal(chosen.length, MOST_OF_ONE + others.length);
});
