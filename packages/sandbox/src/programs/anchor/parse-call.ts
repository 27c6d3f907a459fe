import {
  AccountRole,
  type Address,
  type Instruction,
  type InstructionWithData,
  isSolanaError,
  type ReadonlyUint8Array,
  SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION,
  SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS,
  SOLANA_ERROR__PROGRAM_CLIENTS__UNRECOGNIZED_INSTRUCTION_TYPE,
} from '@solana/kit';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import {
  ANCHOR_ERROR__BAD_DATA,
  ANCHOR_ERROR__TOO_FEW_ACCOUNTS,
  ANCHOR_ERROR__UNKNOWN_INSTRUCTION,
  failWith,
} from './anchor-failure.ts';

/**
 * Reads an instruction with a program's generated parser.
 *
 * @throws {ProgramFailure} the framework's code where the program would not find the instruction or its accounts.
 */
export function parseCall<P extends string, T>(
  call: ModelledCall,
  programAddress: Address<P>,
  parse: (instruction: Instruction<P> & InstructionWithData<ReadonlyUint8Array>) => T,
): T {
  const accounts = call.accounts.map(({ address, isSigner, isWritable }) => ({
    address,
    role: getRole(isSigner, isWritable),
  }));
  try {
    return parse({ programAddress, accounts, data: call.data });
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS)) {
      return failWith(call, ANCHOR_ERROR__TOO_FEW_ACCOUNTS);
    }
    const isUnknown =
      isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__UNRECOGNIZED_INSTRUCTION_TYPE) ||
      isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION);
    return failWith(call, isUnknown ? ANCHOR_ERROR__UNKNOWN_INSTRUCTION : ANCHOR_ERROR__BAD_DATA);
  }
}

function getRole(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}
