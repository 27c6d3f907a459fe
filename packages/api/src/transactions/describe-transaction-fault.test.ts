import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTransactionFault } from './describe-transaction-fault.ts';

const VAULT = 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8';
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
    'instruction 3: custom program error: 0x1776 (MaxCapExceeded: Max cap exceeded)',
  );
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
    'instruction 2: custom program error: 0x1 (insufficient funds)',
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
  assert.equal(describeTransactionFault(at(1, { Custom: 7 }), []), 'instruction 1: {"Custom":7}');
  assert.equal(describeTransactionFault('BlockhashNotFound', null), 'blockhash not found');
});

test('lets nothing through but one bounded line of printable characters', () => {
  const logs = [`Program ${VAULT} invoke [1]`, `Program ${VAULT} failed: a\u0007b\u00e9${'x'.repeat(500)}`];
  const text = describeTransactionFault(at(0, { Custom: 1 }), logs);
  assert.match(text, /^[\x20-\x7e]+$/);
  assert.ok(text.length <= 200);
});
