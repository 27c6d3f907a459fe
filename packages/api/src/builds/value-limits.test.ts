import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLimits, parseLimit, parseValueLimits, stakedQuantity } from './value-limits.ts';

describe('VALUE_LIMITS', () => {
  test('names strategies and spans, and leaves the rest without limit', () => {
    const limits = parseValueLimits('sol-native-stake.transaction=0.5, usdc-earn.hour=50000.000001');
    assert.deepEqual(limits, {
      ...createLimits(() => undefined),
      'sol-native-stake': { transaction: 500_000_000n, hour: undefined },
      'usdc-earn': { transaction: undefined, hour: 50_000_000_001n },
    });
    assert.deepEqual(
      parseValueLimits(''),
      createLimits(() => undefined),
    );
  });

  const refused: Record<string, RegExp> = {
    '100': /must be limits such as sol-native-stake\.transaction=100/,
    'sol-native-stake=100': /must be limits such as/,
    'sol-native-stake.day=100': /must be limits such as/,
    'sol-nativ-stake.hour=100': /must be limits such as/,
    '__proto__.hour=100': /must be limits such as/,
    'sol-native-stake.hour=': /must be limits such as/,
    'sol-native-stake.hour=1;usdc-earn.hour=1': /sol-native-stake\.hour that must be a plain decimal/,
    'sol-native-stake.hour=0': /sol-native-stake\.hour that must be greater than zero \(SOL\)/,
    'sol-native-stake.hour=-1': /must be a plain decimal/,
    'sol-native-stake.hour=1e9': /must be a plain decimal/,
    'sol-native-stake.hour=0.0000000001': /at most 9 decimal places \(SOL\)/,
    'usdc-earn.hour=0.0000001': /at most 6 decimal places \(USDC\)/,
    'sol-native-stake.hour=1000000000.000000001': /at most 1000000000 \(SOL\)/,
    'usdc-earn.hour=1000000000000.000001': /at most 1000000000000 \(USDC\)/,
    'usdc-earn.hour=1,usdc-earn.hour=2': /names usdc-earn\.hour twice/,
  };
  for (const [text, message] of Object.entries(refused)) {
    test(`refuses ${text}`, () => {
      assert.throws(() => parseValueLimits(text), message);
    });
  }
});

test('a limit is read to the last unit', () => {
  assert.equal(parseLimit('sol-liquid-stake', '1000000000'), 10n ** 18n);
  assert.equal(parseLimit('usdc-earn', '0.000001'), 1n);
});

test('what is left is never said to be below zero', () => {
  assert.deepEqual(stakedQuantity('usdc-earn', -5n), { asset: 'USDC', amount: '0', baseUnits: '0' });
  assert.deepEqual(stakedQuantity('usdc-earn', 5n), { asset: 'USDC', amount: '0.000005', baseUnits: '5' });
});
