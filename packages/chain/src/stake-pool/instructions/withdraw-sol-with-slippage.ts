import { type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { defineInstruction } from './instruction-format.ts';
import { WITHDRAW_SOL_ACCOUNTS } from './withdraw-sol.ts';

/** The data of WithdrawSolWithSlippage. */
export type WithdrawSolWithSlippageInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
  /** Fewer lamports than this fail with error 39. */
  readonly minimumLamports: bigint;
};

const FIELDS: Codec<WithdrawSolWithSlippageInstructionData> = getStructCodec([
  ['poolTokens', getU64Codec()],
  ['minimumLamports', getU64Codec()],
]);
const INSTRUCTION = defineInstruction(26, WITHDRAW_SOL_ACCOUNTS, FIELDS);

/** A decoded WithdrawSolWithSlippage. */
export type ParsedWithdrawSolWithSlippageInstruction = ReturnType<typeof INSTRUCTION.parse>;

/** As {@link getWithdrawSolInstruction}, and fails when the result is below the given minimum. */
export const getWithdrawSolWithSlippageInstruction = INSTRUCTION.build;

/**
 * Decodes WithdrawSolWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawSolWithSlippageInstruction = INSTRUCTION.parse;
