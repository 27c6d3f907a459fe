import { type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { defineInstruction } from './instruction-format.ts';
import { WITHDRAW_STAKE_ACCOUNTS } from './withdraw-stake.ts';

/** The data of WithdrawStakeWithSlippage. */
export type WithdrawStakeWithSlippageInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
  /** Fewer lamports than this fail with error 39. */
  readonly minimumLamports: bigint;
};

const FIELDS: Codec<WithdrawStakeWithSlippageInstructionData> = getStructCodec([
  ['poolTokens', getU64Codec()],
  ['minimumLamports', getU64Codec()],
]);
const INSTRUCTION = defineInstruction(24, WITHDRAW_STAKE_ACCOUNTS, FIELDS);

/** A decoded WithdrawStakeWithSlippage. */
export type ParsedWithdrawStakeWithSlippageInstruction = ReturnType<typeof INSTRUCTION.parse>;

/** As {@link getWithdrawStakeInstruction}, and fails when the result is below the given minimum. */
export const getWithdrawStakeWithSlippageInstruction = INSTRUCTION.build;

/**
 * Decodes WithdrawStakeWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawStakeWithSlippageInstruction = INSTRUCTION.parse;
