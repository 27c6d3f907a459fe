import { getStructCodec, getU64Codec } from '@solana/kit';
import type { StakePoolProgramConfig } from '../program.ts';
import { DEPOSIT_STAKE_ACCOUNTS } from './deposit-stake.ts';
import {
  type AccountsInput,
  type BuiltInstruction,
  buildInstruction,
  defineInstruction,
  type ParsableInstruction,
  type ParsedInstruction,
  parseInstruction,
} from './instruction-format.ts';

/** The data of DepositStakeWithSlippage. */
export type DepositStakeWithSlippageInstructionData = {
  /** Fewer pool tokens for the user than this, in base units, fail with error 39. */
  readonly minimumPoolTokens: bigint;
};

/** What DepositStakeWithSlippage is built from. */
export type DepositStakeWithSlippageInput = AccountsInput<typeof DEPOSIT_STAKE_ACCOUNTS> &
  DepositStakeWithSlippageInstructionData;

/** A decoded DepositStakeWithSlippage. */
export type ParsedDepositStakeWithSlippageInstruction = ParsedInstruction<
  typeof DEPOSIT_STAKE_ACCOUNTS,
  DepositStakeWithSlippageInstructionData
>;

const FORMAT = defineInstruction(
  23,
  DEPOSIT_STAKE_ACCOUNTS,
  getStructCodec([['minimumPoolTokens', getU64Codec()]]),
);

/** As {@link getDepositStakeInstruction}, and fails when the result is below the given minimum. */
export function getDepositStakeWithSlippageInstruction(
  input: DepositStakeWithSlippageInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes DepositStakeWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseDepositStakeWithSlippageInstruction(
  instruction: ParsableInstruction,
): ParsedDepositStakeWithSlippageInstruction {
  return parseInstruction(FORMAT, instruction);
}
