import { type Address, address } from '@solana/kit';
import * as code from './error-codes.ts';

// Complete by type: a code without a sentence does not compile.
const MESSAGES: Readonly<Record<code.StakePoolError, string>> = {
  [code.STAKE_POOL_ERROR__ALREADY_IN_USE]: 'The account is already in use.',
  [code.STAKE_POOL_ERROR__INVALID_PROGRAM_ADDRESS]:
    'A given account is not the one the pool derives or names: withdraw authority or reserve.',
  [code.STAKE_POOL_ERROR__INVALID_STATE]:
    'The pool or its validator list is not initialized, or is of another type.',
  [code.STAKE_POOL_ERROR__CALCULATION_FAILURE]: 'An amount does not fit 64 bits or would fall below zero.',
  [code.STAKE_POOL_ERROR__FEE_TOO_HIGH]: 'A fee is over one whole.',
  [code.STAKE_POOL_ERROR__WRONG_ACCOUNT_MINT]: 'A token account is of another mint.',
  [code.STAKE_POOL_ERROR__WRONG_MANAGER]: 'The signer is not the manager of the pool.',
  [code.STAKE_POOL_ERROR__SIGNATURE_MISSING]: 'A required signature is missing.',
  [code.STAKE_POOL_ERROR__INVALID_VALIDATOR_STAKE_LIST]: 'The validator list is not the one of the pool.',
  [code.STAKE_POOL_ERROR__INVALID_FEE_ACCOUNT]: 'The manager fee account is not the one of the pool.',
  [code.STAKE_POOL_ERROR__WRONG_POOL_MINT]: 'The mint is not the one of the pool.',
  [code.STAKE_POOL_ERROR__WRONG_STAKE_STAKE]: 'A stake account is not in the state the instruction needs.',
  [code.STAKE_POOL_ERROR__USER_STAKE_NOT_ACTIVE]: 'The stake of the user is not active.',
  [code.STAKE_POOL_ERROR__VALIDATOR_ALREADY_ADDED]: 'The validator is already in the pool.',
  [code.STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND]:
    'The validator is not in the pool, or is on its way out of it.',
  [code.STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS]:
    'The stake account is not the one derived for the validator.',
  [code.STAKE_POOL_ERROR__STAKE_LIST_OUT_OF_DATE]: 'Balances of the validator list are of an earlier epoch.',
  [code.STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE]: 'The pool has not been updated in this epoch.',
  [code.STAKE_POOL_ERROR__UNKNOWN_VALIDATOR_STAKE_ACCOUNT]:
    'The validator stake account is not in the validator list.',
  [code.STAKE_POOL_ERROR__WRONG_MINTING_AUTHORITY]:
    'The withdraw authority is not the mint authority of the pool mint.',
  [code.STAKE_POOL_ERROR__UNEXPECTED_VALIDATOR_LIST_ACCOUNT_SIZE]:
    'The validator list, or the stake accounts given for it, are of an unexpected count.',
  [code.STAKE_POOL_ERROR__WRONG_STAKER]: 'The signer is not the staker of the pool.',
  [code.STAKE_POOL_ERROR__NON_ZERO_POOL_TOKEN_SUPPLY]: 'The pool mint of a new pool already has a supply.',
  [code.STAKE_POOL_ERROR__STAKE_LAMPORTS_NOT_EQUAL_TO_MINIMUM]:
    'The withdrawal leaves too little in the stake account, or takes it from the wrong one.',
  [code.STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS]:
    'Deposits go to the preferred validator of the pool, which is another one.',
  [code.STAKE_POOL_ERROR__INCORRECT_WITHDRAW_VOTE_ADDRESS]:
    'Withdrawals come from the preferred validator of the pool, which still has stake.',
  [code.STAKE_POOL_ERROR__INVALID_MINT_FREEZE_AUTHORITY]: 'The pool mint has a freeze authority.',
  [code.STAKE_POOL_ERROR__FEE_INCREASE_TOO_HIGH]: 'A fee rises faster than the program allows.',
  [code.STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL]: 'The pool tokens are worth less than one lamport.',
  [code.STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL]: 'The deposit is worth less than one pool-token base unit.',
  [code.STAKE_POOL_ERROR__INVALID_STAKE_DEPOSIT_AUTHORITY]:
    'The stake deposit authority is not the one of the pool.',
  [code.STAKE_POOL_ERROR__INVALID_SOL_DEPOSIT_AUTHORITY]:
    'The SOL deposit authority is not the one of the pool.',
  [code.STAKE_POOL_ERROR__INVALID_PREFERRED_VALIDATOR]: 'The preferred validator is not in the pool.',
  [code.STAKE_POOL_ERROR__TRANSIENT_ACCOUNT_IN_USE]:
    'The validator already has a transient stake account in use.',
  [code.STAKE_POOL_ERROR__INVALID_SOL_WITHDRAW_AUTHORITY]:
    'The SOL withdraw authority is not the one of the pool.',
  [code.STAKE_POOL_ERROR__SOL_WITHDRAWAL_TOO_LARGE]:
    'The reserve of the pool holds less than the withdrawal.',
  [code.STAKE_POOL_ERROR__INVALID_METADATA_ACCOUNT]:
    'The metadata account is not the one derived for the pool mint.',
  [code.STAKE_POOL_ERROR__UNSUPPORTED_MINT_EXTENSION]:
    'The pool mint has an extension the program does not support.',
  [code.STAKE_POOL_ERROR__UNSUPPORTED_FEE_ACCOUNT_EXTENSION]:
    'The manager fee account has an extension the program does not support.',
  [code.STAKE_POOL_ERROR__EXCEEDED_SLIPPAGE]: 'The result is below the given minimum.',
  [code.STAKE_POOL_ERROR__INCORRECT_MINT_DECIMALS]: 'The pool mint has a number of decimals other than 9.',
  [code.STAKE_POOL_ERROR__RESERVE_DEPLETED]: 'The reserve holds too little for the rent of a stake account.',
  [code.STAKE_POOL_ERROR__MISSING_REQUIRED_SYSVAR]: 'A required sysvar account is missing.',
  [code.STAKE_POOL_ERROR__EPOCH_REWARD_DISTRIBUTION_IN_PROGRESS]:
    'Epoch rewards are being distributed; release 2.x.',
  [code.STAKE_POOL_ERROR__TOO_MANY_VALIDATORS_IN_POOL]:
    'The pool has more validators than the program handles; release 2.x.',
};

