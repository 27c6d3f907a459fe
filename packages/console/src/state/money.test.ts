import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAmountFault } from './money.ts';

for (const amount of [
  '',
  'max',
  '1',
  '0.5',
  '1.50',
  '10',
  '0.000000001',
  '123456789012345678901234567890.1',
]) {
  test(`${amount === '' ? 'nothing' : amount} is no fault`, () => {
    assert.equal(findAmountFault(amount, 9), undefined);
  });
}

for (const [amount, fault] of [
  ['0', /above 0/],
  ['0.00', /above 0/],
  ['1.0000001', /At most 6/],
  ...[
    '-1',
    '+1',
    '1e3',
    '01',
    '.5',
    '1.',
    '1,5',
    ' 1',
    '1 ',
    '0x1',
    'MAX',
    'Infinity',
    '１',
    '1_000',
    '1.2.3',
  ].map((text) => [text, /decimal number/] as const),
] as const) {
  test(`${amount} is refused before anybody is asked`, () => {
    assert.match(findAmountFault(amount, 6) ?? '', fault);
  });
}
