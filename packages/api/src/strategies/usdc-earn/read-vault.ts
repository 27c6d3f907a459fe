import { type Address, address } from '@solana/kit';
import {
  getProtocolDecoder,
  getVaultDecoder,
  getVaultState,
  type VaultState,
} from '@staking-agent/chain/vault';
import { upstreamFailed } from '../../problem-error.ts';
import type { Services } from '../../services.ts';
import type { LedgerAnswer } from '../../upstreams/ledger/answers.ts';
import type { VaultAccounts, WalletAccounts } from './vault-accounts.ts';

const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const UNIX_TIMESTAMP_AT = 32;
const SUPPLY_AT = 36;
const AMOUNT_AT = 64;

/** What one read shows of the vault and of a wallet in it; amounts in base units, time in Unix seconds. */
export type VaultReading = {
  readonly state: VaultState;
  readonly operationalState: number;
  readonly now: bigint;
  /** Asset in the vault's idle account. */
  readonly idle: bigint;
  /** Asset and LP of the wallet; undefined where it has no account for it. */
  readonly userAsset: bigint | undefined;
  readonly userLp: bigint | undefined;
};

/**
 * Reads vault, protocol, LP supply, idle funds, clock and the wallet's two accounts in one call.
 *
 * @throws {ProblemError} `upstream_error` when the ledger does not answer or has no such vault.
 */
export async function readVault(
  accounts: VaultAccounts & WalletAccounts,
  { ledger }: Pick<Services, 'ledger'>,
): Promise<VaultReading> {
  const { vault, protocol, lpMint, idle, userAsset, userLp } = accounts;
  const addresses: readonly Address[] = [vault, protocol, lpMint, idle, CLOCK, userAsset, userLp];
  const { value } = await ledger.read('getMultipleAccounts', [
    addresses,
    { encoding: 'base64', commitment: 'confirmed' },
  ]);
  const [vaultData, protocolData, mintData, idleData, clockData] = value.slice(0, 5).map(dataOf);
  if (!vaultData || !protocolData || !mintData || !idleData || !clockData) throw vaultMissing();
  return {
    state: getVaultState(getVaultDecoder().decode(vaultData), mintData.readBigUInt64LE(SUPPLY_AT)),
    operationalState: getProtocolDecoder().decode(protocolData).operationalState,
    now: clockData.readBigInt64LE(UNIX_TIMESTAMP_AT),
    idle: idleData.readBigUInt64LE(AMOUNT_AT),
    userAsset: dataOf(value[5])?.readBigUInt64LE(AMOUNT_AT),
    userLp: dataOf(value[6])?.readBigUInt64LE(AMOUNT_AT),
  };
}

function dataOf(
  account: LedgerAnswer<'getMultipleAccounts'>['value'][number] | undefined,
): Buffer | undefined {
  const data = account ? Buffer.from(account.data[0], 'base64') : undefined;
  return data !== undefined && data.length > 0 ? data : undefined;
}

function vaultMissing() {
  return upstreamFailed('The ledger does not have the vault of usdc-earn.', 'VAULT_NOT_FOUND', {
    retryable: false,
  });
}
