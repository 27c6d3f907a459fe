import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { problem } from '../problems/problem.ts';
import { findBounds } from './ranges.ts';

const U64_MAX = 2n ** 64n - 1n;
const small = () => problem('AMOUNT_BELOW_ONE_SHARE', { receipt: 'raUSDC' });
const large = () => problem('VAULT_REFUSED', { name: 'MaxCapExceeded', message: 'full' });

/** A vault that takes what is between two amounts. */
const takes = (least: bigint, most: bigint) => (amount: bigint) => {
  if (amount < least) throw small();
  if (amount > most) throw large();
};

test('finds both ends to the base unit, in about a hundred questions', () => {
  const amount = fc.bigInt({ min: 1n, max: U64_MAX });
  fc.assert(
    fc.property(amount, amount, amount, (a, b, ceiling) => {
      const [least, most] = a < b ? [a, b] : [b, a];
      let asked = 0;
      const bounds = findBounds(ceiling, (each) => {
        asked += 1;
        takes(least, most)(each);
      });
      if (least > ceiling) assert.equal(bounds.isOpen, false);
      else assert.deepEqual(bounds, { isOpen: true, least, most: most < ceiling ? most : ceiling });
      assert.ok(asked <= 200, `${asked}`);
    }),
  );
});

test('says why nothing is taken', () => {
  const closed = findBounds(U64_MAX, () => {
    throw large();
  });
  assert.ok(!closed.isOpen && closed.refusal.code === 'VAULT_REFUSED');
  const narrow = findBounds(U64_MAX, takes(5n, 4n));
  assert.ok(!narrow.isOpen && narrow.refusal.code === 'VAULT_REFUSED');
  const tiny = findBounds(3n, takes(5n, 9n));
  assert.ok(!tiny.isOpen && tiny.refusal.code === 'AMOUNT_BELOW_ONE_SHARE');
});

test('what is no refusal is not taken for one', () => {
  const broken = () => {
    throw new TypeError('a defect');
  };
  assert.throws(() => findBounds(9n, broken), TypeError);
});
