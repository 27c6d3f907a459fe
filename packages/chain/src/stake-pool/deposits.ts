import { AccountRole, type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { CLOCK, STAKE_HISTORY, STAKE_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';

/** The accounts of DepositSol, in the program's order. */
export const DEPOSIT_SOL_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'reserveStake', role: AccountRole.WRITABLE },
  { name: 'fundingAccount', role: AccountRole.WRITABLE_SIGNER },
  { name: 'destinationTokenAccount', role: AccountRole.WRITABLE },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'referrerTokenAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  // Only for a pool that names a SOL deposit authority.
  { name: 'solDepositAuthority', role: AccountRole.READONLY_SIGNER, optional: true },
] as const satisfies AccountSlots;

/** The data of DepositSol. */
export type DepositSolInstructionData = {
  /** In lamports. */
  readonly lamports: bigint;
};

const DEPOSIT_SOL_FIELDS: Codec<DepositSolInstructionData> = getStructCodec([['lamports', getU64Codec()]]);
const DEPOSIT_SOL = defineInstruction(14, DEPOSIT_SOL_ACCOUNTS, DEPOSIT_SOL_FIELDS);

/** A decoded DepositSol. */
export type ParsedDepositSolInstruction = ReturnType<typeof DEPOSIT_SOL.parse>;

/**
 * Deposits SOL into the reserve; the pool mints its tokens to the destination at once.
 *
 * `lamports` leave the funding account. The referrer may be the destination itself.
 */
export const getDepositSolInstruction = DEPOSIT_SOL.build;

/**
 * Decodes DepositSol.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositSolInstruction = DEPOSIT_SOL.parse;

/** The data of DepositSolWithSlippage. */
export type DepositSolWithSlippageInstructionData = {
  /** In lamports. */
  readonly lamports: bigint;
  /** Fewer pool tokens for the user than this, in base units, fail with error 39. */
  readonly minimumPoolTokens: bigint;
};

const DEPOSIT_SOL_WITH_SLIPPAGE_FIELDS: Codec<DepositSolWithSlippageInstructionData> = getStructCodec([
  ['lamports', getU64Codec()],
  ['minimumPoolTokens', getU64Codec()],
]);
const DEPOSIT_SOL_WITH_SLIPPAGE = defineInstruction(
  25,
  DEPOSIT_SOL_ACCOUNTS,
  DEPOSIT_SOL_WITH_SLIPPAGE_FIELDS,
);

/** A decoded DepositSolWithSlippage. */
export type ParsedDepositSolWithSlippageInstruction = ReturnType<typeof DEPOSIT_SOL_WITH_SLIPPAGE.parse>;

/** As {@link getDepositSolInstruction}, and fails when the result is below the given minimum. */
export const getDepositSolWithSlippageInstruction = DEPOSIT_SOL_WITH_SLIPPAGE.build;

/**
 * Decodes DepositSolWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositSolWithSlippageInstruction = DEPOSIT_SOL_WITH_SLIPPAGE.parse;

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

const DEPOSIT_STAKE = defineInstruction(9, DEPOSIT_STAKE_ACCOUNTS, getStructCodec([]));

/** A decoded DepositStake. */
export type ParsedDepositStakeInstruction = ReturnType<typeof DEPOSIT_STAKE.parse>;

/**
 * Deposits a whole stake account with a validator of the pool.
 *
 * In the same transaction, the withdrawer must first hand the account's withdraw authority to the deposit
 * authority (stake `Authorize`); the staker need not be changed as well.
 */
export const getDepositStakeInstruction = DEPOSIT_STAKE.build;

/**
 * Decodes DepositStake.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositStakeInstruction = DEPOSIT_STAKE.parse;

/** The data of DepositStakeWithSlippage. */
export type DepositStakeWithSlippageInstructionData = {
  /** Fewer pool tokens for the user than this, in base units, fail with error 39. */
  readonly minimumPoolTokens: bigint;
};

const DEPOSIT_STAKE_WITH_SLIPPAGE_FIELDS: Codec<DepositStakeWithSlippageInstructionData> = getStructCodec([
  ['minimumPoolTokens', getU64Codec()],
]);
const DEPOSIT_STAKE_WITH_SLIPPAGE = defineInstruction(
  23,
  DEPOSIT_STAKE_ACCOUNTS,
  DEPOSIT_STAKE_WITH_SLIPPAGE_FIELDS,
);

/** A decoded DepositStakeWithSlippage. */
export type ParsedDepositStakeWithSlippageInstruction = ReturnType<typeof DEPOSIT_STAKE_WITH_SLIPPAGE.parse>;

/** As {@link getDepositStakeInstruction}, and fails when the result is below the given minimum. */
export const getDepositStakeWithSlippageInstruction = DEPOSIT_STAKE_WITH_SLIPPAGE.build;

/**
 * Decodes DepositStakeWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositStakeWithSlippageInstruction = DEPOSIT_STAKE_WITH_SLIPPAGE.parse;
