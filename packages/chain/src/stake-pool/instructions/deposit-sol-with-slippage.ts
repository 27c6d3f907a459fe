import { type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { DEPOSIT_SOL_ACCOUNTS } from './deposit-sol.ts';
import { defineInstruction } from './instruction-format.ts';

/** The data of DepositSolWithSlippage. */
export type DepositSolWithSlippageInstructionData = {
  /** In lamports. */
  readonly lamports: bigint;
  /** Fewer pool tokens for the user than this, in base units, fail with error 39. */
  readonly minimumPoolTokens: bigint;
};

const FIELDS: Codec<DepositSolWithSlippageInstructionData> = getStructCodec([
  ['lamports', getU64Codec()],
  ['minimumPoolTokens', getU64Codec()],
]);
const INSTRUCTION = defineInstruction(25, DEPOSIT_SOL_ACCOUNTS, FIELDS);

/** A decoded DepositSolWithSlippage. */
export type ParsedDepositSolWithSlippageInstruction = ReturnType<typeof INSTRUCTION.parse>;

/** As {@link getDepositSolInstruction}, and fails when the result is below the given minimum. */
export const getDepositSolWithSlippageInstruction = INSTRUCTION.build;

/**
 * Decodes DepositSolWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositSolWithSlippageInstruction = INSTRUCTION.parse;
