import { type Address, address } from '@solana/kit';

export const SYSTEM_PROGRAM_ADDRESS = address('11111111111111111111111111111111');
export const STAKE_PROGRAM_ADDRESS = address('Stake11111111111111111111111111111111111111');
export const VOTE_PROGRAM_ADDRESS = address('Vote111111111111111111111111111111111111111');
export const TOKEN_PROGRAM_ADDRESS = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM_ADDRESS = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS = address('AddressLookupTab1e1111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM_ADDRESS = address('ComputeBudget111111111111111111111111111111');
export const UPGRADEABLE_LOADER_ADDRESS = address('BPFLoaderUpgradeab1e11111111111111111111111');

/** Both token programs: their accounts share one layout up to 165 bytes. */
export const TOKEN_PROGRAM_ADDRESSES: ReadonlySet<Address> = new Set([
  TOKEN_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
]);
