import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as loans from './loan.ts';

const { WAD, RESERVE_AT } = loans;
const COLLATERAL = loans.SAVE_PROGRAM_ADDRESS;
const DEBT = 'So11111111111111111111111111111111111111112' as typeof COLLATERAL;

type Terms = {
  available?: bigint;
  borrowed?: bigint;
  rate?: bigint;
  price?: bigint;
  supply?: bigint;
  fees?: bigint;
};

function encodeReserve({
  available = 0n,
  borrowed = 0n,
  rate = WAD,
  price = WAD,
  supply = 1n,
  fees = 0n,
}: Terms) {
  const data = new Uint8Array(loans.RESERVE_SIZE);
  const view = new DataView(data.buffer);
  loans.LIQUIDITY_CODEC.write(
    { available, borrowed: borrowed * WAD, rate, price },
    data,
    RESERVE_AT.liquidity,
  );
  view.setBigUint64(RESERVE_AT.collateralSupply, supply, true);
  const curve = { optimalUse: 80, least: 2, optimal: 10, most: 30, loanToValue: 70, bonus: 5, threshold: 75 };
  loans.CURVE_CODEC.write(curve, data, RESERVE_AT.curve);
  view.setBigUint64(RESERVE_AT.fees, fees * WAD, true);
  view.setBigUint64(RESERVE_AT.weight, 2_500n, true);
  loans.TOP_CODEC.write({ mostUse: 90, beyond: 150n }, data, RESERVE_AT.top);
  return data;
}

function decode(collateral: Terms, debt: Terms, counts = [1, 1]) {
  const obligation = new Uint8Array(loans.OBLIGATION_SIZE);
  const { entries } = loans.OBLIGATION_AT;
  obligation.set(counts, loans.OBLIGATION_AT.counts);
  loans.DEPOSIT_CODEC.write({ reserve: COLLATERAL, amount: 1_000n }, obligation, entries);
  const borrow = { reserve: DEBT, rate: WAD, owed: 500n * WAD };
  loans.BORROW_CODEC.write(borrow, obligation, entries + loans.DEPOSIT_SIZE);
  return loans.decodeLoan(obligation, [
    { address: COLLATERAL, data: encodeReserve(collateral) },
    { address: DEBT, data: encodeReserve(debt) },
  ]);
}

const value = ({ numerator, denominator }: loans.Fraction) => Number(numerator) / Number(denominator);

test('a loan counts collateral tokens at their price, and the debt with its interest', () => {
  // A collateral token is worth 1.1, the debt has grown by a tenth.
  const loan = decode(
    { available: 2_000n, borrowed: 210n, supply: 2_000n, fees: 10n, price: 2n * WAD },
    { available: 100n, borrowed: 900n, rate: (WAD * 11n) / 10n, price: 3n * WAD },
  );
  assert.deepEqual([loan?.collateral, loan?.debt], [1_100n, 550n]);
  assert.ok(loan);
  const health = (1_100 * 2 * 0.75) / (550 * 3 * 1.25);
  assert.ok(Math.abs(value(loans.findHealth(loan)) - health) < 1e-12);
  assert.ok(Math.abs(value(loans.findLiquidationPrice(loan)) - (550 * 1.25) / (1_100 * 0.75)) < 1e-12);
});

test('a rate climbs with the use: to the optimum, to the most, and beyond', () => {
  const at = (use: bigint) => {
    const loan = decode({ supply: 1n, available: 1n }, { available: 100n - use, borrowed: use });
    return Math.round(loans.findBorrowRate(loan?.debtReserve ?? assert.fail()) * 1e6) / 1e6;
  };
  assert.deepEqual([0n, 40n, 80n, 85n, 90n, 95n, 100n].map(at), [0.02, 0.06, 0.1, 0.2, 0.3, 0.9, 1.5]);
});

test('what is not one deposit and one debt is not read', () => {
  for (const counts of [
    [0, 1],
    [1, 0],
    [2, 1],
    [1, 2],
  ]) {
    assert.equal(decode({ available: 1n }, { available: 1n }, counts), undefined);
  }
  assert.equal(decode({ supply: 0n }, { available: 1n }), undefined);
});
