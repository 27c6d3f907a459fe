import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VAULT_PROGRAM } from '../bytes/address.ts';
import { findRequestAccounts } from '../deployment.ts';
import { DEPLOYMENT } from '../exact/keys.world.ts';
import type { BoundedIntent, BoundedKind } from './intent.ts';
import { intentOf, keys, RAUSDC, USDC, u32, u64, WALLET } from './rules.world.ts';
import { readSwap } from './steps.ts';
import { data, namesOf, places } from './swaps.world.ts';

/* Tags are the first 8 bytes of sha256("global:" and the name); places of accounts are those of the program's IDL. */

const tag = (text: string) => Buffer.from(text, 'hex');
const terms = (isInLp: number, isAll: number) => data(u64(5n), isInLp, isAll);
const { receipt, escrow } = findRequestAccounts({ wallet: WALLET }, keys);
const DUE: Readonly<Record<string, Uint8Array>> = {
  vault: keys.usdcVault().vault,
  'LP mint': RAUSDC.mint,
  'user LP account': RAUSDC.account,
  'user asset account': USDC.account,
  'escrow account': escrow,
  'request receipt': receipt,
};
const AT_RATE = { by: 'vault-rate' } as const;
type Case = {
  readonly tag: string;
  readonly count: number;
  readonly letter: string;
  /** Authority, source and destination. */
  readonly names: readonly number[];
  readonly fixed: Readonly<Record<string, number>>;
};
const CASES: Readonly<Record<string, Case>> = {
  deposit_vault: {
    tag: '7ee015ffe4357521',
    count: 13,
    letter: 'X',
    names: [0, 5, 8],
    fixed: { vault: 2, 'LP mint': 4, 'user LP account': 8, 'user asset account': 5 },
  },
  instant_withdraw_vault: {
    tag: 'dd3873a880dcebf5',
    count: 12,
    letter: 'X',
    names: [0, 5, 8],
    fixed: { vault: 2, 'LP mint': 4, 'user LP account': 5, 'user asset account': 8 },
  },
  instant_withdraw_strategy: {
    tag: '6939a68293ddfabd',
    count: 17,
    letter: 'X',
    names: [0, 9, 11],
    fixed: { vault: 2, 'LP mint': 8, 'user LP account': 9, 'user asset account': 11 },
  },
  request_withdraw_vault: {
    tag: 'f8e12f167490178f',
    count: 10,
    letter: 'Q',
    names: [1, 5, 6],
    fixed: { vault: 3, 'LP mint': 4, 'user LP account': 5, 'escrow account': 6, 'request receipt': 7 },
  },
  direct_withdraw_strategy: {
    tag: '77213634c208d3ef',
    count: 18,
    letter: 'd',
    names: [0, 9, 11],
    fixed: { vault: 2, 'LP mint': 8, 'user asset account': 11, 'escrow account': 9, 'request receipt': 13 },
  },
};

const read = (
  name: string,
  bytes: Uint8Array,
  more: Partial<BoundedIntent> = {},
  kind: BoundedKind = 'vault-withdrawal',
) => {
  const { tag: text = '', count = 0 } = CASES[name] ?? {};
  const step = { index: 0, program: VAULT_PROGRAM, accounts: places(count), data: data(tag(text), bytes) };
  return readSwap(step, intentOf(kind, more), DEPLOYMENT);
};
const BYTES: Readonly<Record<string, Uint8Array>> = {
  deposit_vault: u64(5n),
  instant_withdraw_vault: terms(0, 0),
  instant_withdraw_strategy: data(terms(0, 0), 0),
  request_withdraw_vault: terms(0, 0),
  direct_withdraw_strategy: data(0),
};

suite('an instruction of the vault', () => {
  for (const [name, { count, letter, names, fixed }] of Object.entries(CASES))
    test(`${name} has its accounts in their places`, () => {
      for (const kind of ['vault-deposit', 'vault-withdrawal'] as const) {
        const call = read(name, BYTES[name] ?? new Uint8Array(), {}, kind);
        assert.ok(call);
        assert.deepEqual([call.letter, call.swap.name], [letter, name]);
        assert.deepEqual(namesOf(call.swap, places(count)), names);
        assert.deepEqual(
          call.swap.fixed,
          Object.keys(DUE)
            .filter((role) => role in fixed)
            .map((role) => ({
              role: `the ${role}`,
              actual: places(count)[fixed[role] ?? 99],
              due: DUE[role],
            })),
        );
      }
    });

  test('is the vault program’s, and asked for at the vault', () => {
    const step = {
      index: 0,
      program: VAULT_PROGRAM,
      accounts: places(13),
      data: data(tag(CASES['deposit_vault']?.tag ?? ''), u64(5n)),
    };
    assert.ok(readSwap(step, intentOf('vault-deposit'), DEPLOYMENT));
    assert.equal(readSwap({ ...step, program: WALLET }, intentOf('vault-deposit'), DEPLOYMENT), undefined);
    assert.equal(
      readSwap({ ...step, data: data(step.data, 0) }, intentOf('vault-deposit'), DEPLOYMENT),
      undefined,
    );
    for (const kind of ['swap-in', 'swap-out', 'stake-out', 'stake-withdrawal'] as const)
      assert.equal(readSwap(step, intentOf(kind), DEPLOYMENT), undefined);
  });
});

suite('what is paid or burned', () => {
  const amounts = (name: string, bytes: Uint8Array, isAll = false) => {
    const { most, minimum } = read(name, bytes, { isAll })?.swap ?? {};
    return [most, minimum];
  };
  test('of a deposit is the amount, at the vault’s rate', () => {
    for (const isAll of [false, true])
      assert.deepEqual(amounts('deposit_vault', u64(5n), isAll), [5n, AT_RATE]);
  });

  test('of a withdrawal is the amount in either unit, or everything where that is asked for', () => {
    for (const [name, ends] of [
      ['instant_withdraw_vault', []],
      ['instant_withdraw_strategy', [0]],
      ['request_withdraw_vault', []],
    ] as const) {
      assert.deepEqual(amounts(name, data(terms(0, 0), ends)), [0n, 5n]);
      assert.deepEqual(amounts(name, data(terms(1, 0), ends)), [5n, AT_RATE]);
      for (const isInLp of [0, 1]) {
        assert.deepEqual(amounts(name, data(terms(isInLp, 1), ends), true), ['everything', AT_RATE]);
        assert.deepEqual(amounts(name, data(terms(isInLp, 1), ends)), [undefined, undefined]);
        assert.deepEqual(amounts(name, data(terms(isInLp, 0), ends), true), [undefined, undefined]);
      }
    }
  });

  test('of a redemption is the whole request', () => {
    assert.deepEqual(amounts('direct_withdraw_strategy', data(0)), ['everything', AT_RATE]);
  });

  test('has no more than 64 bytes for an adaptor', () => {
    const args = (size: number) => data(1, u32(size), new Uint8Array(size));
    for (const [name, start] of [
      ['direct_withdraw_strategy', []],
      ['instant_withdraw_strategy', terms(0, 0)],
    ] as const) {
      assert.ok(read(name, data(start, args(64))));
      assert.equal(read(name, data(start, args(65))), undefined);
    }
  });
});
