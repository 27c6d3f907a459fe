import { getVaultDecoder, getVaultState, netAssetValuePerWholeLp } from '@staking-agent/chain/vault';
import type { SandboxLedger } from '../ledger/sandbox-ledger.ts';
import { parseMintSupply, parseTokenAccount } from '../ledger/token-balances.ts';

/** Says where the USDC vault is, how its program runs, and what a raUSDC is worth; base units as text. */
export function describeVaultWorld({ vault, binaries, bank, findAccount }: SandboxLedger): object {
  const [account, mint, idle] = [vault.vault, vault.lpMint, vault.idleAta].map(findAccount);
  const supply = (mint && parseMintSupply(mint)) ?? 0n;
  const state = account && getVaultState(getVaultDecoder().decode(account.data), supply);
  const price = state && netAssetValuePerWholeLp(state, bank.vm().getClock().unixTimestamp);
  return {
    program: vault.programAddress,
    runsAs: binaries.has(vault.programAddress) ? 'binary' : 'model',
    address: vault.vault,
    lpMint: vault.lpMint,
    idleAccount: vault.idleAta,
    strategy: vault.strategy,
    adaptor: vault.adaptorProgram,
    totalValue: state?.totalValue.toString(),
    idle: (idle && parseTokenAccount(idle)?.amount)?.toString(),
    lpSupply: supply.toString(),
    usdcPerLp: price?.ok ? price.asset.toString() : undefined,
  };
}
