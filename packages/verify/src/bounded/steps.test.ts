import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../bytes/address.ts';
import { encodeAddress, requireKey } from '../bytes/text.ts';
import {
  AMOUNT,
  bytes,
  CASES,
  KINDS,
  key,
  offCurve,
  onCurve,
  read,
  rentExemption,
  SOL,
  STAKE_ACCOUNT,
  STRANGER,
  seeded,
  TOKEN_RENT,
  u32,
  u64,
  WALLET,
} from './steps.world.ts';

/*
 * Every native instruction that a transaction of others may hold, each with the kinds of request that it is due in. All that
 * differs from one of them by a byte, a length or an account has to be read as nothing.
 */

/** Other bytes that say something else that is due as well: what a unit limit shares with loaded data, and the like. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  // Less than was asked for may be moved; so may an account be created by either of two forms.
  'a transfer into wrapped SOL': ['4:104', '5:2'],
  'a staker changed': ['36:1'],
  'a withdrawer changed': ['36:0'],
  ...Object.fromEntries(
    Object.keys(CASES)
      .filter((name) => name.includes('opened'))
      .map((name) => [name, ['0:0']]),
  ),
};

for (const [
  name,
  { letter, program, kinds, accounts, data, free = [], anyone = [], counts = [accounts.length] },
] of Object.entries(CASES)) {
  suite(name, () => {
    const [kind = 'swap-in'] = kinds;
    const parts = { accounts, data };

    test('is read where it is due, and nowhere else', () => {
      for (const each of KINDS) {
        const found = read(each, program, parts);
        if (kinds.includes(each)) assert.equal(found, letter, each);
        else assert.notEqual(found, letter, each);
      }
    });

    test('is nothing with a byte more or less', () => {
      assert.equal(read(kind, program, { accounts, data: bytes(data, 0) }), undefined);
      // Without its last byte, creating an account says the same.
      if (program !== ASSOCIATED_TOKEN_PROGRAM)
        assert.equal(read(kind, program, { accounts, data: data.subarray(0, -1) }), undefined);
    });

    test('is nothing with any other byte', () => {
      for (const [at, byte] of data.entries()) {
        if (free.some(([from, to]) => at >= from && at < to)) continue;
        for (const other of [byte ^ 1, byte ^ 0x80, (byte + 1) & 0xff]) {
          const changed = read(kind, program, { accounts, data: data.with(at, other) });
          const isKnown = SAME[name]?.includes(`${at}:${other}`);
          if (!isKnown) assert.equal(changed, undefined, `byte ${at} is ${other}`);
        }
      }
    });

    test('is nothing with another account in a place that is not anyone’s', () => {
      for (const [at, account] of accounts.entries()) {
        const changed = read(kind, program, { accounts: accounts.with(at, key(99)), data });
        if (anyone.includes(at)) assert.equal(changed, letter, `account ${at}`);
        else assert.notEqual(changed, letter, `account ${at} was ${account[0]}`);
      }
    });

    test('is nothing with more accounts, or fewer', () => {
      for (let count = 0; count <= accounts.length + 2; count += 1) {
        const some = [...accounts, key(98), key(98), key(98)].slice(0, count);
        if (!counts.includes(count))
          assert.equal(read(kind, program, { accounts: some, data }), undefined, `${count}`);
      }
    });

    test('is nothing of another program', () => {
      for (const other of [
        SYSTEM_PROGRAM,
        STAKE_PROGRAM,
        TOKEN_PROGRAM,
        ASSOCIATED_TOKEN_PROGRAM,
        MEMO_PROGRAM,
        key(7),
      ])
        if (other !== program) assert.equal(read(kind, other, parts), undefined);
    });
  });
}

suite('what is said of amounts', () => {
  const transfer = (amount: bigint) =>
    read('swap-in', SYSTEM_PROGRAM, { accounts: [WALLET, SOL.account], data: bytes(u32(2), u64(amount)) });

  test('no more is wrapped than was asked for', () => {
    assert.deepEqual([transfer(AMOUNT), transfer(AMOUNT - 1n), transfer(AMOUNT + 1n)], ['T', 'T', undefined]);
  });

  test('a new account gets its rent, and not a lamport more', () => {
    const create = (lamports: bigint) =>
      read('swap-in', SYSTEM_PROGRAM, {
        accounts: [WALLET, STRANGER],
        data: seeded(lamports, 165n, TOKEN_PROGRAM),
      });
    assert.deepEqual(
      [create(TOKEN_RENT), create(TOKEN_RENT + 1n), create(TOKEN_RENT - 1n)],
      ['S', undefined, undefined],
    );
  });

  test('a seed has 32 bytes at most, and the size is of the owner’s kind', () => {
    const accounts = [WALLET, STRANGER];
    const of = (data: Uint8Array) => read('stake-withdrawal', SYSTEM_PROGRAM, { accounts, data });
    assert.equal(of(seeded(TOKEN_RENT, 165n, TOKEN_PROGRAM, 'a'.repeat(32))), 'S');
    assert.equal(of(seeded(TOKEN_RENT, 165n, TOKEN_PROGRAM, '')), 'S');
    assert.equal(of(seeded(TOKEN_RENT, 165n, TOKEN_PROGRAM, 'a'.repeat(33))), undefined);
    assert.equal(of(seeded(rentExemption(200), 200n, TOKEN_PROGRAM)), undefined);
    assert.equal(of(seeded(rentExemption(165), 165n, STAKE_PROGRAM)), undefined);
    assert.equal(of(seeded(TOKEN_RENT, 165n, TOKEN_PROGRAM, 'abc', STRANGER)), undefined);
  });

  test('a stake account goes to no authority that a key can sign for', () => {
    const accounts = [STAKE_ACCOUNT];
    const of = (authority: Uint8Array) =>
      read('stake-out', STAKE_PROGRAM, { accounts, data: bytes(u32(1), authority, u32(0)) });
    assert.deepEqual([of(offCurve), of(onCurve)], ['Z', undefined]);
  });
});

suite('a memo', () => {
  const memo = (text: string, accounts: readonly Uint8Array[] = []) =>
    read('vault-deposit', MEMO_PROGRAM, { accounts, data: bytes([...Buffer.from(text)]) });

  test('says where a request came from, and nobody signs it but the wallet', () => {
    assert.deepEqual([memo('source: x'), memo('source: x', [WALLET])], ['M', 'M']);
    for (const text of ['', 'source:x', 'Source: x', ' source: x']) assert.equal(memo(text), undefined, text);
    assert.equal(memo('source: x', [STRANGER]), undefined);
    assert.equal(memo('source: x', [WALLET, STRANGER]), undefined);
  });

  test('has 200 bytes at most', () => {
    const text = (size: number) => 'source: '.padEnd(size, 'x');
    assert.deepEqual([memo(text(200)), memo(text(201))], ['M', undefined]);
  });
});

/** Tags that some kind allows, by program: one byte, or four of the ledger's own two. */
const TAGS: readonly (readonly [program: Uint8Array, size: 1 | 4, allowed: readonly number[]])[] = [
  [SYSTEM_PROGRAM, 4, [2, 3]],
  [STAKE_PROGRAM, 4, [1, 5]],
  [TOKEN_PROGRAM, 1, [9, 17, 18]],
  [ASSOCIATED_TOKEN_PROGRAM, 1, [0, 1]],
  [COMPUTE_BUDGET_PROGRAM, 1, [2, 3, 4]],
];
/** Accounts that a hostile router may name; the wallet signs anyhow. */
const NAMED = [
  [],
  [WALLET],
  [STRANGER, WALLET],
  [WALLET, STRANGER],
  [STRANGER, STRANGER, WALLET],
  [SOL.account, STRANGER, WALLET],
  [STAKE_ACCOUNT, STRANGER, WALLET],
  [STRANGER, STRANGER, STRANGER, WALLET],
];

for (const [program, size, allowed] of TAGS)
  test(`no kind takes another instruction of ${encodeAddress(program)}, whatever it names`, () => {
    const tags = Array.from({ length: 256 }, (_, tag) => tag).filter((tag) => !allowed.includes(tag));
    const contents = [0, 1, 4, 8, 16, 33, 40, 88].map((length) => new Uint8Array(length).fill(1));
    for (const tag of tags)
      for (const data of contents.map((rest) => bytes(size === 4 ? u32(tag) : tag, rest)))
        for (const kind of KINDS)
          assert.ok(
            NAMED.every((accounts) => read(kind, program, { accounts, data }) === undefined),
            `${tag}`,
          );
  });

test('no other program is native', () => {
  for (const program of [
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'AddressLookupTab1e1111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'Ed25519SigVerify111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
  ])
    assert.equal(read('swap-in', requireKey(program), { accounts: [], data: bytes(2, u32(9)) }), undefined);
  assert.equal(read('swap-in', key(7), { accounts: [], data: bytes(2, u32(9)) }), undefined);
});
