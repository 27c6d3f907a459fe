import { AccountRole, type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { CLOCK, STAKE_HISTORY, STAKE_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';

/** The accounts of WithdrawSol, in the program's order. */
export const WITHDRAW_SOL_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'tokenOwner', role: AccountRole.READONLY_SIGNER },
  { name: 'sourceTokenAccount', role: AccountRole.WRITABLE },
  { name: 'reserveStake', role: AccountRole.WRITABLE },
  { name: 'lamportReceiver', role: AccountRole.WRITABLE },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  CLOCK,
  STAKE_HISTORY,
  STAKE_PROGRAM,
  TOKEN_PROGRAM,
  // Only for a pool that names a SOL withdraw authority.
  { name: 'solWithdrawAuthority', role: AccountRole.READONLY_SIGNER, optional: true },
] as const satisfies AccountSlots;

/** The data of WithdrawSol. */
export type WithdrawSolInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
};

const WITHDRAW_SOL_FIELDS: Codec<WithdrawSolInstructionData> = getStructCodec([
  ['poolTokens', getU64Codec()],
]);
const WITHDRAW_SOL = defineInstruction(16, WITHDRAW_SOL_ACCOUNTS, WITHDRAW_SOL_FIELDS);

/** A decoded WithdrawSol. */
export type ParsedWithdrawSolInstruction = ReturnType<typeof WITHDRAW_SOL.parse>;

/**
 * Gives pool tokens back for SOL out of the reserve.
 *
 * `poolTokens`, in base units, leave the source: the fee goes to the manager, the rest is burned.
 */
export const getWithdrawSolInstruction = WITHDRAW_SOL.build;

/**
 * Decodes WithdrawSol.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawSolInstruction = WITHDRAW_SOL.parse;

/** The data of WithdrawSolWithSlippage. */
export type WithdrawSolWithSlippageInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
  /** Fewer lamports than this fail with error 39. */
  readonly minimumLamports: bigint;
};

const WITHDRAW_SOL_WITH_SLIPPAGE_FIELDS: Codec<WithdrawSolWithSlippageInstructionData> = getStructCodec([
  ['poolTokens', getU64Codec()],
  ['minimumLamports', getU64Codec()],
]);
const WITHDRAW_SOL_WITH_SLIPPAGE = defineInstruction(
  26,
  WITHDRAW_SOL_ACCOUNTS,
  WITHDRAW_SOL_WITH_SLIPPAGE_FIELDS,
);

/** A decoded WithdrawSolWithSlippage. */
export type ParsedWithdrawSolWithSlippageInstruction = ReturnType<typeof WITHDRAW_SOL_WITH_SLIPPAGE.parse>;

/** As {@link getWithdrawSolInstruction}, and fails when the result is below the given minimum. */
export const getWithdrawSolWithSlippageInstruction = WITHDRAW_SOL_WITH_SLIPPAGE.build;

/**
 * Decodes WithdrawSolWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawSolWithSlippageInstruction = WITHDRAW_SOL_WITH_SLIPPAGE.parse;

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

const WITHDRAW_STAKE_FIELDS: Codec<WithdrawStakeInstructionData> = getStructCodec([
  ['poolTokens', getU64Codec()],
]);
const WITHDRAW_STAKE = defineInstruction(10, WITHDRAW_STAKE_ACCOUNTS, WITHDRAW_STAKE_FIELDS);

/** A decoded WithdrawStake. */
export type ParsedWithdrawStakeInstruction = ReturnType<typeof WITHDRAW_STAKE.parse>;

/**
 * Gives pool tokens back for active stake, split into an account of the user's.
 *
 * `poolTokens`, in base units, leave the source: the fee goes to the manager, the rest is burned.
 */
export const getWithdrawStakeInstruction = WITHDRAW_STAKE.build;

/**
 * Decodes WithdrawStake.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawStakeInstruction = WITHDRAW_STAKE.parse;

/** The data of WithdrawStakeWithSlippage. */
export type WithdrawStakeWithSlippageInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
  /** Fewer lamports than this fail with error 39. */
  readonly minimumLamports: bigint;
};

const WITHDRAW_STAKE_WITH_SLIPPAGE_FIELDS: Codec<WithdrawStakeWithSlippageInstructionData> = getStructCodec([
  ['poolTokens', getU64Codec()],
  ['minimumLamports', getU64Codec()],
]);
const WITHDRAW_STAKE_WITH_SLIPPAGE = defineInstruction(
  24,
  WITHDRAW_STAKE_ACCOUNTS,
  WITHDRAW_STAKE_WITH_SLIPPAGE_FIELDS,
);

/** A decoded WithdrawStakeWithSlippage. */
export type ParsedWithdrawStakeWithSlippageInstruction = ReturnType<
  typeof WITHDRAW_STAKE_WITH_SLIPPAGE.parse
>;

/** As {@link getWithdrawStakeInstruction}, and fails when the result is below the given minimum. */
export const getWithdrawStakeWithSlippageInstruction = WITHDRAW_STAKE_WITH_SLIPPAGE.build;

/**
 * Decodes WithdrawStakeWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawStakeWithSlippageInstruction = WITHDRAW_STAKE_WITH_SLIPPAGE.parse;
