import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import {
  describeTransactionError,
  INSTRUCTION_ERRORS,
  TRANSACTION_ERRORS,
  toTransactionError,
} from './transaction-error.ts';

const litesvm = dirname(createRequire(import.meta.url).resolve('litesvm'));
const declarations = readFileSync(join(litesvm, 'internal.d.ts'), 'utf8');

function listMembers(name: string): string[] {
  const [, body = ''] = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(declarations) ?? [];
  return [...body.matchAll(/(\w+) = (\d+)/g)].map(([, member = '', position], index) => {
    assert.equal(Number(position), index);
    return member;
  });
}

describe('transaction errors', () => {
  test('have the names of LiteSVM in its order', () => {
    assert.deepEqual(
      TRANSACTION_ERRORS.map(([name]) => name),
      listMembers('TransactionErrorFieldless'),
    );
    assert.deepEqual(
      INSTRUCTION_ERRORS.map(([name]) => name),
      listMembers('InstructionErrorFieldless'),
    );
  });

  test('print as a validator prints them', () => {
    class TransactionErrorInsufficientFundsForRent {
      accountIndex = 3;
    }
    class TransactionErrorProgramExecutionTemporarilyRestricted {
      accountIndex = 4;
    }
    const cases = [
      [toTransactionError(7), 'BlockhashNotFound', 'Blockhash not found'],
      [
        toTransactionError({ index: 2, err: () => ({ code: 6001 }) }),
        { InstructionError: [2, { Custom: 6001 }] },
        'Error processing Instruction 2: custom program error: 0x1771',
      ],
      [
        toTransactionError({ index: 0, err: () => ({ msg: 'x' }) }),
        { InstructionError: [0, 'BorshIoError'] },
        'Error processing Instruction 0: Failed to serialize or deserialize account data',
      ],
      [
        toTransactionError({ index: 0, err: () => 5 }),
        { InstructionError: [0, 'InsufficientFunds'] },
        'Error processing Instruction 0: insufficient funds for instruction',
      ],
      [
        toTransactionError({ index: 1 }),
        { DuplicateInstruction: 1 },
        'Transaction contains a duplicate instruction (1) that is not allowed',
      ],
      [
        toTransactionError(new TransactionErrorInsufficientFundsForRent()),
        { InsufficientFundsForRent: { account_index: 3 } },
        'Transaction results in an account (3) with insufficient funds for rent',
      ],
      [
        toTransactionError(new TransactionErrorProgramExecutionTemporarilyRestricted()),
        { ProgramExecutionTemporarilyRestricted: { account_index: 4 } },
        'Execution of the program referenced by account at index 4 is temporarily restricted.',
      ],
    ] as const;
    for (const [error, json, text] of cases) {
      assert.deepEqual(error, json);
      assert.equal(describeTransactionError(error), text);
    }
  });
});
