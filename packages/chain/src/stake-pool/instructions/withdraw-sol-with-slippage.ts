import { getStructCodec, getU64Codec } from '@solana/kit';
import type { StakePoolProgramConfig } from '../program.ts';
import {
  type AccountsInput,
  type BuiltInstruction,
  buildInstruction,
  defineInstruction,
  type ParsableInstruction,
  type ParsedInstruction,
  parseInstruction,
} from './instruction-format.ts';
import { WITHDRAW_SOL_ACCOUNTS } from './withdraw-sol.ts';

/** The data of WithdrawSolWithSlippage. */
export type WithdrawSolWithSlippageInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
  /** Fewer lamports than this fail with error 39. */
  readonly minimumLamports: bigint;
};

/** What WithdrawSolWithSlippage is built from. */
export type WithdrawSolWithSlippageInput = AccountsInput<typeof WITHDRAW_SOL_ACCOUNTS> &
  WithdrawSolWithSlippageInstructionData;

/** A decoded WithdrawSolWithSlippage. */
export type ParsedWithdrawSolWithSlippageInstruction = ParsedInstruction<
  typeof WITHDRAW_SOL_ACCOUNTS,
  WithdrawSolWithSlippageInstructionData
>;

const FORMAT = defineInstruction(
  26,
  WITHDRAW_SOL_ACCOUNTS,
  getStructCodec([
    ['poolTokens', getU64Codec()],
    ['minimumLamports', getU64Codec()],
  ]),
);

/** As {@link getWithdrawSolInstruction}, and fails when the result is below the given minimum. */
export function getWithdrawSolWithSlippageInstruction(
  input: WithdrawSolWithSlippageInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes WithdrawSolWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseWithdrawSolWithSlippageInstruction(
  instruction: ParsableInstruction,
): ParsedWithdrawSolWithSlippageInstruction {
  return parseInstruction(FORMAT, instruction);
}
