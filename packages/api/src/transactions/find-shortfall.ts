import type { Deployment } from '@staking-agent/chain/deployment';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import type { Feed } from '../background/feed.ts';
import type { Shortfall } from '../problems/insufficient-funds.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { tokenAmount } from '../vaults/vault-reading.ts';
import type { ProvidedBuild } from './build.ts';

/**
 * Finds out whether a transaction that would fail lacks what it spends: the asset that goes in, or lamports for that
 * asset and the fee. One read of the ledger, made only after a failed simulation.
 *
 * @returns undefined when the wallet holds enough of both.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findShortfall(
  { wallet, spends: { asset, amount } }: Pick<ProvidedBuild<unknown>, 'wallet' | 'spends'>,
  ports: {
    readonly ledger: LedgerReader;
    readonly signatureFee: Pick<Feed<bigint>, 'get'>;
    readonly config: { readonly deployment: Pick<Deployment, 'rasolMint' | 'rausdcMint'> };
  },
): Promise<Shortfall | undefined> {
  const { rasolMint, rausdcMint } = ports.config.deployment;
  const mint = asset === 'SOL' ? undefined : asset === 'raSOL' ? rasolMint : rausdcMint;
  const account = mint && (await findAssociatedTokenAddress(wallet, mint));
  const read = await readAccounts(account === undefined ? [wallet] : [wallet, account], ports);
  if (account !== undefined) {
    const holds = tokenAmount(read, account) ?? 0n;
    if (holds < amount) return { holder: 'wallet', asset, holds, needs: amount };
  }
  const holds = read(wallet)?.lamports ?? 0n;
  const needs = (await ports.signatureFee.get()) + (account === undefined ? amount : 0n);
  return holds < needs ? { holder: 'wallet', asset: 'SOL', holds, needs } : undefined;
}
