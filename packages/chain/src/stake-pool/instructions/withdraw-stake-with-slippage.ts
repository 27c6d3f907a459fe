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
import { WITHDRAW_STAKE_ACCOUNTS } from './withdraw-stake.ts';

/** The data of WithdrawStakeWithSlippage. */
export type WithdrawStakeWithSlippageInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
  /** Fewer lamports than this fail with error 39. */
  readonly minimumLamports: bigint;
};

/** What WithdrawStakeWithSlippage is built from. */
export type WithdrawStakeWithSlippageInput = AccountsInput<typeof WITHDRAW_STAKE_ACCOUNTS> &
  WithdrawStakeWithSlippageInstructionData;

/** A decoded WithdrawStakeWithSlippage. */
export type ParsedWithdrawStakeWithSlippageInstruction = ParsedInstruction<
  typeof WITHDRAW_STAKE_ACCOUNTS,
  WithdrawStakeWithSlippageInstructionData
>;

const FORMAT = defineInstruction(
  24,
  WITHDRAW_STAKE_ACCOUNTS,
  getStructCodec([
    ['poolTokens', getU64Codec()],
    ['minimumLamports', getU64Codec()],
  ]),
);

/** As {@link getWithdrawStakeInstruction}, and fails when the result is below the given minimum. */
export function getWithdrawStakeWithSlippageInstruction(
  input: WithdrawStakeWithSlippageInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes WithdrawStakeWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseWithdrawStakeWithSlippageInstruction(
  instruction: ParsableInstruction,
): ParsedWithdrawStakeWithSlippageInstruction {
  return parseInstruction(FORMAT, instruction);
}
