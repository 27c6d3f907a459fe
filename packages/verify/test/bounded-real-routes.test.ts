import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SOL } from './bounded-world.ts';
import { composeSubject, EPOCH, poolAccount, type States } from './compose-subject.ts';
import { SYSTEM, TOKEN } from './edit-evidence.ts';
import { declare, type PlainInstruction } from './edit-transaction.ts';
import {
  ata,
  close,
  deployment,
  findings,
  INFINITY,
  JUPITER,
  list,
  named,
  open,
  other,
  POOL_STATES,
  PRICE_FEE,
  plainWallet,
  ROUTER,
  rasolMint,
  rules,
  solMint,
  stakePool,
  token,
  u64s,
  wallet,
  wrap,
} from './real-shape-parts.ts';

const swapIn = {
  operation: 'stake',
  request: { strategy: 'sol-liquid-stake', wallet, amount: '1.08' },
} as const;
const swapOut = {
  operation: 'unstake',
  request: { strategy: 'sol-liquid-stake', kind: 'instant', wallet, amount: '1' },
} as const;
const BOUGHT: States = {
  ...POOL_STATES,
  [wallet]: [plainWallet(10n * SOL), plainWallet(10n * SOL - 1_080_000_000n - PRICE_FEE)],
  [ata(solMint)]: [undefined, undefined],
  [ata(rasolMint)]: [token(rasolMint, 0n), token(rasolMint, SOL)],
};
const SOLD: States = {
  ...POOL_STATES,
  [wallet]: [plainWallet(SOL), plainWallet(SOL + 1_080_000_000n - PRICE_FEE)],
  [ata(solMint)]: [undefined, undefined],
  [ata(rasolMint)]: [token(rasolMint, SOL), token(rasolMint, 0n)],
};

test('wrapped SOL is staked over the router’s program at the pool’s rate, which must stand', () => {
  const swap = (at: string) =>
    declare(
      ROUTER,
      [
        ['s', wallet],
        ['w', ata(solMint)],
        ['w', ata(rasolMint)],
        ['w', named('a')],
        ['w', named('b')],
        ['w', named('c')],
        ['w', rasolMint],
        ['-', solMint],
        ['-', TOKEN],
        ['-', SYSTEM],
        ['-', stakePool.program],
        ['w', at],
      ],
      Uint8Array.of(0, ...u64s(1_080_000_000n)),
    );
  const build = (at: string, states: States) =>
    composeSubject(swapIn, [...wrap(1_080_000_000n), swap(at), close(ata(solMint))], states, { deployment });
  assert.deepEqual(findings(build(stakePool.address, BOUGHT)), []);
  assert.deepEqual(rules(build(other, BOUGHT)), ['shape']);
  const stale = { ...BOUGHT, [stakePool.address]: poolAccount(stakePool.program, list, EPOCH - 1n) };
  assert.deepEqual(rules(build(stakePool.address, stale)), ['minimum']);
});

test('raSOL is redeemed for wrapped SOL over the router’s program', () => {
  const swap = declare(
    ROUTER,
    [
      ['s', wallet],
      ['w', ata(rasolMint)],
      ['w', ata(solMint)],
      ['w', named('a')],
      ['w', rasolMint],
      ['-', solMint],
      ['-', TOKEN],
      ['-', stakePool.program],
      ['w', stakePool.address],
    ],
    Uint8Array.of(8, ...u64s(SOL)),
  );
  const subject = composeSubject(swapOut, [open(solMint), swap, close(ata(solMint))], SOLD, { deployment });
  assert.deepEqual(findings(subject), []);
});

// The aggregator: a plan of one step over variant 43 (ten bytes of arguments) in the first version.
const PLAN = Uint8Array.of(1, 0, 0, 0, 43, ...new Uint8Array(10), 100, 0, 1);
const route = (amount: bigint, quote: bigint, slippage: number, tail: readonly number[] = [0]) =>
  declare(
    JUPITER,
    [
      ['-', TOKEN],
      ['s', wallet],
      ['w', ata(rasolMint)],
      ['w', ata(solMint)],
      ['-', JUPITER],
      ['-', solMint],
      ['-', JUPITER],
    ],
    Uint8Array.of(
      ...Uint8Array.fromHex('e517cb977ae3ad2a'),
      ...PLAN,
      ...u64s(amount, quote),
      slippage & 0xff,
      slippage >> 8,
      ...tail,
    ),
  );
const routed = (swap: PlainInstruction) =>
  composeSubject(swapOut, [open(solMint), swap, close(ata(solMint))], SOLD, { deployment });

test('a route of the aggregator: its fields are read where the program reads them', () => {
  assert.deepEqual(findings(routed(route(SOL, 1_080_000_000n, 50))), []);
  assert.deepEqual(rules(routed(route(SOL, 1_080_000_000n, 400))), ['minimum']);
  assert.deepEqual(rules(routed(route(SOL, 0n, 0))), ['minimum']);
  assert.deepEqual(rules(routed(route(2n * SOL, 1_080_000_000n, 50))), ['minimum']);
  assert.deepEqual(rules(routed(route(SOL, 1_080_000_000n, 50, [5]))), ['shape'], 'a platform fee');
  // A minimum of 0, and behind it bytes that read like an honest tail.
  const forged = [0, ...u64s(SOL, 1_080_000_000n), 50, 0, 0];
  assert.deepEqual(rules(routed(route(SOL, 0n, 0, forged))), ['shape']);
});

test('the aggregator’s second version, its exact output, and the Infinity pool', () => {
  const own = [
    ['s', wallet],
    ['w', ata(rasolMint)],
    ['w', ata(solMint)],
    ['-', rasolMint],
    ['-', solMint],
    ['-', TOKEN],
    ['-', TOKEN],
    ['-', JUPITER],
    ['-', JUPITER],
  ] as const;
  const second = (tag: string, first: bigint, quote: bigint, fee = 0) =>
    declare(
      JUPITER,
      own,
      Uint8Array.of(...Uint8Array.fromHex(tag), ...u64s(first, quote), 50, 0, fee, 0, 0, 0, ...PLAN),
    );
  assert.deepEqual(findings(routed(second('bb64facc31c4af14', SOL, 1_080_000_000n))), []);
  assert.deepEqual(rules(routed(second('bb64facc31c4af14', SOL, SOL))), ['minimum']);
  assert.deepEqual(rules(routed(second('bb64facc31c4af14', SOL, 1_080_000_000n, 1))), ['shape']);
  assert.deepEqual(findings(routed(second('9d8ab85215f4f324', 1_060_000_000n, 990_000_000n))), []);
  assert.deepEqual(
    rules(routed(second('9d8ab85215f4f324', 1_060_000_000n, SOL))),
    ['minimum'],
    'slippage on the input',
  );
  const infinity = (limit: bigint) =>
    declare(
      INFINITY,
      [
        ['s', wallet],
        ['-', rasolMint],
        ['-', solMint],
        ['w', ata(rasolMint)],
        ['w', ata(solMint)],
      ],
      Uint8Array.of(1, 5, 5, 1, 0, 0, 0, 2, 0, 0, 0, ...u64s(limit, SOL)),
    );
  assert.deepEqual(findings(routed(infinity(1_060_000_000n))), []);
  assert.deepEqual(rules(routed(infinity(1n))), ['minimum']);
});
