import { netAssetValuePerWholeLp } from '@staking-agent/chain/vault';
import type { SandboxLedger } from './sandbox-ledger.ts';
import type { SeededVault } from './seeded-vault.ts';
import { readTokens, readVault } from './vault-books.ts';

/** Says where a vault is, how its program runs, and what its LP is worth; base units as text. */
export function describeVault({ binaries, bank }: SandboxLedger, vault: SeededVault) {
  const state = readVault(bank, vault);
  const price = state && netAssetValuePerWholeLp(state, bank.vm().getClock().unixTimestamp);
  return {
    program: vault.programAddress,
    runsAs: binaries.has(vault.programAddress) ? 'binary' : 'model',
    address: vault.vault,
    lpMint: vault.lpMint,
    idleAccount: vault.idleAta,
    totalValue: state?.totalValue.toString(),
    idle: readTokens(bank, vault.idleAta).toString(),
    lpSupply: state?.lpMintSupply.toString(),
    price: price?.ok ? price.asset.toString() : undefined,
  };
}
