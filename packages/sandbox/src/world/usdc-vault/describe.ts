import { describeVault } from '../describe-vault.ts';
import type { SandboxLedger } from '../sandbox-ledger.ts';
import { reportedValue } from '../vault-books.ts';

/** Says where the USDC vault is, how its program runs, and what a raUSDC is worth and where it is lent; base units as text. */
export function describeUsdcVault(ledger: SandboxLedger): object {
  const { price, ...vault } = describeVault(ledger, ledger.vault);
  const strategies = ledger.vault.strategies.map((place) => ({
    strategy: place.strategy,
    adaptor: place.adaptorProgram,
    reported: reportedValue(ledger.bank, place).toString(),
  }));
  return { ...vault, strategies, usdcPerLp: price };
}
