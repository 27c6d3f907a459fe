import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerAccount } from '../../evidence.ts';
import { UNSTAKE_PROGRAM } from '../program-keys.ts';
import { filled, plain, STAKE, text, u64 } from '../rules/rules.world.ts';
import { leastFromReserve } from './least-from-reserve.ts';

const OWNER = text(UNSTAKE_PROGRAM);
const TAG = Buffer.from('183796faa81b65b2', 'hex');
type Fraction = readonly [bigint, bigint];
const [FLAT, LINEAR] = [0, 1];

const fee = (
  kind: number,
  [full, fullOf]: Fraction,
  [none, noneOf]: Fraction = [0n, 0n],
  owner = OWNER,
): LedgerAccount => ({
  lamports: 1n,
  owner,
  data: filled(41, { 0: TAG, 8: [kind], 9: u64(full), 17: u64(fullOf), 25: u64(none), 33: u64(noneOf) }),
});
const pool = (incoming: bigint): LedgerAccount => ({ ...plain(1n), data: filled(80, { 72: u64(incoming) }) });

test('a flat fee is a part of the stake, and two lamports', () => {
  const least = (lamports: bigint, part: Fraction) =>
    leastFromReserve([pool(7n), plain(1_000n), fee(FLAT, part)], OWNER, lamports);
  assert.equal(least(1_000n, [1n, 100n]), 988n);
  assert.equal(least(1_000n, [0n, 100n]), 998n);
  assert.equal(least(1_000n, [1n, 1n]), 0n);
  assert.equal(least(1_000n, [998n, 1_000n]), 0n);
  assert.equal(least(1_000n, [997n, 1_000n]), 1n);
  assert.equal(least(1n, [0n, 100n]), 0n);
});

// By hand: m = (none − full) ÷ (incoming + reserve), c = full; (m (I + S) + c) ÷ (1 + m S) of S, with a twentieth gone.
test('a rising fee is what the program takes once a twentieth of the SOL has left', () => {
  const [full, none] = [0.003, 0.08];
  for (const [incoming, reserve, lamports] of [
    [0n, 1_000_000_000n, 10_000_000n],
    [300_000_000n, 700_000_000n, 250_000_000n],
    [5_000_000_000n, 20_000_000_000n, 1_000_000_000n],
  ] as const) {
    const accounts = [pool(incoming), plain(reserve), fee(LINEAR, [3n, 1_000n], [8n, 100n])];
    const least = leastFromReserve(accounts, OWNER, lamports) ?? 0n;
    const slope = (none - full) / Number(incoming + reserve);
    const used = Number(incoming) + Number(reserve) / 20 + 1 + Number(lamports);
    const part = (slope * used + full) / (1 + slope * Number(lamports));
    const due = Number(lamports) * (1 - part) - 2;
    assert.ok(Math.abs(Number(least) - due) <= 2, `${least} ${due}`);
  }
});

test('a fee that is none of the reserve’s says nothing', () => {
  const good = fee(FLAT, [1n, 100n]);
  const least = (...accounts: readonly (LedgerAccount | undefined)[]) =>
    leastFromReserve(accounts, OWNER, 1_000n);
  assert.equal(least(pool(0n), plain(9n), good), 988n);
  for (const other of [
    undefined,
    fee(FLAT, [1n, 100n], [0n, 0n], STAKE),
    fee(2, [1n, 100n]),
    { ...good, data: good.data.with(0, 0) },
    { ...good, data: good.data.with(7, 0) },
    { ...good, data: good.data.subarray(0, 8) },
    fee(FLAT, [1n, 0n]),
    fee(LINEAR, [8n, 100n], [3n, 1_000n]),
    fee(LINEAR, [1n, 100n], [0n, 0n]),
  ])
    assert.equal(least(pool(0n), plain(9n), other), undefined);
  assert.equal(least(undefined, plain(9n), good), undefined);
  assert.equal(least(pool(0n), undefined, good), undefined);
});
