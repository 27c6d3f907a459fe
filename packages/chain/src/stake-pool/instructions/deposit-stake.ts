import { AccountRole, getStructCodec } from '@solana/kit';
import type { StakePoolProgramConfig } from '../program.ts';
import {
  type AccountSlots,
  type AccountsInput,
  type BuiltInstruction,
  buildInstruction,
  defineInstruction,
  type ParsableInstruction,
  type ParsedInstruction,
  parseInstruction,
} from './instruction-format.ts';
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

/** The data of DepositStake: none. */
export type DepositStakeInstructionData = Readonly<Record<never, never>>;

/** What DepositStake is built from. */
export type DepositStakeInput = AccountsInput<typeof DEPOSIT_STAKE_ACCOUNTS>;

/** A decoded DepositStake. */
export type ParsedDepositStakeInstruction = ParsedInstruction<
  typeof DEPOSIT_STAKE_ACCOUNTS,
  DepositStakeInstructionData
>;

const FORMAT = defineInstruction(9, DEPOSIT_STAKE_ACCOUNTS, getStructCodec([]));

/**
 * Deposits a whole stake account with a validator of the pool.
 *
 * In the same transaction, the withdrawer must first hand the account's withdraw authority to the deposit
 * authority (stake `Authorize`); the staker need not be changed as well.
 */
export function getDepositStakeInstruction(
  input: DepositStakeInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes DepositStake.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseDepositStakeInstruction(
  instruction: ParsableInstruction,
): ParsedDepositStakeInstruction {
  return parseInstruction(FORMAT, instruction);
}
