import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SANCTUM_STAKE_POOL_PROGRAM_ADDRESS, STAKE_POOL_PROGRAM_ADDRESS } from './addresses.ts';
import * as errors from './error-codes.ts';
import { findFailedProgram, getStakePoolErrorMessage, isStakePoolError } from './errors.ts';

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

test('the codes are 0 to 44, each with a name and a sentence of its own', () => {
  const codes = Object.values(errors).sort((a, b) => a - b);
  assert.deepEqual(codes, [...Array(45).keys()]);
  assert.equal(new Set(codes.map(getStakePoolErrorMessage)).size, 45);
  assert.equal(errors.STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE, 17);
  assert.equal(errors.STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE, 39);
  assert.equal(isStakePoolError(44), true);
  assert.equal(isStakePoolError(45), false);
});

test('the first program that failed is the one the code belongs to', () => {
  const logs = [
    `Program ${STAKE_POOL_PROGRAM_ADDRESS} invoke [1]`,
    `Program log: Program ${SANCTUM_STAKE_POOL_PROGRAM_ADDRESS} failed: custom program error: 0x7`,
    `Program ${TOKEN} invoke [2]`,
    `Program ${TOKEN} failed: custom program error: 0x1`,
    `Program ${STAKE_POOL_PROGRAM_ADDRESS} failed: custom program error: 0x1`,
  ];
  assert.deepEqual(findFailedProgram(logs), { programAddress: TOKEN, customCode: 1 });
});

test('a failure without a custom code has none, and no failure is undefined', () => {
  const line = `Program ${TOKEN} failed: insufficient funds for instruction`;
  assert.deepEqual(findFailedProgram([line]), { programAddress: TOKEN });
  assert.equal(findFailedProgram([`Program ${TOKEN} success`]), undefined);
  assert.equal(findFailedProgram([]), undefined);
});
