import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRATEGY_KEYS } from '@staking-agent/wire/light';
import { findAssets, showAsset } from './assets.ts';
import { nameCall } from './name-call.ts';

for (const strategy of STRATEGY_KEYS) {
  test(`amounts of ${strategy} are named by the assets that the contract gives it`, () => {
    const { input, exit } = findAssets(strategy) ?? assert.fail();
    const name = (operation: string) =>
      nameCall({
        description: '',
        endpoint: `/api/v1/${operation}`,
        method: 'POST',
        body: { strategy, amount: '1', kind: 'instant' },
      });
    assert.equal(name('stake'), `Stake – 1 ${input}`);
    assert.equal(name('unstake'), `Exit at once – 1 ${showAsset(exit ?? 'SOL').symbol}`);
  });
}

test('what is no key has no assets', () => {
  for (const text of ['', '__proto__', 'constructor', 'sol-native-stake/', 5, undefined]) {
    assert.equal(findAssets(text), undefined, String(text));
  }
});
