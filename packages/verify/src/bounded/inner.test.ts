import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MARKET_PROGRAM, STAKEDEX_PROGRAM } from '../bytes/address.ts';
import {
  ASSOCIATED,
  at,
  data,
  escrow,
  ME,
  mayInvoke,
  OTHER,
  RENT_LIMIT,
  receipt,
  stake,
  system,
  token,
} from './inner.world.ts';
import type { BoundedKind } from './intent.ts';
import {
  GIVEN,
  key,
  NEW_STAKE,
  RASOL,
  RAUSDC,
  SEEDED,
  SOL,
  STRANGER,
  USDC,
  u32,
  u64,
  WALLET,
} from './rules.world.ts';

suite('SOL that a program moves', () => {
  const transfer = (from: string, to: string, lamports: bigint) => system([from, to], u32(2), u64(lamports));

  test('comes to the wallet in any amount, and leaves it up to a rent', () => {
    for (const kind of ['swap-in', 'swap-out', 'stake-out', 'vault-deposit'] as const) {
      assert.ok(mayInvoke(kind, transfer(OTHER, ME, 2n ** 63n)));
      assert.ok(mayInvoke(kind, transfer(ME, OTHER, RENT_LIMIT)));
      assert.ok(!mayInvoke(kind, transfer(ME, OTHER, RENT_LIMIT + 1n)));
      assert.ok(
        !mayInvoke(kind, system([OTHER, at(key(8)), ME], u32(2), u64(1n))),
        'from a third, signed by the wallet',
      );
    }
  });

  test('is what was asked for where SOL goes in, and nowhere else', () => {
    const terms = { most: RENT_LIMIT + 5n };
    assert.ok(mayInvoke('swap-in', transfer(ME, OTHER, RENT_LIMIT + 5n), { terms }));
    assert.ok(!mayInvoke('swap-in', transfer(ME, OTHER, RENT_LIMIT + 6n), { terms }));
    assert.ok(!mayInvoke('swap-out', transfer(ME, OTHER, RENT_LIMIT + 5n), { terms }));
    // A rent may go where less was asked for.
    assert.ok(mayInvoke('swap-in', transfer(ME, OTHER, RENT_LIMIT), { terms: { most: 5n } }));
  });

  test('has an amount of eight bytes, and nothing behind', () => {
    for (const size of [4, 11, 13]) {
      const { data: whole, ...rest } = transfer(ME, OTHER, 1n);
      const cut = Uint8Array.from({ length: size }, (_, i) => whole[i] ?? 0);
      assert.ok(!mayInvoke('swap-in', { ...rest, data: cut }), `${size}`);
      assert.ok(!mayInvoke('swap-in', { ...rest, accounts: [OTHER, ME], data: cut }), `${size}`);
    }
  });

  test('is not the wallet’s business where the wallet is not named', () => {
    assert.ok(mayInvoke('swap-in', transfer(OTHER, OTHER, 2n ** 63n)));
  });
});

