import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRATEGY_KEYS } from '@staking-agent/wire/light';
import { findArrival, findAssets, showAsset } from './assets.ts';
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

test('a least can be asked for where the contract takes one', () => {
  const cases: readonly (readonly [Parameters<typeof findArrival>[1], object, string | undefined])[] = [
    ['stake', { strategy: 'sol-liquid-stake' }, 'raSOL'],
    ['stake', { strategy: 'usdc-earn' }, 'raUSDC'],
    ['stake', { strategy: 'sol-native-stake' }, undefined],
    ['stake', { strategy: 'sol-leveraged-stake' }, undefined],
    ['unstake', { strategy: 'sol-liquid-stake', kind: 'slow' }, 'SOL'],
    ['unstake', { strategy: 'sol-native-stake', kind: 'instant' }, 'SOL'],
    ['unstake', { strategy: 'sol-native-stake', kind: 'deactivate' }, undefined],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant' }, 'USDC'],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'claim' }, 'USDC'],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'request' }, undefined],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'cancel' }, undefined],
    ['unstake', { strategy: 'sol-liquid-stake', kind: 'stake-in-disguise' }, undefined],
    ['withdraw', { stakeAccount: 'x' }, undefined],
    ['split', { stakeAccount: 'x' }, undefined],
  ];
  for (const [operation, request, asset] of cases) {
    assert.equal(findArrival({ ...request }, operation), asset, JSON.stringify({ operation, request }));
  }
});

test('what is no key has no assets', () => {
  for (const text of ['', '__proto__', 'constructor', 'sol-native-stake/', 5, undefined]) {
    assert.equal(findAssets(text), undefined, String(text));
  }
});
