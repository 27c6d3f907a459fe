import { type Address, address } from '@solana/kit';
import { getVaultDecoder, getVaultState, type VaultState } from '@staking-agent/chain/vault';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';

/** The ledger's clock, an account of its own. */
export const CLOCK = address('SysvarC1ock11111111111111111111111111111111');

const EPOCH_START_AT = 8;
const EPOCH_AT = 16;
const NOW_AT = 32;
const SUPPLY_AT = 36;

/** What one read shows of a vault's price; times in Unix seconds. */
export type PricedVault = {
  readonly state: VaultState;
  readonly epoch: bigint;
  readonly epochStart: bigint;
  readonly now: bigint;
};

/**
 * Decodes a vault with the supply of its LP and the ledger's time, out of a read of vault, LP mint and {@link CLOCK}.
 *
 * @returns undefined when one of them does not exist.
 */
export function decodePricedVault(
  read: ReadAccounts,
  { vault, lpMint }: { readonly vault: Address; readonly lpMint: Address },
): PricedVault | undefined {
  const [vaultData, mint, clock] = [vault, lpMint, CLOCK].map((account) => read(account)?.data);
  if (!vaultData?.length || !mint?.length || !clock?.length) return undefined;
  return {
    state: getVaultState(getVaultDecoder().decode(vaultData), mint.readBigUInt64LE(SUPPLY_AT)),
    epoch: clock.readBigUInt64LE(EPOCH_AT),
    epochStart: clock.readBigInt64LE(EPOCH_START_AT),
    now: clock.readBigInt64LE(NOW_AT),
  };
}