suite('an account that a program makes at the wallet’s cost', () => {
  const create = (to: string, lamports: bigint) => system([ME, to], u32(0), u64(lamports), u64(165n), key(6));
  const seeded = (to: string, lamports: bigint, seed = 'abc') =>
    system(
      [ME, to],
      u32(3),
      WALLET,
      u64(BigInt(seed.length)),
      Buffer.from(seed),
      u64(lamports),
      u64(165n),
      key(6),
    );
  const NEW: readonly (readonly [BoundedKind, Uint8Array])[] = [
    ['swap-in', RASOL.account],
    ['vault-deposit', RAUSDC.account],
    ['vault-withdrawal', USDC.account],
    ['vault-withdrawal', escrow],
    ['vault-withdrawal', receipt],
    ['swap-in', SOL.account],
    ['swap-out', SEEDED],
    ['stake-out', RASOL.account],
    ['stake-withdrawal', NEW_STAKE],
  ];
  const OLD: readonly (readonly [BoundedKind, Uint8Array])[] = [
    ['swap-out', RASOL.account],
    ['vault-deposit', USDC.account],
    ['stake-out', GIVEN],
    ['swap-in', WALLET],
    ['swap-in', STRANGER],
    ['stake-withdrawal', SOL.account],
  ];

  test('is on the list, and gets no more than a rent', () => {
    for (const make of [create, seeded]) {
      for (const [kind, to] of NEW) {
        assert.ok(mayInvoke(kind, make(at(to), RENT_LIMIT)), kind);
        assert.ok(!mayInvoke(kind, make(at(to), RENT_LIMIT + 1n)), kind);
      }
      for (const [kind, to] of OLD) assert.ok(!mayInvoke(kind, make(at(to), 1n)), kind);
    }
    assert.ok(mayInvoke('swap-in', seeded(at(RASOL.account), 1n, '')));
    assert.ok(mayInvoke('swap-in', seeded(at(RASOL.account), 1n, 'x'.repeat(32))));
  });

  test('is made by no other instruction, and by no byte more or less', () => {
    const to = at(RASOL.account);
    for (const make of [create, seeded]) {
      const { data: whole, ...rest } = make(to, 1n);
      assert.ok(!mayInvoke('swap-in', { ...rest, data: data(whole, [0]) }));
      assert.ok(!mayInvoke('swap-in', { ...rest, data: whole.subarray(0, -1) }));
      for (let tag = 0; tag < 258; tag += 1)
        if (whole[0] !== tag)
          assert.ok(!mayInvoke('swap-in', { ...rest, data: data(u32(tag), whole.subarray(4)) }), `${tag}`);
      assert.ok(
        !mayInvoke('swap-in', { ...rest, accounts: [OTHER, to, ME], data: whole }),
        'paid by another',
      );
    }
    for (const bytes of [[], u32(0), u32(3)]) assert.ok(!mayInvoke('swap-in', system([ME, to], bytes)));
  });

  test('is opened by the associated token program', () => {
    const open = (to: string, ...bytes: number[]) => ({
      program: ASSOCIATED,
      accounts: [ME, to, ME],
      data: Uint8Array.from(bytes),
    });
    for (const bytes of [[], [0], [1]]) {
      for (const [kind, to] of NEW) assert.ok(mayInvoke(kind, open(at(to), ...bytes)), `${kind} ${bytes}`);
      for (const [kind, to] of OLD) assert.ok(!mayInvoke(kind, open(at(to), ...bytes)), `${kind} ${bytes}`);
    }
    for (const bytes of [[2], [1, 0], [255]])
      assert.ok(!mayInvoke('swap-in', open(at(RASOL.account), ...bytes)));
    assert.ok(!mayInvoke('swap-in', { ...open(''), accounts: [ME] }));
  });
});

suite('tokens that a program takes in the wallet’s name', () => {
  const DRAWN: readonly (readonly [BoundedKind, Uint8Array])[] = [
    ['swap-out', RASOL.account],
    ['vault-deposit', USDC.account],
    ['vault-withdrawal', RAUSDC.account],
    ['swap-in', SOL.account],
    ['swap-in', SEEDED],
    ['stake-out', RASOL.account],
  ];
  const KEPT: readonly (readonly [BoundedKind, Uint8Array])[] = [
    ['swap-in', RASOL.account],
    ['vault-withdrawal', USDC.account],
    ['vault-withdrawal', escrow],
    ['stake-withdrawal', SOL.account],
    ['swap-in', STRANGER],
  ];
  test('are moved or burned out of what is spent, and out of nothing else', () => {
    for (const tag of [3, 8, 12, 15]) {
      for (const [kind, from] of DRAWN)
        assert.ok(mayInvoke(kind, token([at(from), OTHER, ME], [tag])), `${kind} ${tag}`);
      for (const [kind, from] of KEPT)
        assert.ok(!mayInvoke(kind, token([at(from), OTHER, ME], [tag])), `${kind} ${tag}`);
    }
  });

  test('are touched by no other instruction', () => {
    for (let tag = 0; tag < 256; tag += 1)
      if (![3, 8, 12, 15].includes(tag))
        assert.ok(!mayInvoke('swap-out', token([at(RASOL.account), OTHER, ME], [tag])), `${tag}`);
    assert.ok(!mayInvoke('swap-out', token([at(RASOL.account), OTHER, ME])));
    assert.ok(!mayInvoke('swap-out', token([ME], [3])));
  });

  test('are closed away to the wallet only: wrapped SOL, and raSOL on its way', () => {
    const close = (from: Uint8Array, to: string) => token([at(from), to, ME], [9]);
    for (const [kind, from] of [
      ['swap-in', SOL.account],
      ['swap-out', SEEDED],
      ['stake-out', RASOL.account],
    ] as const) {
      assert.ok(mayInvoke(kind, close(from, ME)), kind);
      assert.ok(!mayInvoke(kind, close(from, OTHER)), kind);
    }
    assert.ok(!mayInvoke('swap-out', close(RASOL.account, ME)));
    assert.ok(!mayInvoke('swap-in', close(RASOL.account, ME)));
  });
});

