import type { Deployment } from '@staking-agent/chain/deployment';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { compileOwnMessage } from '../../builds/compile-own-message.ts';
import { stakeNearest } from '../../builds/nearest.ts';
import type { FindRange } from '../../builds/range.ts';
import { simulateOwn } from '../../builds/simulate-own.ts';
import { assertHolds } from '../../problems/insufficient-funds.ts';
import { readAgreed } from '../../upstreams/ask-witnesses.ts';
import { readMinReceive } from '../read-min-receive.ts';
import type { Stake, StakeAsk, StrategyPorts } from '../strategy.ts';
import { planDeposit } from '../vaults/plan-deposit.ts';
import { requirePayout } from '../vaults/require-payout.ts';
import {
  findVaultAccounts,
  findWalletAccounts,
  type VaultAccounts,
  type WalletAccounts,
} from '../vaults/vault-accounts.ts';
import { depositInto } from '../vaults/vault-instructions.ts';
import { decodeVaultReading, type VaultReading, vaultAddresses } from '../vaults/vault-reading.ts';
import { COMPUTE_UNIT_LIMIT } from './compute-unit-limit.ts';
import { getUsdcVault, USDC_DEPOSIT } from './usdc-vault.ts';

/**
 * Deposits USDC into the vault for raUSDC.
 *
 * `amount` is USDC with at most 6 decimals. One read of the ledger and a simulation; the raUSDC account is created when
 * missing.
 *
 * @throws {ProblemError} `upstream_error` when the vault takes no deposit,
 *   with its reason by name, when the amount would give no raUSDC, or when the wallet has less USDC.
 */
export function createStake(deployment: Deployment, findRange: FindRange): Stake<'usdc-earn'> {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async (ask, services) => {
    const { wallet, amount } = ask;
    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet.text, vault)) };
    const read = await readAgreed([...vaultAddresses(accounts), wallet.text], services);
    return stakeNearest({ amount, wallet: wallet.text, read, findRange }, services, () =>
      build(ask, accounts, decodeVaultReading(read, accounts, 'usdc-earn'), services),
    );
  };
}

async function build(
  { body, wallet: { text: wallet }, amount }: StakeAsk,
  accounts: VaultAccounts & WalletAccounts,
  reading: VaultReading,
  services: StrategyPorts,
): ReturnType<Stake<'usdc-earn'>> {
  const { userAsset, userLp, evidence } = reading;
  const { lpMinted } = planDeposit(amount, USDC_DEPOSIT, reading);
  assertHolds({ holder: 'wallet', asset: 'USDC', holds: userAsset ?? 0n, needs: amount });

  const lifetime = await services.blockhash.get();
  const message = compileOwnMessage(
    {
      strategy: 'usdc-earn',
      wallet,
      lifetime,
      computeUnitLimit: COMPUTE_UNIT_LIMIT,
      instructions: [
        getCreateTokenAccountInstruction({
          owner: wallet,
          mint: accounts.lpMint,
          account: accounts.userLp,
        }),
        depositInto(accounts, wallet, amount),
        requirePayout({
          asset: 'raUSDC',
          account: accounts.userLp,
          owner: wallet,
          held: userLp,
          promised: lpMinted,
          minReceive: readMinReceive(body.minReceive, 'usdc-earn', 'stake'),
        }),
      ],
    },
    services,
  );
  return {
    by: 'service',
    message,
    simulated: await simulateOwn(message, evidence.slot, services),
    lifetime,
    wallet,
    operation: 'stake',
    request: body,
    evidence,
    fields: { strategy: 'usdc-earn', route: 'vault' },
  };
}
