import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { HistoryRow, Position } from '@staking-agent/wire';
import { toQuantity } from '../runtime/json.ts';
import { describeEarned, type Past } from './earned.ts';

const SOL = 1_000_000_000n;
const DAY = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const WALLET = 'wallet';

const row = (part: Partial<HistoryRow>): HistoryRow => ({
  cursor: '',
  type: 'deposit',
  strategy: 'sol-liquid-stake',
  account: '',
  signature: 'a',
  time: new Date(START).toISOString(),
  slot: '1',
  epoch: '7',
  in: [],
  out: [],
  fee: null,
  tip: null,
  rate: null,
  known: 'ledger',
  ...part,
});
const raSOL = (units: bigint) => [toQuantity('raSOL', units)];
const sol = (units: bigint) => [toQuantity('SOL', units)];

const hold = (units: bigint, value: bigint) =>
  ({
    strategy: 'sol-liquid-stake',
    receipt: toQuantity('raSOL', units),
    value: toQuantity('SOL', value),
  }) as Position;

const NO_RATES = {
  keys: [],
  worth: () => undefined,
  gain: () => undefined,
  change: () => undefined,
  awaits: () => false,
};

const describe = (rows: readonly HistoryRow[], positions: readonly Position[], part: Partial<Past> = {}) => {
  const time = new Date(START + 365 * DAY).toISOString();
  const rates = NO_RATES;
  const past = {
    asOf: { slot: '9', epoch: '9', time },
    rows,
    missing: [],
    stopped: undefined,
    rates,
    gained: new Map(),
    ...part,
  };
  return describeEarned(WALLET, { positions, missing: [] }, past, () => 6);
};

suite('what a receipt earned', () => {
  const rows = [
    row({ in: raSOL(8n * SOL), out: sol(10n * SOL) }),
    row({ type: 'exit', signature: 'b', in: sol(3n * SOL), out: raSOL(2n * SOL) }),
  ];

  test('is its value and what came out, less what went in, with the yearly rate of what was in', () => {
    const [earned, ...others] = describe(rows, [hold(6n * SOL, 8n * SOL)]);
    assert.equal(others.length, 0);
    assert.deepEqual(earned?.netDeposits, toQuantity('SOL', 7n * SOL));
    assert.deepEqual(earned?.earned, toQuantity('SOL', SOL));
    assert.equal(earned?.realisedPercent, '14.2857');
    assert.deepEqual(
      [earned?.advertisedPercent, earned?.known, earned?.isComplete],
      ['6.0000', 'ledger', true],
    );
  });

  test('can be a loss, and is known of what is gone', () => {
    const [loss] = describe(rows, [hold(6n * SOL, 5n * SOL)]);
    assert.deepEqual(loss?.earned, { asset: 'SOL', amount: '-2', baseUnits: '-2000000000' });
    const left = row({ type: 'exit', signature: 'c', in: sol(9n * SOL), out: raSOL(6n * SOL) });
    const [gone] = describe([...rows, left], []);
    assert.deepEqual(gone?.earned, toQuantity('SOL', 2n * SOL));
    assert.deepEqual(gone?.netDeposits?.baseUnits, '-2000000000');
  });

  test('is not said where rows and holdings differ, or a gift has no rate', () => {
    const [other] = describe(rows, [hold(5n * SOL, 8n * SOL)]);
    assert.deepEqual([other?.earned, other?.netDeposits, other?.isComplete], [null, null, false]);
    assert.match(other?.reason ?? '', /ask again/);
    const gift = [row({ type: 'transfer_in', in: raSOL(SOL) })];
    const [given] = describe(gift, [hold(SOL, 2n * SOL)]);
    assert.equal(given?.earned, null);
    assert.match(given?.reason ?? '', /no rate of that epoch/);
    const rates = { ...NO_RATES, worth: () => (SOL * 3n) / 2n };
    const gained = new Map([['sol-liquid-stake', SOL / 10n] as const]);
    const [rated] = describe(gift, [hold(SOL, 2n * SOL)], { rates, gained });
    assert.deepEqual([rated?.earned, rated?.known], [toQuantity('SOL', SOL / 2n), 'rate']);
    assert.deepEqual(rated?.lastEpoch, toQuantity('SOL', SOL / 10n));
    const [moved] = describe(gift, [hold(SOL + 1n, 2n * SOL)], { rates, gained });
    assert.equal(moved?.lastEpoch, null, 'nor the last epoch, where they may be of two moments');
  });

  test('is said of a history that is not whole as long as it adds up, with what it lacks', () => {
    const missing = [{ part: 'transactions', slot: '1', reason: 'The node keeps nothing older.' }] as const;
    const [earned] = describe(rows, [hold(6n * SOL, 8n * SOL)], { missing });
    assert.deepEqual([earned?.earned, earned?.isComplete], [toQuantity('SOL', SOL), false]);
    assert.equal(earned?.reason, 'The node keeps nothing older.');
  });

  test('is not said of any strategy where the history is too long, even if its newest part adds up', () => {
    const most = { transactions: 25, epochs: 10 };
    const gained = new Map([['sol-liquid-stake', 1n] as const]);
    const all = describe(rows, [hold(6n * SOL, 8n * SOL)], { stopped: { epoch: 8n, most }, gained });
    assert.equal(all.length, 4);
    for (const { earned, netDeposits, since, isComplete, reason } of all) {
      assert.deepEqual([earned, netDeposits, since, isComplete], [null, null, null, false]);
      assert.match(reason ?? '', /too long: at most 25 transactions and 10 epochs .* beside so many other/);
    }
    assert.equal(all[1]?.lastEpoch?.baseUnits, '1');
    const [native, short] = describe(rows, [], { stopped: { epoch: 9n, most } });
    assert.deepEqual([native?.lastEpoch, short?.lastEpoch], [null, null]);
  });
});