suite('stake that a program acts on in the wallet’s name', () => {
  test('is the account given up or made, and for Split both are', () => {
    for (const tag of [1, 5]) {
      assert.ok(mayInvoke('stake-out', stake([at(GIVEN), OTHER, ME], u32(tag))));
      assert.ok(mayInvoke('stake-withdrawal', stake([at(NEW_STAKE), OTHER, ME], u32(tag))));
      assert.ok(!mayInvoke('stake-withdrawal', stake([at(GIVEN), OTHER, ME], u32(tag))));
      assert.ok(!mayInvoke('stake-out', stake([OTHER, at(GIVEN), ME], u32(tag))));
    }
    assert.ok(!mayInvoke('stake-out', stake([at(GIVEN), OTHER, ME], u32(3))));
    assert.ok(!mayInvoke('stake-out', stake([OTHER, at(GIVEN), ME], u32(3))));
    assert.ok(mayInvoke('stake-out', stake([at(GIVEN), at(GIVEN), ME], u32(3))));
  });

  test('is acted on by no other instruction', () => {
    for (let tag = 0; tag < 258; tag += 1)
      if (![1, 5].includes(tag))
        assert.ok(!mayInvoke('stake-out', stake([at(GIVEN), OTHER, ME], u32(tag))), `${tag}`);
    assert.ok(!mayInvoke('stake-out', stake([at(GIVEN), OTHER, ME], [1])));
    assert.ok(!mayInvoke('stake-out', stake([ME], u32(1))));
  });

  test('of others may be withdrawn into the wallet, which signs nothing there', () => {
    const withdraw = (...accounts: string[]) => mayInvoke('stake-out', stake(accounts, u32(4), u64(1n)));
    assert.ok(withdraw(OTHER, ME, OTHER, OTHER, OTHER));
    assert.ok(!withdraw(OTHER, ME, OTHER, OTHER, ME));
    assert.ok(!withdraw(OTHER, OTHER, OTHER, OTHER, ME));
    assert.ok(!withdraw(ME, ME, OTHER, OTHER, OTHER));
    assert.ok(!withdraw(ME, OTHER));
  });

  test('may be what repays the rent of a withdrawal over the router’s program', () => {
    const accounts = Array.from({ length: 18 }, (_, i) => key(100 + i));
    const more = { accounts, data: data([6], u64(1n), u32(1)) };
    const [slumdog = key(0)] = accounts.slice(5);
    const split = (to: Uint8Array) => stake([at(NEW_STAKE), at(to), ME], u32(3), u64(1n));
    assert.ok(mayInvoke('stake-withdrawal', split(slumdog), { program: STAKEDEX_PROGRAM, more }));
    assert.ok(!mayInvoke('stake-withdrawal', split(key(101)), { program: STAKEDEX_PROGRAM, more }));
    assert.ok(!mayInvoke('stake-withdrawal', split(slumdog), { program: MARKET_PROGRAM, more }));
  });
});
