import type { Address } from '@solana/kit';
import { decodeTokenAmount } from '@staking-agent/chain/token';
import { getProtocolDecoder } from '@staking-agent/chain/vault';
import type { Evidence } from '@staking-agent/verify';
import type { StrategyKey } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { RENT, readRent } from '../../upstreams/node-reading.ts';
import { decodeUnlessSame } from './decode-unless-same.ts';
import { CLOCK, decodePricedVault, type PricedVault } from './priced-vault.ts';
import type { VaultAccounts, WalletAccounts } from './vault-accounts.ts';

// Made once: making a decoder costs as much as decoding.
const decodeProtocol = decodeUnlessSame(getProtocolDecoder());

/** What one read shows of a vault and of a wallet in it; amounts in base units. */
export type VaultReading = PricedVault & {
  readonly operationalState: number;
  /** Asset in the vault's idle account. */
  readonly idle: bigint;
  /** Asset and LP of the wallet; undefined where it has no account for it. */
  readonly userAsset: bigint | undefined;
  readonly userLp: bigint | undefined;
  /** The accounts themselves, as the proof of what is built on them takes them. */
  readonly evidence: Pick<Evidence, 'before' | 'unixTimestamp' | 'slot' | 'rentExemption'>;
};

/** Lists what must be read for {@link decodeVaultReading}. */
export function vaultAddresses(accounts: VaultAccounts & WalletAccounts): Address[] {
  const { vault, protocol, lpMint, idle, userAsset, userLp } = accounts;
  return [vault, protocol, lpMint, idle, CLOCK, RENT, userAsset, userLp];
}

/**
 * Decodes vault, protocol, LP supply, idle funds, clock, rent and the wallet's two accounts.
 *
 * @throws {ProblemError} `upstream_error` when the ledger has no such vault.
 */
export function decodeVaultReading(
  read: ReadAccounts,
  accounts: VaultAccounts & WalletAccounts,
  strategy: StrategyKey,
): VaultReading {
  const { vault, protocol, lpMint, idle, userAsset, userLp } = accounts;
  const priced = decodePricedVault(read, { vault, lpMint });
  const protocolData = read(protocol)?.data;
  const idleAmount = tokenAmount(read, idle);
  if (priced === undefined || !protocolData?.length || idleAmount === undefined)
    throw problem('VAULT_NOT_FOUND', { strategy });
  const before = new Map(vaultAddresses(accounts).map((address) => [address, read(address)]));
  return {
    ...priced,
    operationalState: decodeProtocol(protocol, protocolData).operationalState,
    idle: idleAmount,
    userAsset: tokenAmount(read, userAsset),
    userLp: tokenAmount(read, userLp),
    evidence: {
      before,
      unixTimestamp: priced.now,
      slot: read.slot,
      rentExemption: readRent({ accounts: before }),
    },
  };
}

/** What a token account holds, in base units; undefined where there is none. */
export function tokenAmount(read: ReadAccounts, account: Address): bigint | undefined {
  return decodeTokenAmount(read(account)?.data);
}
