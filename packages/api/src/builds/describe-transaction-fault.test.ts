import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTransactionFault, readFailure, readShortTransfer } from './failures.ts';

const VAULT = 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8';
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const at = (index: number, error: unknown) => ({ InstructionError: [index, error] });

test('names the error that a program of the framework printed', () => {
  const logs = [
    `Program ${VAULT} invoke [1]`,
    'Program log: Instruction: DepositVault',
    'Program log: AnchorError occurred. Error Code: MaxCapExceeded. Error Number: 6006. Error Message: Max cap exceeded.',
    `Program ${VAULT} consumed 900 of 1000 compute units`,
    `Program ${VAULT} failed: custom program error: 0x1776`,
  ];
  assert.equal(
    describeTransactionFault(at(3, { Custom: 6006 }), logs),
    'instruction 3: vault program error MaxCapExceeded: The deposit would lift the vault above its cap',
  );
});

test('names an error of a later release as the program itself does', () => {
  const lender = 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA';
  const print = (number: number) => [
    `Program ${lender} invoke [1]`,
    `Program log: AnchorError thrown in programs/x.rs:12. Error Code: NotYetKnown. Error Number: ${number}. Error Message: Some\u0007 later rule.`,
    `Program ${lender} failed: custom program error: 0x19c8`,
  ];
  const { known, words } = readFailure(at(4, { Custom: 6600 }), print(6600), undefined);
  assert.deepEqual(known, {
    program: 'lending program',
    name: 'NotYetKnown',
    message: 'Some  later rule.',
  });
  assert.equal(words, 'instruction 4: lending program error NotYetKnown: Some  later rule');
  // Printed of another error, it is no name of this one.
  assert.equal(readFailure(at(4, { Custom: 6600 }), print(6601), undefined).known, undefined);
});

test('names the innermost error, not one of a program that was invoked before', () => {
  const logs = [
    `Program ${VAULT} invoke [1]`,
    'Program log: Error: somebody else',
    `Program ${TOKEN} invoke [2]`,
    'Program log: Instruction: Transfer',
    'Program log: Error: insufficient funds',
    `Program ${TOKEN} failed: custom program error: 0x1`,
    `Program ${VAULT} failed: custom program error: 0x1`,
  ];
  assert.equal(
    describeTransactionFault(at(2, { Custom: 1 }), logs),
    'instruction 2: token program error InsufficientFunds: The token account holds less than is to leave it',
  );
});

test('takes the words that an unknown program printed', () => {
  const logs = [
    `Program ${LIGHTHOUSE} invoke [1]`,
    'Program log: Error: assertion failed',
    `Program ${LIGHTHOUSE} failed: custom program error: 0x1900`,
  ];
  assert.equal(
    describeTransactionFault(at(4, { Custom: 6400 }), logs),
    'instruction 4: custom program error: 0x1900 (assertion failed)',
  );
});

test('keeps to the failure where nothing was printed, and to the fault where there is no log', () => {
  const logs = [`Program ${VAULT} invoke [1]`, `Program ${VAULT} failed: insufficient funds for instruction`];
  assert.equal(
    describeTransactionFault(at(0, 'InsufficientFunds'), logs),
    'instruction 0: insufficient funds for instruction',
  );
  assert.equal(
    describeTransactionFault(at(0, 'InsufficientFunds'), null),
    'instruction 0: insufficient funds',
  );
  assert.equal(
    describeTransactionFault(at(1, { Custom: 7 }), []),
    'instruction 1: custom program error: 0x7',
  );
  assert.equal(describeTransactionFault('BlockhashNotFound', null), 'blockhash not found');
});

test('names the custom errors of stake, system and associated token program; keeps a code nobody has a name for', () => {
  const failures = [
    [
      'Stake11111111111111111111111111111111111111',
      '0x2',
      'stake program error AlreadyDeactivated: The stake is deactivated already',
    ],
    [
      '11111111111111111111111111111111',
      '0x1',
      'system program error ResultWithNegativeLamports: The account holds fewer lamports than are to leave it',
    ],
    [
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      '0x0',
      'associated token program error InvalidOwner: The associated token account belongs to somebody else',
    ],
    [
      'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
      '0x27',
      'stake pool program error ExceededSlippage: The result is below the given minimum',
    ],
    [
      'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA',
      '0x1780',
      'lending program error BankPaused: Bank paused',
    ],
    [LIGHTHOUSE, '0x1', 'custom program error: 0x1'],
    ['11111111111111111111111111111111', '0xff', 'custom program error: 0xff'],
  ] as const;
  for (const [program, code, words] of failures) {
    const logs = [
      `Program ${program} invoke [1]`,
      `Program ${program} failed: custom program error: ${code}`,
    ];
    assert.equal(describeTransactionFault(at(0, { Custom: 1 }), logs), `instruction 0: ${words}`);
  }
});

test('puts faults of the whole transaction into words, with the account or instruction they name', () => {
  for (const [fault, words] of [
    [{ InsufficientFundsForRent: { account_index: 0 } }, 'insufficient funds for rent of the wallet'],
    [{ InsufficientFundsForRent: { account_index: 3 } }, 'insufficient funds for rent of account 3'],
    [{ DuplicateInstruction: 2 }, 'duplicate instruction of instruction 2'],
    [{ SomethingNew: { of: ['many', { parts: 1 }] } }, 'something new'],
    [at(2, { BorshIoError: 'x' }), 'instruction 2: borsh io error'],
  ] as const) {
    assert.equal(describeTransactionFault(fault as never, null), words);
  }
});

test('reads what a transfer lacked only from the line the system program writes', () => {
  const line = 'Transfer: insufficient lamports 999995000, need 1502282880';
  assert.deepEqual(readShortTransfer(['x', line]), { left: 999_995_000n, asked: 1_502_282_880n });
  for (const logs of [null, [], [`Program log: ${line}`], ['Transfer: insufficient lamports -1, need 2']]) {
    assert.equal(readShortTransfer(logs), undefined);
  }
});

test('lets nothing through but one bounded line of printable characters', () => {
  const logs = [`Program ${VAULT} invoke [1]`, `Program ${VAULT} failed: a\u0007b\u00e9${'x'.repeat(500)}`];
  const text = describeTransactionFault(at(0, { Custom: 1 }), logs);
  assert.match(text, /^[\x20-\x7e]+$/);
  assert.ok(text.length <= 200);
});
