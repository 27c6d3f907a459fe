import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  findProgramAddress,
  INFINITY_PROGRAM,
  MARKET_PROGRAM,
  STAKEDEX_PROGRAM,
  UNSTAKE_PROGRAM,
} from '../bytes/address.ts';
import { ascii, isSame } from '../bytes/text.ts';
import { DEPLOYMENT } from '../exact/keys.world.ts';
import type { LedgerAccount } from '../verification.ts';
import { filled, key, keys, plain, STAKE, text, u32, u64, WALLET } from './rules.world.ts';
import { readRouterSwap } from './steps.ts';
import { findSlumdog, leastFromReserve, type Swap } from './swaps.ts';
import { data, namesOf, places, readOf } from './swaps.world.ts';

const POOL_PROGRAM = keys.stakePool.program;
type Case = readonly [
  name: string,
  program: Uint8Array,
  accounts: number,
  bytes: Uint8Array,
  due: Partial<Swap>,
  names: readonly (number | 'wallet')[],
];
const ALL = 2n ** 64n - 1n;
const AT_RATE = { by: 'pool-rate' } as const;
/** What stands before the amounts at the pool of many tokens. */
const INDEXES = [1, 2, ...u32(3), ...u32(4)];
const [FOUR, FIVE, SIX] = [u64(4n), u64(5n), u64(6n)] as const;
const BOUND = { most: 5n, minimum: 4n };
const EXACT = { most: 6n, minimum: 5n };
const WHOLE = { most: 'everything', minimum: 4n } as const;
const NEARLY = { most: ALL - 1n, minimum: 4n };
// Places of accounts by the programs' own sources.
const CASES: readonly Case[] = [
  ['DepositSol', POOL_PROGRAM, 10, data(14, FIVE), { most: 5n, minimum: AT_RATE }, [3, 3, 4]],
  ['DepositSolWithSlippage', POOL_PROGRAM, 10, data(25, FIVE, FOUR), BOUND, [3, 3, 4]],
  ['WithdrawSol', POOL_PROGRAM, 12, data(16, FIVE), { most: 5n, minimum: AT_RATE }, [2, 3, 5]],
  ['WithdrawSolWithSlippage', POOL_PROGRAM, 12, data(26, FIVE, FOUR), BOUND, [2, 3, 5]],
  ['DepositStake', POOL_PROGRAM, 15, data(9), { most: 'everything', minimum: AT_RATE }, ['wallet', 4, 7]],
  ['DepositStakeWithSlippage', POOL_PROGRAM, 15, data(23, FOUR), WHOLE, ['wallet', 4, 7]],
  ['WithdrawStake', POOL_PROGRAM, 13, data(10, FIVE), { most: 5n, minimum: AT_RATE }, [6, 7, 4]],
  ['WithdrawStakeWithSlippage', POOL_PROGRAM, 13, data(24, FIVE, FOUR), BOUND, [6, 7, 4]],
  ['Swap', MARKET_PROGRAM, 7, data(1, FIVE, FOUR), BOUND, [1, 2, 3]],
  ['Swap', MARKET_PROGRAM, 7, data(1, u64(ALL), FOUR), WHOLE, [1, 2, 3]],
  ['Swap', MARKET_PROGRAM, 7, data(1, u64(ALL - 1n), FOUR), NEARLY, [1, 2, 3]],
  ['SwapExactIn', INFINITY_PROGRAM, 5, data(1, INDEXES, FOUR, FIVE), BOUND, [0, 3, 4]],
  ['SwapExactIn', INFINITY_PROGRAM, 5, data(0x17, INDEXES, FOUR, FIVE), BOUND, [0, 3, 4]],
  ['SwapExactOut', INFINITY_PROGRAM, 5, data(2, INDEXES, SIX, FIVE), EXACT, [0, 3, 4]],
  ['SwapExactOut', INFINITY_PROGRAM, 5, data(0x18, INDEXES, SIX, FIVE), EXACT, [0, 3, 4]],
  ['SwapExactOut', MARKET_PROGRAM, 7, data(2, FIVE, SIX), EXACT, [1, 2, 3]],
];

for (const [name, program, count, bytes, due, names] of CASES) {
  const accounts = places(count);
  test(`${name} ${bytes[0]} of ${due.most} is read to the byte`, () => {
    const swap = readOf(program, { accounts, data: bytes });
    assert.ok(swap);
    assert.equal(swap.name, name);
    assert.deepEqual({ most: swap.most, minimum: swap.minimum }, due);
    assert.deepEqual(namesOf(swap, accounts), names);
    for (const other of [data(bytes, 0), bytes.subarray(0, -1), data(0xee, bytes.subarray(1))])
      assert.equal(readOf(program, { accounts, data: other }), undefined);
    assert.equal(readOf(key(9), { accounts, data: bytes }), undefined);
  });
}

test('instructions of the stake pool have the pool, and a new stake account the wallet as authority', () => {
  for (const [, program, count, bytes] of CASES.filter(([, each]) => each === POOL_PROGRAM)) {
    const accounts = places(count);
    const { fixed = [], name } = readOf(program, { accounts, data: bytes }) ?? {};
    const pool = { role: 'the stake pool', actual: accounts[0], due: keys.stakePool.address };
    const own = { role: 'authority of the new stake account', actual: accounts[5], due: WALLET };
    assert.deepEqual(fixed, name?.startsWith('WithdrawStake') ? [pool, own] : [pool]);
  }
});