/** Returns the message of a custom code of the stake pool program, one sentence. */
export function getStakePoolErrorMessage(error: code.StakePoolError): string {
  return MESSAGES[error];
}

/** Checks whether the stake pool program has a custom code; any program may have raised it. */
export function isStakePoolError(error: number): error is code.StakePoolError {
  return Object.hasOwn(MESSAGES, error);
}

/** Which program refused first, and with what. */
export type FailedProgram = {
  readonly programAddress: Address;
  /** The custom code, when the program gave one. */
  readonly customCode?: number;
};

// What a program prints itself comes with "Program log: " in front, so it cannot fake this line.
const FAILED_LINE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: (.*)$/;
const CUSTOM_CODE = /^custom program error: 0x([0-9a-f]{1,8})$/;

/**
 * Finds the program a failure comes from.
 *
 * A custom code of an inner program surfaces unchanged as the code of the outer one, so the number alone is
 * ambiguous: 1 is an address fault of the stake pool, a balance fault of the token or the system program.
 * The innermost program is the first to be logged as failed.
 *
 * @param logs - the transaction's log lines in order.
 * @returns undefined when no program failed, or when the log was cut before the line.
 */
export function findFailedProgram(logs: readonly string[]): FailedProgram | undefined {
  for (const line of logs) {
    const [, program, reason] = FAILED_LINE.exec(line) ?? [];
    if (program === undefined || reason === undefined) continue;
    const code = CUSTOM_CODE.exec(reason)?.[1];
    return {
      programAddress: address(program),
      ...(code === undefined ? {} : { customCode: Number.parseInt(code, 16) }),
    };
  }
  return undefined;
}
