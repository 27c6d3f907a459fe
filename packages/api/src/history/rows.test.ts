import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MissingHistory } from '@staking-agent/wire';
import { tellMissing } from './rows.ts';

const EPOCHS = { epoch: 9n, firstSlot: 900n, slotsInEpoch: 100n };
const ALL = { from: undefined, to: undefined };
const lack = (part: MissingHistory['part'], slot: string | null, reason: string = part): MissingHistory => ({
  ...{ part, slot, reason },
});

suite('what is missing', () => {
  const tell = (all: readonly MissingHistory[], range: Partial<Parameters<typeof tellMissing>[1]> = {}) =>
    tellMissing(all, { ...ALL, ...range }, EPOCHS).map(({ part, slot }) => `${part} ${slot}`);

  test('is told once, the rates of a receipt where they are missing first', () => {
    const twice = lack('dates', '850');
    assert.deepEqual(tell([twice, lack('rates', '800'), twice, lack('rates', '700')]), [
      'dates 850',
      'rates 800',
    ]);
    assert.deepEqual(tell([lack('rates', '800', 'a'), lack('rates', '800', 'b')]).length, 2);
    assert.deepEqual(tell([lack('rewards', '800'), lack('rewards', '700')]).length, 2);
  });

  test('is not told of rewards and rates of epochs that are not asked for', () => {
    const all = ['900', '899', '800', '799', '700'].flatMap((slot) => [
      lack('rewards', slot),
      lack('rates', slot, slot),
    ]);
    const range = { from: 8n, to: 8n };
    assert.deepEqual(tell(all, range), ['rewards 899', 'rates 899', 'rewards 800', 'rates 800']);
    assert.deepEqual(tell([lack('rates', '900'), lack('rates', '800'), lack('rates', '700')], range), [
      'rates 800',
    ]);
  });

  test('is told of what can concern earlier epochs too', () => {
    const range = { from: 8n, to: 8n };
    assert.deepEqual(tell([lack('dates', '900'), lack('dates', '799')], range), ['dates 900']);
    const always = [lack('transactions', '950'), lack('transactions', '5'), lack('stake-accounts', null)];
    assert.deepEqual(tell(always, range).length, 3);
  });
});
