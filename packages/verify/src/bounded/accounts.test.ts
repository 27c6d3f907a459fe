import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findProgramAddress, UNSTAKE_PROGRAM } from '../bytes/address.ts';
import { names } from '../bytes/text.ts';
import { findRequestAccounts } from '../deployment.ts';
import type { LedgerAccount } from '../verification.ts';
import { checkAccounts } from './accounts.ts';
import type { BoundedKind } from './intent.ts';
import {
  filled,
  GIVEN,
  KINDS,
  key,
  keys,
  NEW_STAKE,
  plain,
  RASOL,
  RAUSDC,
  SEEDED,
  SOL,
  STAKE,
  STRANGER,
  SYSTEM,
  sceneOf,
  stake,
  swapStep,
  TOKEN,
  text,
  tokens,
  USDC,
  WALLET,
} from './rules.world.ts';

/** What is found of one account that is one thing before and another after: rule and fault; undefined for nothing. */
function judge(
  kind: BoundedKind,
  at: Uint8Array,
  [before, after]: readonly [LedgerAccount | undefined, LedgerAccount | undefined],
  more: Partial<Parameters<typeof sceneOf>[1] & object> = {},
): string | undefined {
  const { scene, shape, roles } = sceneOf(kind, { changes: [[at, before, after]], ...more });
  const found = checkAccounts(scene, shape, roles);
  for (const { account, detail } of found) {
    assert.equal(account, text(at));
    assert.ok(detail.startsWith(`Account ${text(at)} `));
  }
  assert.ok(found.length <= 1);
  return found[0] && `${found[0].rule}: ${found[0].detail.slice(`Account ${text(at)} `.length)}`;
}

const CHANGED = 'account: belongs to the wallet and would change; the request is not for it.';
const MADE = 'new-account: is new and belongs to the wallet; the request is for none such.';
const named = (lamports = 5n, more: Readonly<Record<number, ArrayLike<number>>> = {}): LedgerAccount => ({
  lamports,
  owner: STAKE,
  data: filled(60, { 7: WALLET, ...more }),
});

suite('an account that is on no list', () => {
  const nobodys = { ...named(), data: new Uint8Array(60) };

  test('may become anything while it does not name the wallet', () => {
    for (const kind of KINDS)
      for (const states of [
        [nobodys, undefined],
        [undefined, nobodys],
        [nobodys, { ...nobodys, lamports: 1n, owner: TOKEN }],
      ] as const)
        assert.equal(judge(kind, STRANGER, states), undefined);
  });

  test('that names the wallet, before or after, stays as it is', () => {
    for (const kind of KINDS) {
      assert.equal(judge(kind, STRANGER, [named(), named()]), undefined);
      assert.equal(judge(kind, STRANGER, [named(), named(6n)]), undefined, 'it may be given lamports');
      assert.equal(judge(kind, STRANGER, [named(), named(4n)]), CHANGED);
      assert.equal(judge(kind, STRANGER, [named(), { ...named(), owner: TOKEN }]), CHANGED);
      assert.equal(judge(kind, STRANGER, [named(), named(5n, { 0: [1] })]), CHANGED);
      assert.equal(judge(kind, STRANGER, [named(), undefined]), CHANGED);
      for (const size of [59, 61])
        assert.equal(
          judge(kind, STRANGER, [named(), { ...named(), data: filled(size, { 7: WALLET }) }]),
          CHANGED,
          `${size} bytes`,
        );
      assert.equal(judge(kind, STRANGER, [named(), nobodys]), CHANGED);
      assert.equal(judge(kind, STRANGER, [nobodys, named()]), CHANGED);
      assert.equal(judge(kind, STRANGER, [undefined, named()]), MADE);
    }
  });

  test('names the wallet at whatever offset', () => {
    for (let at = 0; at <= 28; at += 1) {
      const data = filled(60, { [at]: WALLET });
      assert.equal(judge('swap-in', STRANGER, [{ ...nobodys, data }, undefined]), CHANGED, `${at}`);
      const cut = filled(60, { [at]: WALLET.subarray(0, 31) });
      assert.equal(judge('swap-in', STRANGER, [{ ...nobodys, data: cut }, undefined]), undefined);
    }
  });
});

