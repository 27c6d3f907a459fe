import { AccountRole, type Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';
import { CLOCK, STAKE_HISTORY, STAKE_PROGRAM, TOKEN_PROGRAM } from './native-accounts.ts';

/** The accounts of WithdrawSol, in the program's order. */
export const WITHDRAW_SOL_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'tokenOwner', role: AccountRole.READONLY_SIGNER },
  { name: 'sourceTokenAccount', role: AccountRole.WRITABLE },
  { name: 'reserveStake', role: AccountRole.WRITABLE },
  { name: 'lamportReceiver', role: AccountRole.WRITABLE },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  CLOCK,
  STAKE_HISTORY,
  STAKE_PROGRAM,
  TOKEN_PROGRAM,
  // Only for a pool that names a SOL withdraw authority.
  { name: 'solWithdrawAuthority', role: AccountRole.READONLY_SIGNER, optional: true },
] as const satisfies AccountSlots;

/** The data of WithdrawSol. */
export type WithdrawSolInstructionData = {
  /** In pool-token base units. */
  readonly poolTokens: bigint;
};

const FIELDS: Codec<WithdrawSolInstructionData> = getStructCodec([['poolTokens', getU64Codec()]]);
const INSTRUCTION = defineInstruction(16, WITHDRAW_SOL_ACCOUNTS, FIELDS);

/** A decoded WithdrawSol. */
export type ParsedWithdrawSolInstruction = ReturnType<typeof INSTRUCTION.parse>;

/**
 * Gives pool tokens back for SOL out of the reserve.
 *
 * `poolTokens`, in base units, leave the source: the fee goes to the manager, the rest is burned.
 */
export const getWithdrawSolInstruction = INSTRUCTION.build;

/**
 * Decodes WithdrawSol.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseWithdrawSolInstruction = INSTRUCTION.parse;
