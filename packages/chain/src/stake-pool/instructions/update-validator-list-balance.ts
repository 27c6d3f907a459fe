import {
  type AccountMeta,
  AccountRole,
  type Address,
  type Codec,
  getLiteralUnionCodec,
  getStructCodec,
  getU32Codec,
} from '@solana/kit';
import type { StakePoolProgramConfig } from '../program.ts';
import {
  type AccountSlots,
  type AccountsInput,
  type BuiltInstruction,
  defineInstruction,
} from './instruction-format.ts';
import { CLOCK, STAKE_HISTORY, STAKE_PROGRAM } from './native-accounts.ts';

/** The accounts of UpdateValidatorListBalance before the stake accounts, in the program's order. */
export const UPDATE_VALIDATOR_LIST_BALANCE_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.READONLY },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'validatorList', role: AccountRole.WRITABLE },
  { name: 'reserveStake', role: AccountRole.WRITABLE },
  CLOCK,
  STAKE_HISTORY,
  STAKE_PROGRAM,
] as const satisfies AccountSlots;

/** The data of UpdateValidatorListBalance. */
export type UpdateValidatorListBalanceInstructionData = {
  /** Index in the list of the first entry that is updated. */
  readonly startIndex: number;
  /** Leaves transient stakes where they are instead of merging them. */
  readonly noMerge: boolean;
};

/** The two stake accounts of one list entry; neither need exist. */
export type ValidatorStakePair = {
  readonly validatorStake: Address;
  readonly transientStake: Address;
};

/** What UpdateValidatorListBalance is built from. */
export type UpdateValidatorListBalanceInput = AccountsInput<typeof UPDATE_VALIDATOR_LIST_BALANCE_ACCOUNTS> &
  UpdateValidatorListBalanceInstructionData & {
    /** The accounts of the entries from `startIndex` on, in list order. */
    readonly stakes: readonly ValidatorStakePair[];
  };

const FIELDS: Codec<UpdateValidatorListBalanceInstructionData> = getStructCodec([
  ['startIndex', getU32Codec()],
  // The program refuses any byte but 0 and 1.
  ['noMerge', getLiteralUnionCodec([false, true])],
]);
const INSTRUCTION = defineInstruction(6, UPDATE_VALIDATOR_LIST_BALANCE_ACCOUNTS, FIELDS);

/** A decoded UpdateValidatorListBalance; the stake accounts are its remaining accounts, two for an entry. */
export type ParsedUpdateValidatorListBalanceInstruction = ReturnType<typeof INSTRUCTION.parse>;

/**
 * Updates list entries to the current epoch; anyone may send it.
 *
 * Eleven pairs fit a transaction without lookup tables. Entries whose accounts are not passed stay stale.
 */
export function getUpdateValidatorListBalanceInstruction(
  input: UpdateValidatorListBalanceInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  const stakes = input.stakes.flatMap(({ validatorStake, transientStake }): AccountMeta[] => [
    { address: validatorStake, role: AccountRole.WRITABLE },
    { address: transientStake, role: AccountRole.WRITABLE },
  ]);
  return INSTRUCTION.build(input, config, stakes);
}

/**
 * Decodes UpdateValidatorListBalance.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseUpdateValidatorListBalanceInstruction = INSTRUCTION.parse;
