import type { Deployment } from '@staking-agent/chain/deployment';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { assertHolds } from '../../problems/insufficient-funds.ts';
import { compileOwnMessage } from '../../transactions/compile-own-message.ts';
import { simulateOwn } from '../../transactions/simulate-own.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { type DepositAssets, planDeposit } from '../../vaults/plan-deposit.ts';
import { requirePayout } from '../../vaults/require-payout.ts';
import { findVaultAccounts, findWalletAccounts } from '../../vaults/vault-accounts.ts';
import { depositInto } from '../../vaults/vault-instructions.ts';
import { decodeVaultReading, vaultAddresses } from '../../vaults/vault-reading.ts';
import { readMinReceive } from '../read-min-receive.ts';
import type { Stake } from '../strategy.ts';
import { COMPUTE_UNIT_LIMIT } from './compute-unit-limit.ts';
import { getUsdcVault } from './usdc-vault.ts';

/** What a stake deposits, and for what. */
export const USDC_DEPOSIT: DepositAssets = { asset: 'USDC', receipt: 'raUSDC' };

/**
 * Deposits USDC into the vault for raUSDC.
 *
 * `amount` is USDC with at most 6 decimals. One read of the ledger and a simulation; the raUSDC account is created when
 * missing.
 *
 * @throws {ProblemError} `upstream_error` when the vault takes no deposit,
 *   with its reason by name, when the amount would give no raUSDC, or when the wallet has less USDC.
 */
export function createStake(deployment: Deployment): Stake<'usdc-earn'> {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async ({ body, wallet, amount }, services) => {
    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet.text, vault)) };
    const read = await readAccounts(vaultAddresses(accounts), services);
    const reading = decodeVaultReading(read, accounts, 'usdc-earn');
    const { userAsset, userLp, evidence } = reading;
    const { lpMinted } = planDeposit(amount, USDC_DEPOSIT, reading);
    assertHolds({ holder: 'wallet', asset: 'USDC', holds: userAsset ?? 0n, needs: amount });

    const lifetime = await services.blockhash.get();
    const message = compileOwnMessage(
      {
        strategy: 'usdc-earn',
        wallet: wallet.text,
        lifetime,
        computeUnitLimit: COMPUTE_UNIT_LIMIT,
        instructions: [
          getCreateTokenAccountInstruction({
            owner: wallet.text,
            mint: accounts.lpMint,
            account: accounts.userLp,
          }),
          depositInto(accounts, wallet.text, amount),
          requirePayout({
            asset: 'raUSDC',
            account: accounts.userLp,
            owner: wallet.text,
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
      wallet: wallet.text,
      operation: 'stake',
      request: body,
      evidence,
      fields: { strategy: 'usdc-earn', route: 'vault' },
    };
  };
}
