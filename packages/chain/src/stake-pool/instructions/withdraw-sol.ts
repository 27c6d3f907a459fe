import { AccountRole, getStructCodec, getU64Codec } from '@solana/kit';
import type { StakePoolProgramConfig } from '../program.ts';
import {
  type AccountSlots,
  type AccountsInput,
  type BuiltInstruction,
  buildInstruction,
  defineInstruction,
  type ParsableInstruction,
  type ParsedInstruction,
  parseInstruction,
} from './instruction-format.ts';
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

/** What WithdrawSol is built from. */
export type WithdrawSolInput = AccountsInput<typeof WITHDRAW_SOL_ACCOUNTS> & WithdrawSolInstructionData;

/** A decoded WithdrawSol. */
export type ParsedWithdrawSolInstruction = ParsedInstruction<
  typeof WITHDRAW_SOL_ACCOUNTS,
  WithdrawSolInstructionData
>;

const FORMAT = defineInstruction(16, WITHDRAW_SOL_ACCOUNTS, getStructCodec([['poolTokens', getU64Codec()]]));

/**
 * Gives pool tokens back for SOL out of the reserve.
 *
 * `poolTokens`, in base units, leave the source: the fee goes to the manager, the rest is burned.
 */
export function getWithdrawSolInstruction(
  input: WithdrawSolInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes WithdrawSol.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseWithdrawSolInstruction(instruction: ParsableInstruction): ParsedWithdrawSolInstruction {
  return parseInstruction(FORMAT, instruction);
}
