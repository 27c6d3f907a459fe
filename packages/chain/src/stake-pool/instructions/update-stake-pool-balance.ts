import { AccountRole, getStructCodec } from '@solana/kit';
import { type AccountSlots, defineInstruction } from './instruction-format.ts';
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

const INSTRUCTION = defineInstruction(7, UPDATE_STAKE_POOL_BALANCE_ACCOUNTS, getStructCodec([]));

/** A decoded UpdateStakePoolBalance. */
export type ParsedUpdateStakePoolBalanceInstruction = ReturnType<typeof INSTRUCTION.parse>;

/** Brings the pool's totals and fees to the current epoch; anyone may send it. Fails with 16 while an entry is stale. */
export const getUpdateStakePoolBalanceInstruction = INSTRUCTION.build;

/**
 * Decodes UpdateStakePoolBalance.
 *
 * @throws {SolanaError} when the data or the number of accounts are not those of the instruction.
 */
export const parseUpdateStakePoolBalanceInstruction = INSTRUCTION.parse;
