import { nameProgram, type ProgramName } from '@staking-agent/chain/program-errors';
import type { Message } from '@staking-agent/verify';
import { PROBLEM_CODES, type ProblemCode, type TransactionFailure } from '@staking-agent/wire';
import { type Failure, readFailure } from '../../builds/describe-transaction-fault.ts';
import { tellsOfOldPool } from '../../problems/own-words.ts';
import type { TransactionFault } from '../../upstreams/ledger/answers.ts';

/** What the refusals of a program come to, where its error has no entry of its own. */
const BY_PROGRAM: Readonly<Record<ProgramName, ProblemCode>> = {
  'stake program': 'STAKE_REFUSED',
  'system program': 'LEDGER_EXECUTION_FAILED',
  'token program': 'TOKEN_REFUSED',
  'associated token program': 'TOKEN_REFUSED',
  'compute budget program': 'LEDGER_EXECUTION_FAILED',
  'stake pool program': 'POOL_REFUSED',
  'vault program': 'VAULT_REFUSED',
  'lending program': 'LENDING_REFUSED',
};

/** Errors by program and name. Of our builds only a withdrawal fails in the stake program for lack of funds. */
const BY_ERROR: ReadonlyMap<string, ProblemCode> = new Map([
  ['stake program InsufficientFunds', 'STAKE_NOT_INACTIVE'],
  ['stake program EpochRewardsActive', 'EPOCH_REWARDS_BEING_PAID'],
  ['stake pool program EpochRewardDistributionInProgress', 'EPOCH_REWARDS_BEING_PAID'],
  ['stake program InsufficientDelegation', 'BELOW_MINIMUM_DELEGATION'],
  // Of our builds only a stake makes an account at an address that nobody had before.
  ['system program AccountAlreadyInUse', 'STAKE_ACCOUNT_EXISTS'],
  ['system program ResultWithNegativeLamports', 'INSUFFICIENT_FUNDS'],
  ['token program InsufficientFunds', 'INSUFFICIENT_FUNDS'],
  ['stake pool program StakeListOutOfDate', 'POOL_NOT_UPDATED'],
  ['stake pool program StakeListAndPoolOutOfDate', 'POOL_NOT_UPDATED'],
  ['stake pool program ExceededSlippage', 'SLIPPAGE_EXCEEDED'],
]);

/** The ledger's own errors, whatever program ran. */
const BY_NAME: ReadonlyMap<string, ProblemCode> = new Map([
  ['ComputationalBudgetExceeded', 'COMPUTE_BUDGET_EXCEEDED'],
  ['InsufficientFundsForFee', 'INSUFFICIENT_FUNDS'],
  ['InsufficientFundsForRent', 'INSUFFICIENT_FUNDS'],
  // Of the account that pays the fee: it holds nothing.
  ['AccountNotFound', 'INSUFFICIENT_FUNDS'],
]);

/** Maps a failure of a program or the ledger to a code. */
export function codeOfFailure({ program, known, name, isRequirement, words }: Failure): ProblemCode {
  if (isRequirement) return 'SLIPPAGE_EXCEEDED';
  const error = known?.name ?? name;
  const byName = error === undefined ? undefined : BY_NAME.get(error);
  if (byName !== undefined) return byName;
  const failed = program === undefined ? undefined : nameProgram(program);
  // An adaptor of the deployment is no program that we know by its address; it says so in words.
  if (failed === undefined) return tellsOfOldPool(words) ? 'POOL_NOT_UPDATED' : 'LEDGER_EXECUTION_FAILED';
  return BY_ERROR.get(`${failed} ${error}`) ?? BY_PROGRAM[failed];
}

/**
 * Says why a transaction failed on the ledger, and what to do about it.
 *
 * @param fault - as the ledger serialises it.
 * @param logs - null where the node has none; then the program is not known.
 * @param message - of the transaction, where it is known.
 */
export function explainFailure(
  fault: TransactionFault,
  logs: readonly string[] | null,
  message: Message | undefined,
): TransactionFailure {
  const failure = readFailure(fault, logs, message);
  const { instruction, program, known, name, words } = failure;
  const code = codeOfFailure(failure);
  const { cause, cure } = PROBLEM_CODES[code];
  return {
    code,
    detail: words,
    cause,
    cure,
    instruction: instruction ?? null,
    program: program ?? null,
    error: known?.name ?? name ?? null,
  };
}
