import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { encodeParsedInstruction } from './simulation.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const text = (fill: number) => base58.encode(key(fill));
const [A, B, C, D, E, F] = [text(1), text(2), text(3), text(4), text(5), text(6)] as const;
const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const STAKE = 'Stake11111111111111111111111111111111111111';
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
/** Key of one byte, as text of its bytes. */
const k = (fill: number) => hex(key(fill));
const u64 = (value: number) => hex(new Uint8Array(BigUint64Array.of(BigInt(value)).buffer));
const MANY = 0x1_02_03_04_05_06_07;

type Case = readonly [program: string, type: string, info: object, accounts: string[], data: string];

// Bytes by the programs' own layouts, written out; names and places as agave's parsers print them.
const cases: Case[] = [
  [SYSTEM, 'transfer', { source: A, destination: B, lamports: MANY }, [A, B], `02000000${u64(MANY)}`],
  [
    SYSTEM,
    'createAccount',
    { source: A, newAccount: B, lamports: 7, space: 165, owner: C },
    [A, B],
    `00000000${u64(7)}${u64(165)}${k(3)}`,
  ],
  [
    SYSTEM,
    'createAccountWithSeed',
    { source: A, newAccount: B, base: D, seed: 'ab', lamports: 7, space: 200, owner: C },
    [A, B, D],
    `03000000${k(4)}${u64(2)}6162${u64(7)}${u64(200)}${k(3)}`,
  ],
  [
    STAKE,
    'initialize',
    {
      stakeAccount: A,
      rentSysvar: B,
      authorized: { staker: C, withdrawer: D },
      lockup: { unixTimestamp: -2, epoch: 9, custodian: A },
    },
    [A, B],
    `00000000${k(3)}${k(4)}fe${'ff'.repeat(7)}${u64(9)}${k(1)}`,
  ],
  ...(['Staker', 'Withdrawer'] as const).map(
    (authorityType, at): Case => [
      STAKE,
      'authorize',
      { stakeAccount: A, clockSysvar: B, authority: C, newAuthority: D, authorityType },
      [A, B, C],
      `01000000${k(4)}0${at}000000`,
    ],
  ),
  [
    STAKE,
    'authorize',
    { stakeAccount: A, clockSysvar: B, authority: C, custodian: E, newAuthority: D, authorityType: 'Staker' },
    [A, B, C, E],
    `01000000${k(4)}00000000`,
  ],
  [
    STAKE,
    'split',
    { stakeAccount: A, newSplitAccount: B, stakeAuthority: C, lamports: 7 },
    [A, B, C],
    `03000000${u64(7)}`,
  ],
  [
    STAKE,
    'withdraw',
    {
      stakeAccount: A,
      destination: B,
      clockSysvar: C,
      stakeHistorySysvar: D,
      withdrawAuthority: E,
      lamports: 7,
    },
    [A, B, C, D, E],
    `04000000${u64(7)}`,
  ],
  [STAKE, 'deactivate', { stakeAccount: A, clockSysvar: B, stakeAuthority: C }, [A, B, C], '05000000'],
  ...['create', 'createIdempotent'].map(
    (type, tag): Case => [
      ASSOCIATED,
      type,
      { source: A, account: B, wallet: C, mint: D, systemProgram: SYSTEM, tokenProgram: TOKEN },
      [A, B, C, D, SYSTEM, TOKEN],
      `0${tag}`,
    ],
  ),
  ...[TOKEN, TOKEN_2022].flatMap((token): Case[] => [
    [token, 'transfer', { source: A, destination: B, authority: C, amount: '9' }, [A, B, C], `03${u64(9)}`],
    [
      token,
      'transferChecked',
      { source: A, mint: B, destination: C, authority: D, tokenAmount: { amount: '9', decimals: 6 } },
      [A, B, C, D],
      `0c${u64(9)}06`,
    ],
    [token, 'burn', { account: A, mint: B, authority: C, amount: '9' }, [A, B, C], `08${u64(9)}`],
    [
      token,
      'burnChecked',
      { account: A, mint: B, authority: C, tokenAmount: { amount: '9', decimals: 255 } },
      [A, B, C],
      `0f${u64(9)}ff`,
    ],
    [token, 'closeAccount', { account: A, destination: B, owner: C }, [A, B, C], '09'],
    [token, 'initializeAccount2', { account: A, mint: B, owner: C, rentSysvar: D }, [A, B, D], `10${k(3)}`],
    [token, 'initializeAccount3', { account: A, mint: B, owner: C }, [A, B], `12${k(3)}`],
  ]),
];