suite('the wallet', () => {
  const WHY = 'account: is the wallet, and would be no plain account any more.';
  test('is a plain account before and after, of any balance, or is emptied', () => {
    for (const kind of KINDS) {
      assert.equal(judge(kind, WALLET, [plain(5n), plain(1n)]), undefined);
      assert.equal(judge(kind, WALLET, [plain(5n), undefined]), undefined);
      assert.equal(judge(kind, WALLET, [undefined, plain(5n)]), WHY);
      for (const other of [plain(5n, STAKE), { ...plain(5n), data: Uint8Array.of(0) }]) {
        assert.equal(judge(kind, WALLET, [plain(5n), other]), WHY);
        assert.equal(judge(kind, WALLET, [other, plain(5n)]), WHY);
      }
    }
  });
});

type Place = { readonly kind: BoundedKind; readonly mint: Uint8Array; readonly at: Uint8Array };
const place = (kind: BoundedKind, { mint, account }: typeof SOL): Place => ({ kind, mint, at: account });
const SPENT = [place('swap-out', RASOL), place('stake-withdrawal', RASOL), place('vault-deposit', USDC)];
const RECEIVED = [place('swap-in', RASOL), place('vault-deposit', RAUSDC), place('vault-withdrawal', USDC)];
const PASSING = [place('stake-out', RASOL)];

suite('a token account that may change', () => {
  const CLOSED = 'account: would be closed.';
  const MORE = 'account: would change in more than its amount.';
  const NOT_OWN = "account: is not the wallet's token account.";

  test('gains, whatever it is for', () => {
    for (const { kind, mint, at } of [...SPENT, ...RECEIVED, ...PASSING])
      assert.equal(judge(kind, at, [tokens(mint, 5n), tokens(mint, 6n)]), undefined);
  });

  test('loses only where it is spent', () => {
    for (const { kind, mint, at } of SPENT)
      assert.equal(judge(kind, at, [tokens(mint, 5n), tokens(mint, 0n)]), undefined);
    for (const { kind, mint, at } of [...RECEIVED, ...PASSING]) {
      assert.equal(judge(kind, at, [tokens(mint, 5n), tokens(mint, 5n)]), undefined);
      assert.equal(
        judge(kind, at, [tokens(mint, 5n), tokens(mint, 3n)]),
        'account: would lose 2 base units of what may not be spent.',
      );
    }
  });

  test('stays the wallet’s own, open, with its rent and all its other fields', () => {
    for (const { kind, mint, at } of [...SPENT, ...RECEIVED, ...PASSING]) {
      const before = tokens(mint, 5n);
      const given = (lamports: bigint) => tokens(mint, 5n, { lamports });
      assert.equal(judge(kind, at, [tokens(mint, 5n, { owner: STRANGER }), before]), NOT_OWN);
      assert.equal(judge(kind, at, [plain(5n), before]), NOT_OWN);
      assert.equal(judge(kind, at, [before, undefined]), CLOSED);
      assert.equal(judge(kind, at, [before, plain(5n)]), CLOSED);
      assert.equal(judge(kind, at, [before, given(before.lamports - 1n)]), 'account: would lose rent.');
      assert.equal(judge(kind, at, [before, given(before.lamports + 1n)]), undefined);
      for (let byte = 0; byte < 165; byte += 1) {
        if (byte >= 64 && byte < 72) continue;
        const after = tokens(mint, 5n);
        after.data[byte] = (after.data[byte] ?? 0) ^ 2;
        assert.equal(judge(kind, at, [before, after]), MORE, `byte ${byte}`);
      }
    }
  });

  test('exists where it is spent; elsewhere it may be opened, and passing be closed again', () => {
    for (const { kind, mint, at } of SPENT) {
      assert.equal(judge(kind, at, [undefined, undefined]), 'account: does not exist.');
      assert.equal(judge(kind, at, [undefined, tokens(mint, 0n)]), undefined);
    }
    for (const { kind, mint, at } of [...RECEIVED, ...PASSING]) {
      assert.equal(judge(kind, at, [undefined, undefined]), undefined);
      assert.equal(judge(kind, at, [undefined, tokens(mint, 1n)]), undefined);
    }
  });
});

