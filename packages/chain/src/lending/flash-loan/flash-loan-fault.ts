import { type Address, containsBytes, type Instruction, type ReadonlyUint8Array } from '@solana/kit';
import { MARGINFI_ERROR__ILLEGAL_FLASHLOAN, type MarginfiError } from '../generated/errors/index.ts';
import {
  getLendingAccountStartFlashloanInstructionDataDecoder,
  LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR,
  LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR,
} from '../generated/instructions/index.ts';
import { MARGINFI_PROGRAM_ADDRESS } from '../generated/programs/index.ts';
import type { LendingProgramConfig } from '../pdas/bank-vault.ts';

/** Why the program would not start a flash loan: its own code, or the runtime's for an index past the last. */
export type FlashLoanFault =
  | { readonly by: 'lending'; readonly code: MarginfiError }
  | { readonly by: 'runtime'; readonly error: 'InvalidArgument' };

const ILLEGAL: FlashLoanFault = { by: 'lending', code: MARGINFI_ERROR__ILLEGAL_FLASHLOAN };
const ACCOUNT = 0;

/**
 * Finds what the program would object to in the start of a flash loan, among a transaction's top-level instructions
 * (`check_flashloan_can_start`, release 0.1.9).
 *
 * The index that the start names must be later than its own, exist, and be an end of the same program for the same
 * lending account.
 *
 * @param instructions - all top-level instructions in order.
 * @param index - where the start is among them.
 * @throws {RangeError} when there is no start of the program at the index.
 */
export function findFlashLoanFault(
  instructions: readonly Instruction[],
  index: number,
  config: LendingProgramConfig = {},
): FlashLoanFault | undefined {
  const { programAddress = MARGINFI_PROGRAM_ADDRESS } = config;
  const start = instructions[index];
  if (!isInstruction(start, programAddress, LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR)) {
    throw new RangeError(`Instruction ${index} is not the start of a flash loan.`);
  }
  const { endIndex } = getLendingAccountStartFlashloanInstructionDataDecoder().decode(start.data);
  if (BigInt(index) >= endIndex) return ILLEGAL;
  const end = instructions[Number(endIndex)];
  if (end === undefined) return { by: 'runtime', error: 'InvalidArgument' };
  if (!isInstruction(end, programAddress, LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR)) return ILLEGAL;
  const [borrower, cleared] = [start, end].map(({ accounts }) => accounts?.[ACCOUNT]?.address);
  return borrower !== undefined && borrower === cleared ? undefined : ILLEGAL;
}

function isInstruction(
  instruction: Instruction | undefined,
  programAddress: Address,
  discriminator: ReadonlyUint8Array,
): instruction is Instruction & { readonly data: ReadonlyUint8Array } {
  return (
    instruction?.programAddress === programAddress &&
    instruction.data !== undefined &&
    containsBytes(instruction.data, discriminator, 0)
  );
}
