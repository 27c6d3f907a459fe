import { type Address, type Instruction, isSignerRole, isWritableRole } from '@solana/kit';
import { type CallAccount, ProgramFailure } from './program-model.ts';

/**
 * The rules of a cross-program invocation: only accounts the outer instruction names, none with more rights than
 * it has there, and signatures only of its signers and of addresses the program derives.
 *
 * @throws {ProgramFailure} `MissingAccount` or `PrivilegeEscalation`, as the runtime says.
 */
export function assertIsAllowed(
  { programAddress, accounts = [] }: Instruction,
  given: readonly CallAccount[],
  signers: readonly Address[],
): void {
  requireAccount(programAddress, given);
  for (const { address, role } of accounts) {
    const account = requireAccount(address, given);
    if (isWritableRole(role) && !account.isWritable) {
      throw new ProgramFailure('PrivilegeEscalation', `${address}'s writable privilege escalated`);
    }
    if (isSignerRole(role) && !account.isSigner && !signers.includes(address)) {
      throw new ProgramFailure('PrivilegeEscalation', `${address}'s signer privilege escalated`);
    }
  }
}

function requireAccount(address: Address, given: readonly CallAccount[]): CallAccount {
  const account = given.find((each) => each.address === address);
  if (account !== undefined) return account;
  throw new ProgramFailure('MissingAccount', `Instruction references an unknown account ${address}`);
}
