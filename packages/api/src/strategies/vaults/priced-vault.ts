import type { Address } from '@solana/kit';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import { decodeMintSupply } from '@staking-agent/chain/token';
import {
  getVaultDecoder,
  getVaultState,
  type VaultState,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { decodeUnlessSame } from './decode-unless-same.ts';

// Made once: making a decoder costs as much as decoding.
const VAULT = getVaultDecoder();
const decodeVault = decodeUnlessSame(VAULT);

/** The ledger's clock, an account of its own. */
export const CLOCK: Address = CLOCK_ADDRESS;

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
 * @returns undefined when one of them does not exist, or the vault is not one whose LP has that mint.
 */
export function decodePricedVault(
  read: ReadAccounts,
  { vault, lpMint }: { readonly vault: Address; readonly lpMint: Address },
): PricedVault | undefined {
  const account = read(vault);
  const [supply, clock] = [decodeMintSupply(read(lpMint)?.data), decodeClock(read(CLOCK)?.data)];
  if (account?.owner !== VOLTR_VAULT_PROGRAM_ADDRESS || account.data.length < VAULT.fixedSize)
    return undefined;
  const decoded = decodeVault(vault, account.data);
  if (decoded.lp.mint !== lpMint) return undefined;
  if (supply === undefined || clock === undefined) return undefined;
  return {
    state: getVaultState(decoded, supply),
    epoch: clock.epoch,
    epochStart: clock.epochStart,
    now: clock.now,
  };
}