suite('the router’s program', () => {
  const rate = [POOL_PROGRAM, keys.stakePool.address];
  const { pool, sol, fee, protocolFee } = keys.reserve() ?? assert.fail('the deployment has a Reserve');
  /** The Reserve as it stands among the accounts, with the record of a stake account. */
  const reserveOf = (stake: Uint8Array) => [
    UNSTAKE_PROGRAM,
    pool,
    sol,
    fee,
    findProgramAddress([pool, stake], UNSTAKE_PROGRAM),
    protocolFee,
  ];
  const cases = [
    ['StakeWrappedSol', 10, data(0, u64(5n)), 5n, [0, 1, 2], 6],
    ['DepositStake', 5, data(5), 'everything', [0, 1, 2], undefined],
    ['PrefundWithdrawStake', 16, data(6, u64(5n), u32(7)), 5n, [0, 1, 2], 3],
    ['WithdrawWrappedSol', 7, data(8, u64(5n)), 5n, [0, 1, 2], 4],
  ] as const;

  for (const [name, count, bytes, most, names, mintAt] of cases)
    test(`${name} is taken at the rate of the raSOL pool`, () => {
      const accounts = [...places(count), ...rate];
      const swap = readOf(STAKEDEX_PROGRAM, { accounts, data: bytes });
      assert.ok(swap);
      const due = name === 'PrefundWithdrawStake' ? { by: 'pool-rate-and-reserve' } : AT_RATE;
      assert.deepEqual([swap.name, swap.most, swap.minimum], [name, most, due]);
      assert.deepEqual(namesOf(swap, accounts), names);
      const mint = mintAt && { role: 'the mint of raSOL', actual: accounts[mintAt], due: keys.rasolMint };
      assert.deepEqual(
        swap.fixed.find(({ role }) => role === 'the mint of raSOL'),
        mint,
      );
      for (const further of [[], [POOL_PROGRAM], [POOL_PROGRAM, key(1)], [key(1), keys.stakePool.address]])
        assert.equal(
          readOf(STAKEDEX_PROGRAM, { accounts: [...places(count), ...further], data: bytes }),
          undefined,
        );
    });

  const nobody = { ...DEPLOYMENT };
  delete nobody.reserve;

  test('gives a stake account to the Reserve of the deployment, by its fee, and nothing else', () => {
    for (const [name, count, bytes] of cases) {
      const accounts = [...places(count), ...reserveOf(key(101))];
      const swap = readOf(STAKEDEX_PROGRAM, { accounts, data: bytes });
      if (name !== 'DepositStake') {
        assert.equal(swap, undefined);
        continue;
      }
      assert.deepEqual(swap?.minimum, { by: 'reserve-fee' });
      assert.equal(swap.fixed.length, 6);
      assert.deepEqual(
        swap.fixed.map(({ actual }) => actual),
        swap.fixed.map(({ due }) => due),
      );
      const parts = { index: 0, program: STAKEDEX_PROGRAM, accounts, data: bytes };
      assert.equal(readRouterSwap(parts, WALLET, nobody), undefined, 'where none is named');
    }
  });

  test('fixes each account of the Reserve where its fee decides what arrives', () => {
    const others = reserveOf(key(101)).map((_, i) => key(40 + i));
    const deposit = [...places(5), UNSTAKE_PROGRAM, ...others.slice(1)];
    const { fixed = [] } = readOf(STAKEDEX_PROGRAM, { accounts: deposit, data: data(5) }) ?? {};
    assert.deepEqual(
      fixed.filter(({ actual, due }) => actual === due || isSame(actual, due)).map(({ role }) => role),
      ['the reserve program'],
    );
    const own = [...places(16), ...rate];
    own.splice(6, 6, ...reserveOf(key(105)));
    const bytes = data(6, u64(5n), u32(7));
    const due = readOf(STAKEDEX_PROGRAM, { accounts: own, data: bytes })?.fixed.slice(2) ?? [];
    assert.equal(due.length, 6);
    for (const each of due) assert.deepEqual(each.actual, each.due, each.role);
    const parts = { index: 0, program: STAKEDEX_PROGRAM, accounts: own, data: bytes };
    assert.equal(readRouterSwap(parts, WALLET, nobody), undefined, 'where none is named');
  });

  test('bridges a withdrawal over the account that derives from wallet and seed', () => {
    const accounts = [...places(16), ...rate];
    const bytes = data(6, u64(5n), u32(7));
    const swap = readOf(STAKEDEX_PROGRAM, { accounts, data: bytes });
    const seeds = [ascii('bridge_stake'), key(100), u32(7)];
    assert.deepEqual(swap?.fixed[0], {
      role: 'the bridge stake account',
      actual: key(102),
      due: findProgramAddress(seeds, STAKEDEX_PROGRAM),
    });
    assert.equal(swap?.fixed.length, 8);
    const step = { index: 0, program: STAKEDEX_PROGRAM, accounts, data: bytes };
    assert.deepEqual(findSlumdog(step), key(105));
    assert.equal(findSlumdog({ ...step, program: key(9) }), undefined);
    assert.equal(findSlumdog({ ...step, data: data(8, u64(5n)) }), undefined);
  });
});

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
