import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import type { Deployment } from '@staking-agent/chain/deployment';
import { MalformedMessage } from '@staking-agent/verify';
import { keyOf, printTransaction, type RawInstruction, writeMessage } from '../../test/message-bytes.ts';
import { type Executed, listBalanceChanges } from './executed.ts';
import { describeStanding } from './status.ts';

const [WALLET, STAKE, OTHER_STAKE, TOKENS] = [1, 2, 3, 4].map(keyOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const STAKE_PROGRAM = base58.decode('Stake11111111111111111111111111111111111111');
const KEYS = [WALLET, STAKE, OTHER_STAKE, TOKENS, STAKE_PROGRAM, keyOf(9)];
const [wallet, stake, otherStake, tokens] = KEYS.map((key) => base58.encode(key));
const MINTS: Deployment = {
  usdcMint: 'usdc',
  rasolMint: 'rasol',
  rausdcMint: 'rausdc',
  rasolMaxMint: 'rasolmax',
  solMint: 'sol',
} as never;

type Held = readonly [account: number, owner: string | undefined, mint: string, amount: string];

const hold = (all: readonly Held[]) =>
  all.map(([accountIndex, owner, mint, amount]) => ({
    accountIndex,
    owner,
    mint,
    uiTokenAmount: { amount, decimals: 6 },
  }));

function execute(
  instructions: readonly RawInstruction[],
  before: readonly number[],
  after: readonly number[],
  { held = [] as readonly Held[], holds = [] as readonly Held[], ...meta } = {},
): Executed {
  return {
    transaction: printTransaction(writeMessage(KEYS, instructions)),
    slot: 77n,
    blockTime: 1_000_000_000n,
    meta: {
      err: null,
      fee: 5_000,
      preBalances: before,
      postBalances: after,
      logMessages: null,
      preTokenBalances: hold(held),
      postTokenBalances: hold(holds),
      ...meta,
    } as unknown as Executed['meta'],
  };
}

const change = (
  account: string | undefined,
  asset: string,
  direction: string,
  amount: string,
  baseUnits: string,
) => ({
  account,
  direction,
  asset,
  amount,
  baseUnits,
});
const ofStake = (data: readonly number[], accounts: readonly number[] = [1, 2, 3]) => ({
  program: 4,
  accounts,
  data,
});

suite('what a transaction moved', () => {
  test('is the SOL of the payer with the fee, and nothing of accounts that are not named', () => {
    assert.deepEqual(listBalanceChanges(execute([], [3_000_000_000, 5, 5], [1_499_995_000, 9, 9]), MINTS), [
      change(wallet, 'SOL', 'out', '1.500005', '1500005000'),
    ]);
    assert.deepEqual(listBalanceChanges(execute([], [1], [4]), MINTS), [
      change(wallet, 'SOL', 'in', '0.000000003', '3'),
    ]);
    assert.deepEqual(listBalanceChanges(execute([], [4], [4]), MINTS), []);
  });

  const moved = [
    change(wallet, 'SOL', 'out', '0.00000001', '10'),
    change(stake, 'SOL', 'in', '0.000000002', '2'),
  ];
  const second = change(otherStake, 'SOL', 'out', '0.000000003', '3');
  const balances = [
    [20, 5, 8, 1],
    [10, 7, 5, 9],
  ] as const;
  for (const [name, data, isOfTwo] of [
    ['split', [3, 0, 0, 0], true],
    ['merge', [7, 0, 0, 0], true],
    ['a move of stake', [16, 0, 0, 0], true],
    ['a move of lamports', [17, 0, 0, 0], true],
    ['a withdrawal', [4, 0, 0, 0], false],
    ['a kind of more bytes', [3, 1, 0, 0], false],
    ['no kind', [3, 0, 0], false],
    ['no data', [], false],
  ] as const) {
    test(`is the SOL of ${isOfTwo ? 'both stake accounts' : 'one stake account'} of ${name}`, () => {
      const listed = listBalanceChanges(execute([ofStake(data)], ...balances), MINTS);
      assert.deepEqual(listed, isOfTwo ? [...moved, second] : moved);
    });
  }

  test('is each account once, and nothing that other programs name', () => {
    const twice = [ofStake([3, 0, 0, 0]), ofStake([3, 0, 0, 0], [1, 0])];
    assert.deepEqual(listBalanceChanges(execute(twice, ...balances), MINTS), [...moved, second]);
    const foreign = { program: 5, accounts: [1, 2], data: [3, 0, 0, 0] };
    assert.deepEqual(listBalanceChanges(execute([foreign], ...balances), MINTS), moved.slice(0, 1));
  });

  test('is nothing of accounts whose balances are not shown', () => {
    assert.deepEqual(listBalanceChanges(execute([ofStake([3, 0, 0, 0])], [10], [10]), MINTS), []);
    assert.deepEqual(listBalanceChanges(execute([ofStake([4, 0, 0, 0])], [10], [10, 2]), MINTS), [
      change(stake, 'SOL', 'in', '0.000000002', '2'),
    ]);
    assert.deepEqual(listBalanceChanges(execute([ofStake([4, 0, 0, 0])], [10, 2], [10]), MINTS), [
      change(stake, 'SOL', 'out', '0.000000002', '2'),
    ]);
  });

  test("is the tokens of the payer's accounts, by symbol where it is known, opened and closed ones too", () => {
    const listed = listBalanceChanges(
      execute([], [1], [1], {
        held: [
          [3, wallet, 'usdc', '7000000'],
          [2, wallet, 'rasol', '5'],
          [1, 'another', 'usdc', '1'],
          [5, wallet, 'sol', '2'],
        ],
        holds: [
          [3, wallet, 'usdc', '4000000'],
          [1, 'another', 'usdc', '9'],
          [5, wallet, 'sol', '2'],
          [0, wallet, 'foreign', '8'],
        ],
      }),
      MINTS,
    );
    assert.deepEqual(listed, [
      change(tokens, 'USDC', 'out', '3', '3000000'),
      change(otherStake, 'raSOL', 'out', '0.000005', '5'),
      change(wallet, 'foreign', 'in', '0.000008', '8'),
    ]);
    for (const [mint, symbol] of [
      ['sol', 'wrapped SOL'],
      ['rausdc', 'raUSDC'],
      ['rasolmax', 'raSOL Max'],
    ] as const) {
      const [one] = listBalanceChanges(execute([], [], [], { holds: [[3, wallet, mint, '1']] }), MINTS);
      assert.deepEqual([one?.asset, one?.direction, one?.baseUnits], [symbol, 'in', '1']);
    }
  });

  test('is named by addresses that lookup tables hold, the writable ones first', () => {
    const loadedAddresses = { writable: ['table w'], readonly: ['table r'] };
    const holds = [6, 7, 8].map((place) => [place, wallet, 'usdc', '1'] as const);
    const listed = listBalanceChanges(execute([], [], [], { holds, loadedAddresses } as object), MINTS);
    assert.deepEqual(
      listed.map(({ account }) => account),
      ['table w', 'table r'],
    );
  });

  test('is not read from what is no transaction, or from balances that a node leaves out', () => {
    const none = { preTokenBalances: undefined, postTokenBalances: null };
    assert.deepEqual(listBalanceChanges(execute([], [], [], none as object), MINTS), []);
    const broken = { ...execute([], [], []), transaction: 'AQID' };
    assert.throws(() => listBalanceChanges(broken, MINTS), MalformedMessage);
  });
});

suite('a standing in print', () => {
  const ABSENT = { isFinal: false, slot: null, blockTime: null, fee: null, changes: null, failure: null };
  const FAULT = { InstructionError: [2, { Custom: 7 }] };

  test('of what no node shows has nothing but what else there is', () => {
    const print = (standing: object) => describeStanding(standing as never, MINTS);
    assert.deepEqual(print({ status: 'pending' }), ABSENT);
    assert.deepEqual(print({ status: 'expired' }), { ...ABSENT, isFinal: true });
    for (const [kind, signature, otherForm] of [
      ['landed', 'other', { signature: 'other', outcome: 'landed' }],
      ['equal', 'other', { signature: 'other', outcome: 'unknown' }],
      ['sent', 'other', { signature: 'other', outcome: 'unknown' }],
      ['replaced', undefined, { signature: null, outcome: 'unknown' }],
      ['unread', undefined, { signature: null, outcome: 'unknown' }],
    ] as const) {
      assert.deepEqual(print({ status: 'unknown', other: { kind, signature } }), { ...ABSENT, otherForm });
    }
  });

  test('of what was executed has its block, its fee and what it moved', () => {
    const executed = execute([], [7_000], [2_000]);
    const landed = { status: 'landed', isFinal: true, slot: undefined, fault: undefined } as const;
    assert.deepEqual(describeStanding({ ...landed, executed }, MINTS), {
      isFinal: true,
      slot: '77',
      blockTime: '2001-09-09T01:46:40.000Z',
      fee: { asset: 'SOL', amount: '0.000005', baseUnits: '5000' },
      changes: [change(wallet, 'SOL', 'out', '0.000005', '5000')],
      failure: null,
    });
    const timeless = { ...executed, blockTime: undefined };
    assert.equal(describeStanding({ ...landed, executed: timeless }, MINTS).blockTime, null);
    assert.deepEqual(describeStanding({ ...landed, executed: undefined }, MINTS), {
      ...ABSENT,
      isFinal: true,
    });
    // Two nodes have said the slot, and one shows the execution.
    for (const shown of [executed, undefined])
      assert.equal(describeStanding({ ...landed, slot: 78n, executed: shown }, MINTS).slot, '78');
    const unreadable = { ...executed, transaction: 'AQID' };
    assert.equal(describeStanding({ ...landed, executed: unreadable }, MINTS).changes, null);
  });

  test('of what failed says why, by the log where a node shows one', () => {
    const failed = { status: 'failed', isFinal: false, fault: FAULT } as never;
    const told = describeStanding(Object.assign({ executed: undefined }, failed), MINTS);
    assert.deepEqual([told.failure?.instruction, told.failure?.program, told.slot], [2, null, null]);
    const executed = execute([], [], []);
    const logMessages = ['Program P invoke [1]', 'Program P failed: custom program error: 0x7'];
    const meta = { ...executed.meta, err: FAULT, logMessages };
    const shown = describeStanding(Object.assign({ executed: { ...executed, meta } }, failed), MINTS);
    assert.deepEqual([shown.failure?.instruction, shown.failure?.program, shown.slot], [2, 'P', '77']);
    // What was executed without error is no failure, whatever a status said before.
    assert.equal(describeStanding(Object.assign({ executed }, failed), MINTS).failure, null);
  });
});
