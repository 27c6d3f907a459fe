import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { beginUnderWay, endUnderWay, forgetEnded, mustWait, noteSigned, underWay } from './under-way.ts';

describe('what is under way', () => {
  afterEach(() => {
    underWay.value = undefined;
  });

  test('nothing else is signed before the end of the one before is known', () => {
    for (const sign of [() => undefined, () => noteSigned('5ig'), () => endUnderWay('open')]) {
      if (underWay.value === undefined) beginUnderWay('Stake 1 SOL');
      sign();
      assert.ok(mustWait(underWay.value));
      assert.throws(() => beginUnderWay('Stake 2 SOL'), /nothing was signed/);
      assert.equal(underWay.value?.title, 'Stake 1 SOL');
    }
  });

  for (const end of ['landed', 'failed'] as const) {
    test(`what has ${end} is told until it was seen, and holds nothing up`, () => {
      beginUnderWay('Stake 1 SOL');
      noteSigned('5ig');
      endUnderWay(end);
      assert.deepEqual(underWay.value, { title: 'Stake 1 SOL', signature: '5ig', state: end });
      assert.equal(mustWait(underWay.value), false);
      forgetEnded('another');
      assert.notEqual(underWay.value, undefined);
      forgetEnded('5ig');
      assert.equal(underWay.value, undefined);
    });
  }

  test('what the wallet refused leaves nothing behind', () => {
    beginUnderWay('Stake 1 SOL');
    endUnderWay('failed');
    assert.equal(underWay.value, undefined);
  });

  test('what is still followed is not forgotten', () => {
    beginUnderWay('Stake 1 SOL');
    noteSigned('5ig');
    forgetEnded('5ig');
    assert.ok(mustWait(underWay.value));
  });
});
