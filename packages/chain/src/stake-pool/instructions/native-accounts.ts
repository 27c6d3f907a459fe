import { AccountRole, address } from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';

/** The clock sysvar. */
export const CLOCK = {
  name: 'clock',
  role: AccountRole.READONLY,
  address: address('SysvarC1ock11111111111111111111111111111111'),
} as const;

/** The stake history sysvar. */
export const STAKE_HISTORY = {
  name: 'stakeHistory',
  role: AccountRole.READONLY,
  address: address('SysvarStakeHistory1111111111111111111111111'),
} as const;

/** The native stake program. */
export const STAKE_PROGRAM = {
  name: 'stakeProgram',
  role: AccountRole.READONLY,
  address: STAKE_PROGRAM_ADDRESS,
} as const;

/** The system program. */
export const SYSTEM_PROGRAM = {
  name: 'systemProgram',
  role: AccountRole.READONLY,
  address: SYSTEM_PROGRAM_ADDRESS,
} as const;

/** The pool's token program; the classic one unless the caller names another. */
export const TOKEN_PROGRAM = {
  name: 'tokenProgram',
  role: AccountRole.READONLY,
  address: address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
} as const;
