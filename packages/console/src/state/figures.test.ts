import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sayFallTo, sayPercent, sayWhen, shortenDecimal } from './figures.ts';

describe('figures for people', () => {
  test('six digits, never more than is promised and never less than is asked', () => {
    for (const [text, down, up] of [
      ['0', '0', '0'],
      ['20', '20', '20'],
      ['1000', '1000', '1000'],
      ['1.290045158930094936', '1.29004', '1.29005'],
      ['18.571466205', '18.5714', '18.5715'],
      ['9007199.254740991', '9,007,199', '9,007,200'],
      ['999999.9', '999,999', '1,000,000'],
      ['9.9999999', '9.99999', '10'],
      ['0.000005', '0.000005', '0.000005'],
      ['0.00166624', '0.00166624', '0.00166624'],
      ['0.0000012345678', '0.00000123456', '0.00000123457'],
      ['max', 'max', 'max'],
    ] as const) {
      assert.equal(shortenDecimal(text), down, text);
      assert.equal(shortenDecimal(text, 'up'), up, text);
    }
  });

  test('percentages have two places, cut', () => {
    assert.equal(sayPercent(11.399999), '11.39');
    assert.equal(sayPercent('36.3636'), '36.36');
    assert.equal(sayPercent(6), '6.00');
    assert.equal(sayPercent('0.1'), '0.10');
    assert.equal(sayPercent(1e-9), '0.00');
    assert.equal(sayPercent('-0.5'), '-0.50');
  });

  test('the fall that a loan bears is cut', () => {
    for (const [health, fall] of [
      ['2', '50.00'],
      ['1.3751', '27.27'],
      ['1.0001', '0.00'],
      ['1', '0.00'],
      ['0.9', '0.00'],
    ] as const) {
      assert.equal(sayFallTo(health), fall, health);
    }
  });

  test('moments are told by the day and hour of the reader', () => {
    const now = new Date(2026, 10, 27, 9, 30).getTime();
    const say = (day: number, hour: number) => sayWhen(new Date(2026, 10, day, hour, 5).toISOString(), now);
    assert.equal(say(27, 8), 'now');
    assert.equal(say(27, 14), 'today, about 14:05');
    assert.equal(say(28, 0), 'tomorrow, about 00:05');
    assert.equal(say(29, 14), 'in 2 days, about 14:05');
    assert.equal(say(70, 14), 'on 9 Jan 2027, about 14:05');
  });
});
