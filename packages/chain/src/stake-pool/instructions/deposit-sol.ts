import { AccountRole, type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './native-accounts.ts';

/** The accounts of DepositSol, in the program's order. */
export const DEPOSIT_SOL_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'reserveStake', role: AccountRole.WRITABLE },
  { name: 'fundingAccount', role: AccountRole.WRITABLE_SIGNER },
  { name: 'destinationTokenAccount', role: AccountRole.WRITABLE },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'referrerTokenAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  // Only for a pool that names a SOL deposit authority.
  { name: 'solDepositAuthority', role: AccountRole.READONLY_SIGNER, optional: true },
] as const satisfies AccountSlots;

/** The data of DepositSol. */
export type DepositSolInstructionData = {
  /** In lamports. */
  readonly lamports: bigint;
};

const FIELDS: Codec<DepositSolInstructionData> = getStructCodec([['lamports', getU64Codec()]]);
const INSTRUCTION = defineInstruction(14, DEPOSIT_SOL_ACCOUNTS, FIELDS);

/** A decoded DepositSol. */
export type ParsedDepositSolInstruction = ReturnType<typeof INSTRUCTION.parse>;

/**
 * Deposits SOL into the reserve; the pool mints its tokens to the destination at once.
 *
 * `lamports` leave the funding account. The referrer may be the destination itself.
 */
export const getDepositSolInstruction = INSTRUCTION.build;

/**
 * Decodes DepositSol.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseDepositSolInstruction = INSTRUCTION.parse;
