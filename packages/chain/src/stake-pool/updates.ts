import {
  type AccountMeta,
  AccountRole,
  type Address,
  type Codec,
  getLiteralUnionCodec,
  getStructCodec,
  getU32Codec,
} from '@solana/kit';
import {
  CLOCK,
  STAKE_HISTORY,
  STAKE_PROGRAM,
  type StakePoolProgramConfig,
  TOKEN_PROGRAM,
} from './addresses.ts';
import {
  type AccountSlots,
  type AccountsInput,
  type BuiltInstruction,
  defineInstruction,
} from './instruction-format.ts';

/** The accounts of UpdateStakePoolBalance, in the program's order. */
export const UPDATE_STAKE_POOL_BALANCE_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'validatorList', role: AccountRole.WRITABLE },
  { name: 'reserveStake', role: AccountRole.READONLY },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  TOKEN_PROGRAM,
] as const satisfies AccountSlots;

const UPDATE_STAKE_POOL_BALANCE = defineInstruction(
  7,
  UPDATE_STAKE_POOL_BALANCE_ACCOUNTS,
  getStructCodec([]),
);

/** A decoded UpdateStakePoolBalance. */
export type ParsedUpdateStakePoolBalanceInstruction = ReturnType<typeof UPDATE_STAKE_POOL_BALANCE.parse>;

/** Brings the pool's totals and fees to the current epoch; anyone may send it. Fails with 16 while an entry is stale. */
export const getUpdateStakePoolBalanceInstruction = UPDATE_STAKE_POOL_BALANCE.build;

/**
 * Decodes UpdateStakePoolBalance.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseUpdateStakePoolBalanceInstruction = UPDATE_STAKE_POOL_BALANCE.parse;

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

const UPDATE_VALIDATOR_LIST_BALANCE_FIELDS: Codec<UpdateValidatorListBalanceInstructionData> = getStructCodec(
  [
    ['startIndex', getU32Codec()],
    // The program refuses any byte but 0 and 1.
    ['noMerge', getLiteralUnionCodec([false, true])],
  ],
);
const UPDATE_VALIDATOR_LIST_BALANCE = defineInstruction(
  6,
  UPDATE_VALIDATOR_LIST_BALANCE_ACCOUNTS,
  UPDATE_VALIDATOR_LIST_BALANCE_FIELDS,
);

/** A decoded UpdateValidatorListBalance; the stake accounts are its remaining accounts, two for an entry. */
export type ParsedUpdateValidatorListBalanceInstruction = ReturnType<
  typeof UPDATE_VALIDATOR_LIST_BALANCE.parse
>;

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
  return UPDATE_VALIDATOR_LIST_BALANCE.build(input, config, stakes);
}

/**
 * Decodes UpdateValidatorListBalance.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseUpdateValidatorListBalanceInstruction = UPDATE_VALIDATOR_LIST_BALANCE.parse;

/** The accounts of CleanupRemovedValidatorEntries, in the program's order. */
export const CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'validatorList', role: AccountRole.WRITABLE },
] as const satisfies AccountSlots;

const CLEANUP_REMOVED_VALIDATOR_ENTRIES = defineInstruction(
  8,
  CLEANUP_REMOVED_VALIDATOR_ENTRIES_ACCOUNTS,
  getStructCodec([]),
);

/** A decoded CleanupRemovedValidatorEntries. */
export type ParsedCleanupRemovedValidatorEntriesInstruction = ReturnType<
  typeof CLEANUP_REMOVED_VALIDATOR_ENTRIES.parse
>;

/** Drops the list entries of validators that are ready for removal and hold nothing; anyone may send it. */
export const getCleanupRemovedValidatorEntriesInstruction = CLEANUP_REMOVED_VALIDATOR_ENTRIES.build;

/**
 * Decodes CleanupRemovedValidatorEntries.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseCleanupRemovedValidatorEntriesInstruction = CLEANUP_REMOVED_VALIDATOR_ENTRIES.parse;
