import { type Address, address } from '@solana/kit';
import {
  getProtocolDecoder,
  getVaultDecoder,
  getVaultState,
  type VaultState,
} from '@staking-agent/chain/vault';
import type { StrategyKey } from '@staking-agent/wire';
import { type ProblemError, upstreamFailed } from '../problem-error.ts';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { VaultAccounts, WalletAccounts } from './vault-accounts.ts';

const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const EPOCH_AT = 16;
const UNIX_TIMESTAMP_AT = 32;
const SUPPLY_AT = 36;
const AMOUNT_AT = 64;
const TOKEN_ACCOUNT_SIZE = 165;

/** What one read shows of a vault and of a wallet in it; amounts in base units, time in Unix seconds. */
export type VaultReading = {
  readonly state: VaultState;
  readonly operationalState: number;
  readonly now: bigint;
  readonly epoch: bigint;
  /** Asset in the vault's idle account. */
  readonly idle: bigint;
  /** Asset and LP of the wallet; undefined where it has no account for it. */
  readonly userAsset: bigint | undefined;
  readonly userLp: bigint | undefined;
};

/** Lists what must be read for {@link decodeVaultReading}. */
export function vaultAddresses(accounts: VaultAccounts & WalletAccounts): Address[] {
  const { vault, protocol, lpMint, idle, userAsset, userLp } = accounts;
  return [vault, protocol, lpMint, idle, CLOCK, userAsset, userLp];
}

/**
 * Decodes vault, protocol, LP supply, idle funds, clock and the wallet's two accounts.
 *
 * @throws {ProblemError} `upstream_error` when the ledger has no such vault.
 */
export function decodeVaultReading(
  read: ReadAccounts,
  { vault, protocol, lpMint, idle, userAsset, userLp }: VaultAccounts & WalletAccounts,
  strategy: StrategyKey,
): VaultReading {
  const [vaultData, protocolData, mintData, idleData, clockData] = [vault, protocol, lpMint, idle, CLOCK].map(
    (account) => read(account)?.data,
  );
  if (!vaultData?.length || !protocolData?.length || !mintData?.length || !idleData?.length || !clockData) {
    throw vaultMissing(strategy);
  }
  return {
    state: getVaultState(getVaultDecoder().decode(vaultData), mintData.readBigUInt64LE(SUPPLY_AT)),
    operationalState: getProtocolDecoder().decode(protocolData).operationalState,
    now: clockData.readBigInt64LE(UNIX_TIMESTAMP_AT),
    epoch: clockData.readBigUInt64LE(EPOCH_AT),
    idle: idleData.readBigUInt64LE(AMOUNT_AT),
    userAsset: tokenAmount(read, userAsset),
    userLp: tokenAmount(read, userLp),
  };
}

/** What a token account holds, in base units; undefined where there is none. */
export function tokenAmount(read: ReadAccounts, account: Address): bigint | undefined {
  const data = read(account)?.data;
  return data !== undefined && data.length >= TOKEN_ACCOUNT_SIZE
    ? data.readBigUInt64LE(AMOUNT_AT)
    : undefined;
}

function vaultMissing(strategy: StrategyKey): ProblemError {
  return upstreamFailed(`The ledger does not have the vault of ${strategy}.`, 'VAULT_NOT_FOUND', {
    retryable: false,
  });
}