test('raSOL that pays for raSOL Max counts the same for both, rent of a stake account is no price', () => {
  const rates = { ...NO_RATES, worth: (_key: unknown, units: bigint) => (units * 5n) / 4n };
  const max = (units: bigint) => [toQuantity('raSOLMax', units)];
  const moved = [
    row({ strategy: 'sol-leveraged-stake', in: max(SOL), out: sol(2n * SOL), signature: 'm' }),
    row({ type: 'exit', strategy: 'sol-leveraged-stake', in: raSOL(2n * SOL), out: max(SOL) }),
    row({ in: raSOL(2n * SOL), out: max(SOL) }),
  ];
  const [liquid, leveraged] = describe(moved, [hold(2n * SOL, 3n * SOL)], { rates });
  assert.deepEqual(liquid?.earned, toQuantity('SOL', SOL / 2n));
  assert.deepEqual(leveraged?.earned, toQuantity('SOL', SOL / 2n));

  const both = [
    row({ in: raSOL(2n * SOL), out: sol(2n * SOL), signature: 'd' }),
    row({ type: 'exit', in: max(SOL), out: raSOL(2n * SOL) }),
    // SOL of raSOL more came from an account beside that of the position.
    row({ strategy: 'sol-leveraged-stake', in: max(SOL), out: raSOL(3n * SOL) }),
  ];
  for (const rows of [both, both.toReversed()])
    assert.equal(describe(rows, [], { rates })[0]?.netDeposits?.amount, '-0.5');

  const staked = [{ ...toQuantity('SOL', 2n * SOL), asset: 'staked SOL' }];
  const slow = [
    row({ in: raSOL(SOL), out: sol(2n * SOL), signature: 's' }),
    row({ type: 'exit', in: staked, out: raSOL(SOL) }),
    row({ strategy: 'sol-native-stake', in: staked, out: [...raSOL(SOL), ...sol(SOL / 10n)] }),
  ];
  const found = describe(slow, []);
  const exited = found.find(({ strategy }) => strategy === 'sol-liquid-stake');
  assert.deepEqual(exited?.netDeposits, toQuantity('SOL', SOL / 10n));
});

test('what a request loses when it is taken back was not taken out; what is given away was, by rate', () => {
  const usdc = (units: bigint) => [toQuantity('USDC', units)];
  const raUSDC = (units: bigint) => [toQuantity('raUSDC', units)];
  const of = (part: Partial<HistoryRow>) => row({ strategy: 'usdc-earn', ...part });
  const held = {
    strategy: 'usdc-earn',
    receipt: toQuantity('raUSDC', 900n),
    value: toQuantity('USDC', 990n),
  } as Position;
  const deposit = of({ in: raUSDC(1_000n), out: usdc(1_000n) });
  const request = of({ type: 'exit', signature: 'b' });
  const rates = { ...NO_RATES, worth: (_key: unknown, units: bigint) => (units * 11n) / 10n };
  const tell = (type: 'exit' | 'transfer_out', part: Partial<Past>) => {
    const [told] = describe(
      [deposit, request, of({ type, signature: 'c', out: raUSDC(100n) })],
      [held],
      part,
    );
    return [told?.netDeposits?.baseUnits, told?.earned?.baseUnits, told?.known, told?.isComplete];
  };
  for (const part of [{}, { rates }]) assert.deepEqual(tell('exit', part), ['1000', '-10', 'ledger', true]);
  assert.deepEqual(tell('transfer_out', { rates }), ['890', '100', 'rate', true]);
  const paid = row({ in: raSOL(1_000n), out: sol(1_000n) });
  const [other] = describe(
    [paid, row({ type: 'exit', signature: 'c', out: raSOL(100n) })],
    [hold(900n, 990n)],
    { rates },
  );
  assert.equal(other?.netDeposits?.baseUnits, '890', 'only the USDC vault has requests');
});
