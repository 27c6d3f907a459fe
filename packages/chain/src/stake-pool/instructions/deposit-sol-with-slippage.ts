import { getStructCodec, getU64Codec } from '@solana/kit';
import type { StakePoolProgramConfig } from '../program.ts';
import { DEPOSIT_SOL_ACCOUNTS } from './deposit-sol.ts';
import {
  type AccountsInput,
  type BuiltInstruction,
  buildInstruction,
  defineInstruction,
  type ParsableInstruction,
  type ParsedInstruction,
  parseInstruction,
} from './instruction-format.ts';

/** The data of DepositSolWithSlippage. */
export type DepositSolWithSlippageInstructionData = {
  /** In lamports. */
  readonly lamports: bigint;
  /** Fewer pool tokens for the user than this, in base units, fail with error 39. */
  readonly minimumPoolTokens: bigint;
};

/** What DepositSolWithSlippage is built from. */
export type DepositSolWithSlippageInput = AccountsInput<typeof DEPOSIT_SOL_ACCOUNTS> &
  DepositSolWithSlippageInstructionData;

/** A decoded DepositSolWithSlippage. */
export type ParsedDepositSolWithSlippageInstruction = ParsedInstruction<
  typeof DEPOSIT_SOL_ACCOUNTS,
  DepositSolWithSlippageInstructionData
>;

const FORMAT = defineInstruction(
  25,
  DEPOSIT_SOL_ACCOUNTS,
  getStructCodec([
    ['lamports', getU64Codec()],
    ['minimumPoolTokens', getU64Codec()],
  ]),
);

/** As {@link getDepositSolInstruction}, and fails when the result is below the given minimum. */
export function getDepositSolWithSlippageInstruction(
  input: DepositSolWithSlippageInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes DepositSolWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseDepositSolWithSlippageInstruction(
  instruction: ParsableInstruction,
): ParsedDepositSolWithSlippageInstruction {
  return parseInstruction(FORMAT, instruction);
}
