import { type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { DEPOSIT_STAKE_ACCOUNTS } from './deposit-stake.ts';
import { defineInstruction } from './instruction-format.ts';

/** The data of DepositStakeWithSlippage. */
export type DepositStakeWithSlippageInstructionData = {
  /** Fewer pool tokens for the user than this, in base units, fail with error 39. */
  readonly minimumPoolTokens: bigint;
};

const FIELDS: Codec<DepositStakeWithSlippageInstructionData> = getStructCodec([
  ['minimumPoolTokens', getU64Codec()],
]);
const INSTRUCTION = defineInstruction(23, DEPOSIT_STAKE_ACCOUNTS, FIELDS);

/** A decoded DepositStakeWithSlippage. */
export type ParsedDepositStakeWithSlippageInstruction = ReturnType<typeof INSTRUCTION.parse>;

/** As {@link getDepositStakeInstruction}, and fails when the result is below the given minimum. */
export const getDepositStakeWithSlippageInstruction = INSTRUCTION.build;

/**
 * Decodes DepositStakeWithSlippage.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositStakeWithSlippageInstruction = INSTRUCTION.parse;
