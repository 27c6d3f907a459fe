import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import type { Shortfall } from '../problems/insufficient-funds.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { tokenAmount } from '../vaults/vault-reading.ts';
import type { ProvidedBuild } from './build.ts';

/**
 * Finds out whether a transaction that would fail lacks what it spends: the asset that goes in, or lamports for that
 * asset and the fee. One read of the ledger, made only after a failed simulation.
 *
 * @param fee - lamports.
 * @returns undefined when the wallet holds enough of both.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findShortfall(
  { wallet, bounds: { spend } }: Pick<ProvidedBuild<unknown>, 'wallet' | 'bounds'>,
  fee: bigint,
  deployment: Deployment,
  ports: { readonly ledger: LedgerReader },
): Promise<Shortfall | undefined> {
  const mint = spend.mint && (base58.encode(spend.mint) as Address);
  const account = mint && (await findAssociatedTokenAddress(wallet, mint));
  const read = await readAccounts(account === undefined ? [wallet] : [wallet, account], ports);
  const asset =
    mint === deployment.rasolMint ? 'raSOL' : mint === deployment.rausdcMint ? 'raUSDC' : undefined;
  if (account !== undefined && asset !== undefined) {
    const holds = tokenAmount(read, account) ?? 0n;
    if (holds < spend.amount) return { holder: 'wallet', asset, holds, needs: spend.amount };
  }
  const holds = read(wallet)?.lamports ?? 0n;
  const needs = fee + (mint === undefined ? spend.amount : 0n);
  return holds < needs ? { holder: 'wallet', asset: 'SOL', holds, needs } : undefined;
}
