import { type Address, address } from '@solana/kit';

/** The account in which the ledger says how the rewards of the last epoch are paid out. */
export const EPOCH_REWARDS_ADDRESS: Address = address('SysvarEpochRewards1111111111111111111111111');

const SIZE = 81;

/**
 * Decodes whether rewards are being paid out, the last byte of the account.
 *
 * @returns undefined for data that is too short.
 */
export function decodeEpochRewards(data: Uint8Array | undefined): { readonly isActive: boolean } | undefined {
  return data === undefined || data.length < SIZE ? undefined : { isActive: data[SIZE - 1] === 1 };
}
