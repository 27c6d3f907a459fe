import type { Address } from '@solana/kit';
import { type AgreementPorts, readAgreed } from '../../upstreams/ask-witnesses.ts';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { findWalletAccounts, type VaultAccounts } from '../vaults/vault-accounts.ts';
import { decodeVaultReading, type VaultReading, vaultAddresses } from '../vaults/vault-reading.ts';
import {
  decodeRequest,
  findRequestAccounts,
  type RequestPlace,
  type WithdrawalRequest,
} from '../vaults/withdrawal-request.ts';

/** What one read shows of the vault and of a wallet's request in it. */
export type RequestReading = {
  readonly accounts: RequestPlace;
  readonly reading: VaultReading;
  readonly request: WithdrawalRequest | undefined;
  readonly read: ReadAccounts;
};

/**
 * Reads the vault, a wallet's two accounts in it and its request, at one slot.
 *
 * @param further - read with them.
 * @throws {ProblemError} `upstream_error` when the ledger has no such vault.
 */
export async function readRequest(
  wallet: Address,
  vault: VaultAccounts,
  further: readonly Address[],
  services: AgreementPorts,
): Promise<RequestReading> {
  const [own, requested] = await Promise.all([
    findWalletAccounts(wallet, vault),
    findRequestAccounts(wallet, vault),
  ]);
  const accounts = { ...vault, ...own, ...requested };
  const added = [accounts.request, accounts.escrow];
  const read = await readAgreed([...vaultAddresses(accounts), ...added, ...further], services);
  const { evidence, ...reading } = decodeVaultReading(read, accounts, 'usdc-earn');
  const before = new Map([...evidence.before, ...added.map((address) => [address, read(address)] as const)]);
  return {
    accounts,
    reading: { ...reading, evidence: { ...evidence, before } },
    request: decodeRequest(read, accounts.request),
    read,
  };
}
