import { AccountRole, getStructCodec } from '@solana/kit';
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
import { TOKEN_PROGRAM } from './native-accounts.ts';

/** The accounts of UpdateStakePoolBalance, in the program's order. */
export const UPDATE_STAKE_POOL_BALANCE_ACCOUNTS = [
  { name: 'stakePool', role: AccountRole.WRITABLE },
  { name: 'withdrawAuthority', role: AccountRole.READONLY },
  { name: 'validatorList', role: AccountRole.WRITABLE },
  { name: 'reserveStake', role: AccountRole.READONLY },
  { name: 'managerFeeAccount', role: AccountRole.WRITABLE },
  { name: 'poolMint', role: AccountRole.WRITABLE },
  TOKEN_PROGRAM,
] as const satisfies AccountSlots;

/** The data of UpdateStakePoolBalance: none. */
export type UpdateStakePoolBalanceInstructionData = Readonly<Record<never, never>>;

/** What UpdateStakePoolBalance is built from. */
export type UpdateStakePoolBalanceInput = AccountsInput<typeof UPDATE_STAKE_POOL_BALANCE_ACCOUNTS>;

/** A decoded UpdateStakePoolBalance. */
export type ParsedUpdateStakePoolBalanceInstruction = ParsedInstruction<
  typeof UPDATE_STAKE_POOL_BALANCE_ACCOUNTS,
  UpdateStakePoolBalanceInstructionData
>;

const FORMAT = defineInstruction(7, UPDATE_STAKE_POOL_BALANCE_ACCOUNTS, getStructCodec([]));

/** Brings the pool's totals and fees to the current epoch; anyone may send it. Fails with 16 while an entry is stale. */
export function getUpdateStakePoolBalanceInstruction(
  input: UpdateStakePoolBalanceInput,
  config: StakePoolProgramConfig = {},
): BuiltInstruction {
  return buildInstruction(FORMAT, input, config);
}

/**
 * Decodes UpdateStakePoolBalance.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export function parseUpdateStakePoolBalanceInstruction(
  instruction: ParsableInstruction,
): ParsedUpdateStakePoolBalanceInstruction {
  return parseInstruction(FORMAT, instruction);
}
