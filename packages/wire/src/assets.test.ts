import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStrategyKey, STRATEGY_KEYS } from './assets.ts';

test('knows the four keys', () => {
  assert.deepEqual(STRATEGY_KEYS.filter(isStrategyKey), [...STRATEGY_KEYS]);
});

const strangers = [
  ...['', ' ', 'SOL-NATIVE-STAKE', 'sol-native-stake ', 'sol-native-stake\n', 'sol_native_stake', '0', '1'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'includes', 'x'.repeat(1e5)],
];
for (const text of strangers) {
  test(`does not know ${JSON.stringify(text.slice(0, 20))}`, () => {
    assert.equal(isStrategyKey(text), false);
  });
}