suite('wrapped SOL', () => {
  const NOT_OWN = "account: is not the wallet's account of wrapped SOL.";
  const KINDS_OF_SOL = ['swap-in', 'swap-out', 'stake-out'] as const;
  const before = tokens(SOL.mint, 5n, { parts: { 109: [1, 0, 0, 0, 9] } });

  test('may be filled, emptied, closed and made again', () => {
    for (const kind of KINDS_OF_SOL)
      for (const at of [SOL.account, SEEDED])
        for (const after of [
          undefined,
          before,
          tokens(SOL.mint, 0n, { lamports: 1n, parts: { 109: [1, 0, 0, 0, 7] } }),
        ])
          for (const had of [undefined, before]) assert.equal(judge(kind, at, [had, after]), undefined);
  });

  test('is the wallet’s own before', () => {
    for (const kind of KINDS_OF_SOL)
      for (const had of [
        tokens(SOL.mint, 5n, { owner: STRANGER }),
        tokens(USDC.mint, 5n),
        { ...before, owner: STAKE },
        plain(5n),
      ])
        for (const after of [undefined, before])
          assert.equal(judge(kind, SOL.account, [had, after]), NOT_OWN);
  });

  test('gets no other owner, delegate, state or close authority', () => {
    const MORE = 'account: would change in more than its amount.';
    for (const kind of KINDS_OF_SOL) {
      assert.equal(judge(kind, SOL.account, [before, { ...before, owner: STAKE }]), MORE);
      for (const byte of [0, 31, 32, 63, 72, 107, 108, 121, 128, 129, 164]) {
        const after = { ...before, data: before.data.with(byte, (before.data[byte] ?? 0) ^ 2) };
        assert.equal(judge(kind, SOL.account, [before, after]), MORE, `byte ${byte}`);
      }
    }
  });

  // Nor is raSOL at the vault, or a request of the wallet's where something else was asked for.
  test('and what is passed through elsewhere is on no other list', () => {
    const { receipt, escrow } = findRequestAccounts({ wallet: WALLET }, keys);
    for (const kind of ['vault-deposit', 'vault-withdrawal'] as const)
      assert.equal(judge(kind, RASOL.account, [undefined, tokens(RASOL.mint, 1n)]), MADE);
    for (const kind of KINDS.filter((each) => each !== 'vault-withdrawal')) {
      assert.equal(judge(kind, receipt, [named(), undefined]), CHANGED);
      assert.equal(judge(kind, escrow, [named(), undefined]), CHANGED);
    }
  });

  // At the vault and in a slow exit nothing is wrapped: the account is like any other.
  test('is not touched where there is no SOL in it', () => {
    for (const kind of ['stake-withdrawal', 'vault-deposit', 'vault-withdrawal'] as const)
      assert.equal(judge(kind, SOL.account, [before, undefined]), CHANGED);
  });
});

