import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import type { HistoryRow } from '@staking-agent/wire';
import { toQuantity } from '../runtime/json.ts';
import { type CsvFormat, printCsv } from './csv.ts';
import type { HistoryPage } from './pages.ts';

const row: HistoryRow = {
  cursor: '1-a',
  type: 'exit',
  strategy: 'sol-liquid-stake',
  account: 'A',
  signature: 's',
  time: '2026-01-02T03:04:05.000Z',
  slot: '1',
  epoch: '7',
  in: [{ ...toQuantity('SOL', 2_000_000_000n), asset: 'staked SOL' }],
  out: [toQuantity('raSOL', 1_000_000_000n)],
  fee: toQuantity('SOL', 5_000n),
  tip: toQuantity('SOL', 1_000n),
  rate: null,
  known: 'ledger',
};

async function print(format: CsvFormat, part: Partial<HistoryPage>): Promise<string[]> {
  const moment = { slot: '9', epoch: '9', time: '' };
  const page: HistoryPage = { asOf: moment, rows: [], nextCursor: null, missing: [], ...part };
  const ask = {
    wallet: 'W' as Address,
    limit: 200,
    strategy: undefined,
    type: undefined,
    from: undefined,
    to: undefined,
  };
  const text = await Array.fromAsync(
    printCsv(format, ask, page, { services: undefined as never, isGone: () => false }),
  );
  return text.join('').split('\r\n').slice(1, -1);
}

suite('the table of a history', () => {
  test('has one line for a transaction of two strategies, with rent as part of the price, and its costs once', async () => {
    const native: HistoryRow = {
      ...row,
      type: 'deposit',
      strategy: 'sol-native-stake',
      in: row.in,
      out: [...row.out, toQuantity('SOL', 500_000_000n)],
      fee: null,
      tip: null,
    };
    assert.deepEqual(await print('universal', { rows: [row, native] }), [
      '2026-01-02 03:04:05 UTC,1,raSOL,1.5,SOL,0.000006,SOL,,"exit sol-liquid-stake, deposit sol-native-stake",s',
    ]);
    assert.deepEqual(await print('plain', { rows: [native] }), [
      '2026-01-02T03:04:05.000Z,7,1,deposit,sol-native-stake,A,s,2,staked SOL,1,raSOL,,,ledger,',
      '2026-01-02T03:04:05.000Z,7,1,deposit,sol-native-stake,A,s,,,0.5,SOL,,,ledger,',
    ]);
  });

  test('counts what left two accounts of the wallet for another receipt once, in whatever order its rows are', async () => {
    const other = {
      ...({ ...row, type: 'deposit', strategy: 'sol-leveraged-stake', fee: null, tip: null } as const),
      ...{ in: [toQuantity('raSOLMax', 6_000_000_000n)], out: [toQuantity('raSOL', 3_000_000_000n)] },
    };
    const exit = { ...row, in: other.in };
    for (const rows of [
      [exit, other],
      [other, exit],
    ]) {
      const [line, ...more] = await print('universal', { rows });
      assert.match(line ?? '', /^2026-01-02 03:04:05 UTC,3,raSOL,6,raSOL Max,0.000006,SOL,/);
      assert.deepEqual(more, []);
    }
  });

  test('has no line for dates in the universal form', async () => {
    const date: HistoryRow = {
      ...row,
      type: 'active',
      known: 'computed',
      in: [],
      out: [],
      fee: null,
      tip: null,
    };
    assert.deepEqual(await print('universal', { rows: [date] }), []);
  });

  test('says what is missing, and holds no formula', async () => {
    const missing = [{ part: 'rewards', slot: '5', reason: 'It said "no", twice.' }] as const;
    assert.deepEqual(await print('plain', { missing }), [
      ',,5,missing,,,,,,,,,,,"Missing: rewards. It said ""no"", twice."',
    ]);
    const odd = { ...row, account: '=1+1' };
    assert.match((await print('plain', { rows: [odd] }))[0] ?? '', /,'=1\+1,/);
  });
});
