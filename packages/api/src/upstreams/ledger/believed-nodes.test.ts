import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createManualClock } from '../../../test/manual-clock.ts';
import { believed } from './client.ts';
import { rememberSlot } from './node.ts';

const cases: [string, number[], number[]][] = [
  ['nobody without a slot to compare with', [0, 0], [0, 0]],
  ['one alone', [1_000], [1_000]],
  ['nodes within fifty slots', [100, 150], [100, 150]],
  ['of two, not one a thousand slots ahead', [100, 1_100], [100]],
  ['of three, not one fifty-one above the median', [100, 100, 151], [100, 100]],
  ['of three, one fifty above the median', [100, 100, 150], [100, 100, 150]],
  ['nodes behind', [100, 5_000, 5_001], [100, 5_000, 5_001]],
  ['of four, two liars against two', [100, 100, 5_000, 5_000], [100, 100]],
  ['a node that has shown nothing yet', [0, 100, 5_000], [0, 100]],
];
suite('a slot', () => {
  for (const [name, slots, expected] of cases) {
    test(`is believed of ${name}`, () => {
      const kept = believed(slots.map(BigInt), (slot) => slot).map(Number);
      assert.deepEqual(kept, expected);
    });
  }

  test('of most nodes, which say nearly the same, decides, whatever the others say', () => {
    const honest = fc.array(fc.bigInt(1_000n, 1_050n), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(honest, fc.bigInt(1n, 2n ** 64n - 1n), (slots, lie) => {
        const kept = believed([...slots, lie], (slot) => slot);
        assert.ok(slots.every((slot) => kept.includes(slot)));
        assert.ok(kept.every((slot) => slot <= 1_150n));
      }),
    );
  });

  test('that was too high is forgotten after ten seconds, and so is one that stands still', () => {
    let now = 0;
    const slot = rememberSlot({ ...createManualClock(), elapsed: () => now });
    assert.equal(slot.current(), 0n);
    slot.show(5_000n);
    now = 9_000;
    slot.show(100n);
    assert.equal(slot.current(), 5_000n);
    now = 10_001;
    assert.equal(slot.current(), 0n);
    slot.show(101n);
    assert.equal(slot.current(), 101n);
    now = 15_000;
    slot.show(102n);
    slot.show(90n);
    assert.equal(slot.current(), 102n);
    now = 25_001;
    assert.equal(slot.current(), 0n);
  });
});
