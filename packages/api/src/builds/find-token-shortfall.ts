import type { Deployment } from '@staking-agent/chain/deployment';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/token';
import type { Shortfall } from '../problems/insufficient-funds.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { ProvidedBuild } from './build.ts';

/**
 * Checks whether a failing transaction lacks the token that it spends. One read of the ledger, made only after a failed
 * simulation.
 *
 * @returns undefined when the wallet holds enough, or SOL is what it spends.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findTokenShortfall(
  { wallet, spends: { asset, amount } }: Pick<ProvidedBuild<unknown>, 'wallet' | 'spends'>,
  ports: {
    readonly ledger: LedgerReader;
    readonly config: { readonly deployment: Pick<Deployment, 'rasolMint' | 'rausdcMint'> };
  },
): Promise<Shortfall | undefined> {
  if (asset === 'SOL') return undefined;
  const { rasolMint, rausdcMint } = ports.config.deployment;
  const account = await findAssociatedTokenAddress(wallet, asset === 'raSOL' ? rasolMint : rausdcMint);
  const read = await readAccounts([account], ports);
  const holds = decodeTokenAmount(read(account)?.data) ?? 0n;
  return holds < amount ? { holder: 'wallet', asset, holds, needs: amount } : undefined;
}
