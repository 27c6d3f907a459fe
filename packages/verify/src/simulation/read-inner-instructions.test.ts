import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { encodeParsedInstruction } from './encode-parsed-instruction.ts';
import { readInnerInstructions } from './read-inner-instructions.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const text = (fill: number) => base58.encode(key(fill));
const [A, B, C, D] = [text(1), text(2), text(3), text(4)] as const;
const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const STAKE = 'Stake11111111111111111111111111111111111111';
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const u64 = (value: number) => Buffer.from([value, 0, 0, 0, 0, 0, 0, 0]).toString('hex');

suite('an inner instruction', () => {
  test('is read in all three forms that nodes print', () => {
    const instructions = [
      { programId: A, accounts: [B, C], data: base58.encode(Uint8Array.of(7)) },
      { programIdIndex: 0, accounts: [1, 2], data: base58.encode(Uint8Array.of(7)) },
      { programId: TOKEN, parsed: { type: 'syncNative', info: { account: B } } },
    ];
    const read = readInnerInstructions([{ index: 2, instructions }], [A, B, C]);
    const plain = { program: A, accounts: [B, C], data: Uint8Array.of(7) };
    const sync = { program: TOKEN, accounts: [B], data: Uint8Array.of(17) };
    assert.deepEqual(read, new Map([[2, [plain, plain, sync]]]));
  });

  test('is not read where it names an account the transaction does not have, or data that is no base58', () => {
    for (const instruction of [
      { programIdIndex: 3, accounts: [], data: '' },
      { programIdIndex: 0, accounts: [3], data: '' },
      { programIdIndex: 0, accounts: [], data: '0' },
    ]) {
      assert.equal(readInnerInstructions([{ index: 0, instructions: [instruction] }], [A, B, C]), undefined);
    }
  });
});

// Bytes by the programs' own layouts, written out; names and places as agave's parsers print them.
const cases: [string, string, object, string[], string][] = [
  [SYSTEM, 'transfer', { source: A, destination: B, lamports: 7 }, [A, B], `02000000${u64(7)}`],
  [
    SYSTEM,
    'createAccount',
    { source: A, newAccount: B, lamports: 7, space: 165, owner: C },
    [A, B],
    `00000000${u64(7)}${u64(165)}${hex(key(3))}`,
  ],
  [
    SYSTEM,
    'createAccountWithSeed',
    { source: A, newAccount: B, base: A, seed: 'ab', lamports: 7, space: 200, owner: C },
    [A, B, A],
    `03000000${hex(key(1))}${u64(2)}6162${u64(7)}${u64(200)}${hex(key(3))}`,
  ],
  [SYSTEM, 'assign', { account: A, owner: B }, [A], `01000000${hex(key(2))}`],
  [SYSTEM, 'allocate', { account: A, space: 9 }, [A], `08000000${u64(9)}`],
  [TOKEN, 'transfer', { source: A, destination: B, authority: C, amount: '9' }, [A, B, C], `03${u64(9)}`],
  [
    TOKEN,
    'transfer',
    { source: A, destination: B, multisigAuthority: C, signers: [D], amount: '9' },
    [A, B, C],
    `03${u64(9)}`,
  ],
  [
    TOKEN,
    'transferChecked',
    { source: A, mint: B, destination: C, authority: D, tokenAmount: { amount: '9', decimals: 6 } },
    [A, B, C, D],
    `0c${u64(9)}06`,
  ],
  [TOKEN, 'approve', { source: A, delegate: B, amount: '9', owner: C }, [A, B, C], `04${u64(9)}`],
  [
    TOKEN,
    'setAuthority',
    { account: A, authority: B, authorityType: 'closeAccount', newAuthority: C },
    [A, B],
    `060301${hex(key(3))}`,
  ],
  [
    TOKEN,
    'setAuthority',
    { mint: A, authority: B, authorityType: 'mintTokens', newAuthority: null },
    [A, B],
    '060000',
  ],
  [TOKEN, 'mintTo', { mint: A, account: B, mintAuthority: C, amount: '9' }, [A, B, C], `07${u64(9)}`],
  [TOKEN, 'burn', { account: A, mint: B, authority: C, amount: '9' }, [A, B, C], `08${u64(9)}`],
  [TOKEN, 'closeAccount', { account: A, destination: B, owner: C }, [A, B, C], '09'],
  [TOKEN, 'initializeAccount3', { account: A, mint: B, owner: C }, [A, B], `12${hex(key(3))}`],
  [TOKEN, 'initializeImmutableOwner', { account: A }, [A], '16'],
  [
    STAKE,
    'authorize',
    { stakeAccount: A, clockSysvar: B, authority: C, newAuthority: D, authorityType: 'Withdrawer' },
    [A, B, C],
    `01000000${hex(key(4))}01000000`,
  ],
  [
    STAKE,
    'split',
    { stakeAccount: A, newSplitAccount: B, stakeAuthority: C, lamports: 7 },
    [A, B, C],
    `03000000${u64(7)}`,
  ],
  [STAKE, 'deactivate', { stakeAccount: A, clockSysvar: B, stakeAuthority: C }, [A, B, C], '05000000'],
  [
    STAKE,
    'merge',
    { destination: A, source: B, clockSysvar: C, stakeHistorySysvar: D, stakeAuthority: A },
    [A, B, C, D, A],
    '07000000',
  ],
  [
    STAKE,
    'initialize',
    {
      stakeAccount: A,
      rentSysvar: B,
      authorized: { staker: C, withdrawer: D },
      lockup: { unixTimestamp: -1, epoch: 0, custodian: A },
    },
    [A, B],
    `00000000${hex(key(3))}${hex(key(4))}${'ff'.repeat(8)}${u64(0)}${hex(key(1))}`,
  ],
  [
    ASSOCIATED,
    'createIdempotent',
    { source: A, account: B, wallet: C, mint: D, systemProgram: SYSTEM, tokenProgram: TOKEN },
    [A, B, C, D, SYSTEM, TOKEN],
    '01',
  ],
];