/** The same by one of the signers of a multisig: they are accounts of the instruction like all others. */
const byMultisig = cases
  .filter(([program, type]) => program === TOKEN && !type.startsWith('initialize'))
  .map(([program, type, info, accounts, data]): Case => {
    const { authority, owner, ...others } = info as Record<string, unknown>;
    const multisig = owner === undefined ? { multisigAuthority: authority } : { multisigOwner: owner };
    return [program, type, { ...others, ...multisig, signers: [E, F] }, [...accounts, E, F], data];
  });

function listFaults([program, type, info]: Case): (readonly [string, string, object])[] {
  const names = Object.keys(info).filter((each) => each !== 'custodian');
  return names.flatMap((name) =>
    [undefined, name === 'seed' ? 7 : 'x', {}, 0.5, ...(name === 'seed' ? [] : ['99999999999999999999'])].map(
      (other) => [program, type, { ...info, [name]: other }] as const,
    ),
  );
}

const UNREAD = Uint8Array.of(0xff);

suite('an instruction printed by names', () => {
  for (const [programId, type, info, accounts, data] of [...cases, ...byMultisig]) {
    test(`has its bytes again: ${type} ${Object.keys(info).join(' ')} of ${programId}`, () => {
      const read = encodeParsedInstruction({ programId, parsed: { type, info } });
      assert.deepEqual({ ...read, data: hex(read.data) }, { program: programId, accounts, data });
    });
  }

  // Whoever leaves out a field, or writes something else into it, says nothing: but no address gets lost.
  test('has no bytes with a field less, or one that is none', () => {
    for (const [programId, type, info] of cases.flatMap(listFaults)) {
      const { accounts, data } = encodeParsedInstruction({ programId, parsed: { type, info } });
      assert.deepEqual(data, UNREAD, `${type} ${JSON.stringify(info)}`);
      assert.deepEqual(accounts, JSON.stringify(info).match(/[A-Za-z0-9]{32,}/g) ?? []);
    }
  });

  test('of the memo program is its text', () => {
    const read = encodeParsedInstruction({ programId: MEMO, parsed: 'hi' });
    assert.deepEqual(read, { program: MEMO, accounts: [], data: Uint8Array.of(104, 105) });
  });

  test('has amounts as number, text or big number', () => {
    for (const lamports of [258, 258n, '258']) {
      const info = { source: A, destination: B, lamports };
      const { data } = encodeParsedInstruction({ programId: SYSTEM, parsed: { type: 'transfer', info } });
      assert.equal(hex(data), `02000000${u64(258)}`);
    }
  });

  const burn = (amount: unknown) => ({ type: 'burn', info: { account: A, mint: B, authority: C, amount } });
  test('has the highest amount of 64 bits', () => {
    const { data } = encodeParsedInstruction({ programId: TOKEN, parsed: burn('18446744073709551615') });
    assert.equal(hex(data), `08${'ff'.repeat(8)}`);
  });

  const unreadable: readonly (readonly [string, string, unknown, (readonly string[])?])[] = [
    [
      'a program without rules',
      A,
      { type: 'transfer', info: { source: A, destination: B, lamports: 7 } },
      [A, B],
    ],
    [
      'a name that is not known',
      TOKEN,
      { type: 'drain', info: { source: A, more: { of: [B, 'C'] } } },
      [A, B],
    ],
    [
      'what no rule allows',
      TOKEN,
      { type: 'approve', info: { source: A, delegate: B, owner: C, amount: '9' } },
      [A, B, C],
    ],
    ['a name every object has', TOKEN, { type: 'constructor', info: {} }],
    ['no name', TOKEN, { info: {} }],
    ['nothing', TOKEN, null],
    ['an account that is missing', TOKEN, { type: 'closeAccount', info: {} }],
    ['an account that is no address', TOKEN, { type: 'closeAccount', info: { account: 'x' } }],
    ...[-1, '-1', '18446744073709551616', '', '1e3', 2 ** 60, null, true].map(
      (amount) => [`the amount ${amount}`, TOKEN, burn(amount), [A, B, C]] as const,
    ),
    [
      'decimals beyond a byte',
      TOKEN,
      {
        type: 'burnChecked',
        info: { account: A, mint: B, authority: C, tokenAmount: { amount: '9', decimals: 256 } },
      },
      [A, B, C],
    ],
    [
      'an authority that is not known',
      STAKE,
      {
        type: 'authorize',
        info: { stakeAccount: A, clockSysvar: B, authority: C, newAuthority: D, authorityType: 'Everything' },
      },
      [A, B, C, D],
    ],
  ];
  for (const [name, programId, parsed, accounts = []] of unreadable) {
    test(`has data that no rule allows, and every address that is printed: ${name}`, () => {
      assert.deepEqual(encodeParsedInstruction({ programId, parsed }), {
        program: programId,
        accounts,
        data: UNREAD,
      });
    });
  }
});
