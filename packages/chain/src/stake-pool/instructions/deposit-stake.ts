import { AccountRole, getStructCodec } from '@solana/kit';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';
import { CLOCK, STAKE_HISTORY, STAKE_PROGRAM, TOKEN_PROGRAM } from './native-accounts.ts';

/** The accounts of DepositStake, in the program's order. */
export const DEPOSIT_STAKE_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'validatorList', role: AccountRole.WRITABLE },
  // A signer in a private pool; the derived authority, which cannot sign, in an open one.
  { name: 'depositAuthority', role: AccountRole.READONLY, maySign: true },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'depositedStake', role: AccountRole.WRITABLE },
  { name: 'validatorStake', role: AccountRole.WRITABLE },
  { name: 'reserveStake', role: AccountRole.WRITABLE },
  { name: 'destinationTokenAccount', role: AccountRole.WRITABLE },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'referrerTokenAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  CLOCK,
  STAKE_HISTORY,
  TOKEN_PROGRAM,
  STAKE_PROGRAM,
] as const satisfies AccountSlots;

const INSTRUCTION = defineInstruction(9, DEPOSIT_STAKE_ACCOUNTS, getStructCodec([]));

/** A decoded DepositStake. */
export type ParsedDepositStakeInstruction = ReturnType<typeof INSTRUCTION.parse>;

/**
 * Deposits a whole stake account with a validator of the pool.
 *
 * In the same transaction, the withdrawer must first hand the account's withdraw authority to the deposit
 * authority (stake `Authorize`); the staker need not be changed as well.
 */
export const getDepositStakeInstruction = INSTRUCTION.build;

/**
 * Decodes DepositStake.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositStakeInstruction = INSTRUCTION.parse;