suite('the stake account that is given up', () => {
  const { sol: due } = keys.reserve() ?? assert.fail('the deployment has a Reserve');
  const NOT_GIVEN = 'account: would neither be consumed nor belong to the reserve that pays for it.';
  const reserve = { read: [swapStep({ minimum: { by: 'reserve-fee' } })] };
  const atRate = { read: [swapStep({ minimum: { by: 'pool-rate' } })] };
  const had = stake(5n);

  test('is consumed, or the reserve’s that pays for it', () => {
    assert.equal(judge('stake-out', GIVEN, [had, undefined]), undefined);
    assert.equal(judge('stake-out', GIVEN, [had, stake(5n, { staker: due })], reserve), undefined);
  });

  test('is nobody else’s, and not handed on where no reserve pays', () => {
    for (const after of [
      had,
      plain(5n),
      stake(5n, { staker: due, withdrawer: WALLET }),
      stake(5n, { staker: WALLET, withdrawer: due }),
      stake(5n, { staker: STRANGER }),
      stake(5n, { staker: findProgramAddress([key(60)], UNSTAKE_PROGRAM) }),
      { ...stake(5n, { staker: due }), owner: SYSTEM },
    ])
      assert.equal(judge('stake-out', GIVEN, [had, after], reserve), NOT_GIVEN);
    const handed = stake(5n, { staker: due });
    assert.equal(judge('stake-out', GIVEN, [had, handed], atRate), NOT_GIVEN);
    assert.equal(judge('stake-out', GIVEN, [had, handed], { read: [swapStep()] }), NOT_GIVEN);
    assert.equal(judge('stake-out', GIVEN, [had, handed]), NOT_GIVEN);
  });

  test('exists', () => {
    assert.equal(judge('stake-out', GIVEN, [undefined, undefined]), 'account: does not exist.');
  });
});

test('the stake account of a slow exit is new', () => {
  assert.equal(judge('stake-withdrawal', NEW_STAKE, [undefined, stake(5n)]), undefined);
  assert.equal(
    judge('stake-withdrawal', NEW_STAKE, [stake(4n), stake(5n)]),
    'account: should be new, and exists already.',
  );
});

suite('the wallet’s own request at the vault', () => {
  const { receipt, escrow } = findRequestAccounts({ wallet: WALLET }, keys);
  const kept = tokens(RAUSDC.mint, 5n, { owner: receipt });

  test('is made and redeemed within the transaction', () => {
    const WHY =
      "account: is the wallet's own request; it should be made and redeemed within the transaction.";
    assert.equal(judge('vault-withdrawal', receipt, [undefined, undefined]), undefined);
    for (const states of [
      [named(), undefined],
      [undefined, named()],
      [named(), named()],
    ] as const)
      assert.equal(judge('vault-withdrawal', receipt, states), WHY);
  });

  test('leaves its escrow as it was', () => {
    assert.equal(judge('vault-withdrawal', escrow, [undefined, kept]), undefined);
    assert.equal(judge('vault-withdrawal', escrow, [undefined, undefined]), undefined);
    assert.equal(judge('vault-withdrawal', escrow, [kept, kept]), undefined);
    for (const after of [undefined, tokens(RAUSDC.mint, 4n, { owner: receipt })])
      assert.equal(judge('vault-withdrawal', escrow, [kept, after]), CHANGED);
  });
});

test('names a key whatever its bytes are', () => {
  const zeros = (from: number, size: number) => filled(size, { [from]: [7, 7, 0, 9] });
  for (const wanted of [
    key(0),
    zeros(0, 32),
    zeros(5, 32),
    zeros(28, 32),
    Uint8Array.from({ length: 32 }, (_, i) => i),
  ])
    for (const at of [0, 1, 7, 8]) {
      assert.ok(names(filled(40, { [at]: wanted }), wanted));
      const missed = filled(40, { 0: key(7), 32: key(9).subarray(0, 8), [at]: wanted });
      for (const byte of [0, 5, 31]) {
        const data = missed.with(at + byte, 99);
        assert.equal(names(data, wanted), Buffer.from(data).includes(wanted));
      }
    }
  assert.ok(!names(undefined, key(0)));
  assert.ok(!names(new Uint8Array(31), key(0)));
});
