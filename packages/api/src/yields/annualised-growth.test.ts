import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { annualisedGrowth } from './figures.ts';

const DAY = 86_400_000;
const at = (days: number, worthPerReceipt: string) => ({ measuredAt: days * DAY, worthPerReceipt });

suite('the yield between two captures', () => {
  test('is the growth compounded to a year by the time between them', () => {
    // 1.0005^(365/2) − 1
    const percent = annualisedGrowth(at(0, '1.000000000000000000'), at(2, '1.000500000000000000'));
    assert.ok(percent !== undefined);
    assert.equal(percent.toPrecision(12), ((1.0005 ** 182.5 - 1) * 100).toPrecision(12));
  });

  test('over two epochs is annualised over two', () => {
    const one = annualisedGrowth(at(0, '1'), at(2, '1.0005'));
    const two = annualisedGrowth(at(0, '1'), at(4, '1.00100025'));
    assert.equal(one?.toFixed(9), two?.toFixed(9));
  });

  test('keeps 18 places', () => {
    const percent = annualisedGrowth(at(0, '1.000000000000000000'), at(365, '1.000000000001000000'));
    assert.equal(percent?.toPrecision(6), '1.00000e-10');
  });

  test('is 0 without growth', () => {
    assert.equal(annualisedGrowth(at(0, '1.5'), at(2, '1.5')), 0);
  });

  test('is below zero for a loss, and never below -100', () => {
    // 0.999^(365/2) − 1
    const small = annualisedGrowth(at(0, '1'), at(2, '0.999'));
    assert.equal(small?.toPrecision(12), ((0.999 ** 182.5 - 1) * 100).toPrecision(12));
    const whole = annualisedGrowth(at(0, '1'), at(1, '0.000000000000000001'));
    assert.ok(whole !== undefined && whole >= -100 && whole < -99.9);
  });

  const none: Record<string, [ReturnType<typeof at>, ReturnType<typeof at>]> = {
    'no time': [at(2, '1'), at(2, '1.1')],
    'time running back': [at(4, '1'), at(2, '1.1')],
    'a receipt that is worth nothing': [at(0, '1.5'), at(2, '0')],
    'more than a thousand per cent': [at(0, '1'), at(2, '1.1')],
    'growth beyond what a number holds': [at(0, '0.000000000000000001'), at(2, '1000000')],
  };
  for (const [name, [before, after]] of Object.entries(none)) {
    test(`is none for ${name}`, () => {
      assert.equal(annualisedGrowth(before, after), undefined);
    });
  }
});
