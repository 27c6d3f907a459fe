import { describeVault } from '../describe-vault.ts';
import type { SandboxLedger } from '../sandbox-ledger.ts';

/** Says where the USDC vault is, how its program runs, and what a raUSDC is worth; base units as text. */
export function describeVaultWorld(ledger: SandboxLedger): object {
  const { price, ...vault } = describeVault(ledger, ledger.vault);
  return { ...vault, usdcPerLp: price };
}