suite('an instruction printed by names', () => {
  for (const [programId, type, info, accounts, data] of cases) {
    test(`has its bytes again: ${type} ${Object.keys(info).join(' ')}`, () => {
      const read = encodeParsedInstruction({ programId, parsed: { type, info } });
      assert.deepEqual({ ...read, data: hex(read.data) }, { program: programId, accounts, data });
    });
  }

  test('of the memo program is its text', () => {
    const read = encodeParsedInstruction({ programId: MEMO, parsed: 'hi' });
    assert.deepEqual(read, { program: MEMO, accounts: [], data: Uint8Array.of(104, 105) });
  });

  const unreadable: [string, string, unknown][] = [
    ['a program without rules', A, { type: 'transfer', info: { source: A, destination: B, lamports: 7 } }],
    ['a name that is not known', TOKEN, { type: 'drain', info: { source: A } }],
    ['a name every object has', TOKEN, { type: 'constructor', info: {} }],
    ['no name', TOKEN, { info: {} }],
    ['nothing', TOKEN, null],
    ['an account that is missing', TOKEN, { type: 'syncNative', info: {} }],
    ['an account that is no address', TOKEN, { type: 'syncNative', info: { account: 'x' } }],
    [
      'an amount below zero',
      TOKEN,
      { type: 'burn', info: { account: A, mint: B, authority: C, amount: '-1' } },
    ],
    [
      'an amount beyond 64 bits',
      TOKEN,
      { type: 'burn', info: { account: A, mint: B, authority: C, amount: '18446744073709551616' } },
    ],
    ['a fraction', SYSTEM, { type: 'transfer', info: { source: A, destination: B, lamports: 0.5 } }],
    [
      'an authority that is not known',
      TOKEN,
      {
        type: 'setAuthority',
        info: { account: A, authority: B, authorityType: 'everything', newAuthority: C },
      },
    ],
  ];
  for (const [name, programId, parsed] of unreadable) {
    test(`has no bytes, and so is no listed instruction: ${name}`, () => {
      assert.deepEqual(encodeParsedInstruction({ programId, parsed }), {
        program: programId,
        accounts: [],
        data: new Uint8Array(0),
      });
    });
  }
});
