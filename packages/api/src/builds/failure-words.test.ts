import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { readMessage } from '@staking-agent/verify';
import { keyOf, writeMessage } from '../../test/message-bytes.ts';
import { describeTransactionFault, readFailure, readShortTransfer } from './failures.ts';

suite('a failure', () => {
  const TOKEN = base58.decode(TOKEN_PROGRAM_ADDRESS);
  const AMOUNT = [1, 0, 0, 0, 0, 0, 0, 0];
  const messageOf = (program: Uint8Array, accounts: readonly number[], tag: number) =>
    readMessage(
      writeMessage(
        [keyOf(1), keyOf(2), keyOf(3), program],
        [{ program: 3, accounts, data: [tag, ...AMOUNT] }],
      ),
    );
  const REQUIREMENT = messageOf(TOKEN, [1, 1, 0], 3);
  const at = (index: unknown, code: unknown) => ({ InstructionError: [index, { Custom: code }] }) as never;

  test('of a balance requirement is told from one of a payment', () => {
    const unmet = readFailure(at(0, 1), null, REQUIREMENT);
    assert.deepEqual(
      [unmet.isRequirement, unmet.program, unmet.instruction, unmet.known?.name, unmet.name],
      [true, TOKEN_PROGRAM_ADDRESS, 0, 'InsufficientFunds', undefined],
    );
    assert.match(unmet.words, /^instruction 0: the account holds less/);
    for (const [fault, message] of [
      [at(0, 1), undefined],
      [at(0, 1), messageOf(TOKEN, [1, 2, 0], 3)],
      [at(0, 1), messageOf(TOKEN, [1, 1, 0], 4)],
      [at(0, 1), messageOf(keyOf(8), [1, 1, 0], 3)],
      [at(0, 2), REQUIREMENT],
      [at(1, 1), REQUIREMENT],
      [at('0', 1), REQUIREMENT],
    ] as const) {
      const { isRequirement, program } = readFailure(fault, null, message);
      assert.deepEqual([isRequirement, program], [false, undefined]);
    }
  });

  test('of the whole transaction is told in words, with the account or the instruction that it names', () => {
    for (const [fault, name, words] of [
      ['AccountInUse', 'AccountInUse', 'account in use'],
      [
        { InsufficientFundsForRent: { account_index: 0 } },
        'InsufficientFundsForRent',
        'insufficient funds for rent of the wallet',
      ],
      [
        { InsufficientFundsForRent: { account_index: 3 } },
        'InsufficientFundsForRent',
        'insufficient funds for rent of account 3',
      ],
      [{ DuplicateInstruction: 4 }, 'DuplicateInstruction', 'duplicate instruction of instruction 4'],
      [{ Other: {} }, 'Other', 'other'],
    ] as const) {
      const failure = readFailure(fault as never, null, undefined);
      assert.deepEqual(failure, {
        instruction: undefined,
        program: undefined,
        known: undefined,
        name,
        isRequirement: false,
        words,
      });
    }
  });

  const P = base58.encode(keyOf(8));
  const VAULT = 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8';
  const LENDER = 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA';
  const invoke = (program: string, depth = 1) => `Program ${program} invoke [${depth}]`;
  const fail = (program: string, words = 'custom program error: 0x1f') =>
    `Program ${program} failed: ${words}`;
  const anchor = (number: number, name = 'TooLow', words = 'It is too low.') =>
    `Program log: AnchorError thrown in x.rs:12. Error Code: ${name}. Error Number: ${number}. Error Message: ${words}`;
  const PLAIN = 'custom program error: 0x1f';

  /** The words for a failed instruction and for its log. */
  const told: Readonly<
    Record<string, readonly [error: unknown, logs: readonly string[] | null, words: string]>
  > = {
    'a name without a log': ['InvalidAccountData', null, 'invalid account data'],
    'a code without a log': [{ Custom: 31 }, null, PLAIN],
    'an object without a log': [{ BorshIoError: {} }, null, 'borsh io error'],
    'the failure in the log': [
      'InsufficientFunds',
      [invoke(P), fail(P, 'insufficient funds for instruction')],
      'insufficient funds for instruction',
    ],
    'a code that no program has printed': [{ Custom: 31 }, [fail(P)], PLAIN],
    'an error that an unknown program has named': [
      { Custom: 31 },
      [invoke(P), anchor(31), fail(P)],
      `${PLAIN} (TooLow: It is too low)`,
    ],
    'the words of an unknown program': [
      { Custom: 31 },
      [invoke(P), 'Program log: Error: no', fail(P)],
      `${PLAIN} (no)`,
    ],
    'nothing of what stands before its invocation or after its failure': [
      { Custom: 31 },
      [anchor(31), invoke(P), fail(P), invoke(P), anchor(31)],
      PLAIN,
    ],
    'an error of our list, in our words': [
      { Custom: 6006 },
      [
        invoke(VAULT),
        anchor(6006, 'MaxCapExceeded', 'Max cap.'),
        fail(VAULT, 'custom program error: 0x1776'),
      ],
      'vault program error MaxCapExceeded: The deposit would lift the vault above its cap',
    ],
    'an error of a later release, as its program has named it': [
      { Custom: 6600 },
      [invoke(LENDER), anchor(6600, 'New', 'Some\u0007 rule.'), fail(LENDER, 'custom program error: 0x19c8')],
      'lending program error New: Some  rule',
    ],
    'no error of a later release by the name of another one': [
      { Custom: 6600 },
      [invoke(LENDER), anchor(6601), fail(LENDER, 'custom program error: 0x19c8')],
      'custom program error: 0x19c8 (TooLow: It is too low)',
    ],
    'the innermost of programs': [
      { Custom: 1 },
      [
        ...[invoke(VAULT), 'Program log: Error: somebody else', invoke(TOKEN_PROGRAM_ADDRESS, 2)],
        ...[
          fail(TOKEN_PROGRAM_ADDRESS, 'custom program error: 0x1'),
          fail(VAULT, 'custom program error: 0x1'),
        ],
      ],
      'token program error InsufficientFunds: The token account holds less than is to leave it',
    ],
  };
  for (const [what, [error, logs, words]] of Object.entries(told)) {
    test(`of an instruction is told by ${what}`, () => {
      const text = describeTransactionFault({ InstructionError: [2, error] } as never, logs);
      assert.equal(text, `instruction 2: ${words}`);
    });
  }

  test('is one bounded line of printable characters', () => {
    const logs = [invoke(VAULT), fail(VAULT, `a\u0007b\u00e9${'x'.repeat(500)}`)];
    for (const [error, log] of [
      ['A'.repeat(900), null],
      [{ Custom: 1 }, logs],
      ['Ünknown', ['Program é']],
    ] as const) {
      const text = describeTransactionFault({ InstructionError: [0, error] } as never, log);
      assert.match(text, /^[\x20-\x7e]{1,200}$/);
    }
  });

  test('of a transfer says what was left and asked, by the line of the system program alone', () => {
    const line = 'Transfer: insufficient lamports 999995000, need 1502282880';
    assert.deepEqual(readShortTransfer(['x', line, 'y']), { left: 999_995_000n, asked: 1_502_282_880n });
    for (const logs of [
      null,
      [],
      [`Program log: ${line}`],
      ['Transfer: insufficient lamports -1, need 2'],
      ['Transfer: insufficient lamports 5'],
    ]) {
      assert.equal(readShortTransfer(logs), undefined);
    }
  });
});
