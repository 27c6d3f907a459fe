import type { Address, Instruction } from '@solana/kit';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import type { Lifetime } from '../../upstreams/ledger/blockhash-feed.ts';
import type { Key } from '../request-fields.ts';
import { withdrawFromStrategy } from '../vaults/strategy-accounts.ts';
import type { VaultAccounts, WalletAccounts } from '../vaults/vault-accounts.ts';
import { withdrawFromIdle } from '../vaults/vault-instructions.ts';
import { type CompiledExit, type CompilePorts, compileExit } from './compile-exit.ts';
import { COMPUTE_UNIT_LIMIT, STRATEGY_UNITS } from './compute-unit-limit.ts';
import type { ExitLeg } from './plan-exit.ts';

export const MOST_UNITS = 1_390_000;

/**
 * Compiles an exit: opening of the wallet's USDC account if missing, each payment, and the check that enough arrived.
 *
 * In the legacy format while that fits, in version 0 with the deployment's lookup tables otherwise.
 *
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either.
 */
export async function buildExit(
  parts: {
    readonly wallet: Key;
    readonly accounts: VaultAccounts & WalletAccounts;
    readonly legs: readonly ExitLeg[];
    /** That enough raUSDC is left, and the payout has arrived. */
    readonly requirements: readonly Instruction[];
    readonly lifetime: Lifetime;
  },
  services: CompilePorts,
): Promise<CompiledExit> {
  const { wallet, accounts, legs, requirements, lifetime } = parts;
  const { assetMint, userAsset } = accounts;
  const strategies = legs.filter(({ from }) => from !== 'idle').length;
  const input = {
    strategy: 'usdc-earn' as const,
    wallet: wallet.text,
    lifetime,
    computeUnitLimit: Math.min(COMPUTE_UNIT_LIMIT + strategies * STRATEGY_UNITS, MOST_UNITS),
    instructions: [
      getCreateTokenAccountInstruction({ owner: wallet.text, mint: assetMint, account: userAsset }),
      ...legs.map((leg) => pay(leg, wallet.text, accounts)),
      ...requirements,
    ],
  };
  return compileExit(input, services);
}

function pay(
  { from, terms }: ExitLeg,
  wallet: Address,
  accounts: VaultAccounts & WalletAccounts,
): Instruction {
  if (from === 'idle') return withdrawFromIdle(accounts, wallet, terms);
  const own = { wallet, walletUsdc: accounts.userAsset };
  return withdrawFromStrategy({ ...accounts, ...from }, from.adaptor, wallet, own, terms);
}
