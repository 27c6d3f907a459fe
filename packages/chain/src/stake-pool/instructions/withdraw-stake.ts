import { AccountRole, type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';
import { CLOCK, STAKE_PROGRAM, TOKEN_PROGRAM } from './native-accounts.ts';

/** The accounts of WithdrawStake, in the program's order. */
export const WITHDRAW_STAKE_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'validatorList', role: AccountRole.WRITABLE },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  // A validator's stake or transient stake, or the reserve; the limits on withdrawals say which.
  { name: 'stakeToSplit', role: AccountRole.WRITABLE },
  // 200 bytes of the stake program, uninitialized, already holding their rent.
  { name: 'newStake', role: AccountRole.WRITABLE },
  // Becomes staker and withdrawer of the new account.
  { name: 'newStakeAuthority', role: AccountRole.READONLY },
  { name: 'tokenOwner', role: AccountRole.READONLY_SIGNER },
  { name: 'sourceTokenAccount', role: AccountRole.WRITABLE },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  CLOCK,
  TOKEN_PROGRAM,
  STAKE_PROGRAM,
] as const satisfies AccountSlots;

/** The data of WithdrawStake. */
export type WithdrawStakeInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
};

const FIELDS: Codec<WithdrawStakeInstructionData> = getStructCodec([['poolTokens', getU64Codec()]]);
const INSTRUCTION = defineInstruction(10, WITHDRAW_STAKE_ACCOUNTS, FIELDS);

/** A decoded WithdrawStake. */
export type ParsedWithdrawStakeInstruction = ReturnType<typeof INSTRUCTION.parse>;

/**
 * Gives pool tokens back for active stake, split into an account of the user's.
 *
 * `poolTokens`, in base units, leave the source: the fee goes to the manager, the rest is burned.
 */
export const getWithdrawStakeInstruction = INSTRUCTION.build;

/**
 * Decodes WithdrawStake.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawStakeInstruction = INSTRUCTION.parse;
