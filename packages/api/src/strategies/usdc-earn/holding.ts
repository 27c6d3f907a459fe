import type { Deployment } from '@staking-agent/chain/deployment';
import { describeVaultRefusal } from '@staking-agent/chain/vault';
import type { PositionWarning } from '@staking-agent/wire';
import type { FindHolding } from '../../positions/holding.ts';
import { printCall } from '../../positions/print-call.ts';
import { toQuantity } from '../../to-quantity.ts';
import { printLpRate, redeemLp } from '../../vaults/redeem-lp.ts';
import { findVaultAccounts, findWalletAccounts } from '../../vaults/vault-accounts.ts';
import { decodeVaultReading, vaultAddresses } from '../../vaults/vault-reading.ts';
import { priceExit } from './plan-exit.ts';
import { getUsdcVault } from './usdc-vault.ts';

/** raUSDC of a wallet: worth what the vault would pay for it now, as if it had all funds at hand. */
export function createFindHolding(deployment: Deployment): FindHolding {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async (wallet) => {
    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet, vault)) };
    return {
      addresses: vaultAddresses(accounts),
      describe: (read) => {
        const reading = decodeVaultReading(read, accounts, 'usdc-earn');
        const { userLp: held = 0n, state, now } = reading;
        if (held === 0n) return undefined;
        const priced = priceExit({ amount: held, isWithdrawAll: true }, reading);
        const isPossible = priced.ok && priced.assetPaid > 0n;
        const warnings: PositionWarning[] = isPossible
          ? []
          : [
              {
                code: 'EXIT_NOT_POSSIBLE',
                detail: priced.ok
                  ? 'All raUSDC of the wallet is worth less than a base unit of USDC.'
                  : `The vault pays nothing out now: ${describeVaultRefusal(priced).name}.`,
              },
            ];
        return {
          strategy: 'usdc-earn',
          id: vault.lpMint,
          state: 'active',
          receipt: toQuantity('raUSDC', held),
          value: toQuantity('USDC', redeemLp(state, held, now)),
          rate: printLpRate(state, now, 'USDC'),
          warnings,
          next: isPossible
            ? [
                printCall('unstake', 'Withdraw everything as USDC, at once.', {
                  strategy: 'usdc-earn',
                  wallet,
                  kind: 'instant',
                  isWithdrawAll: true,
                }),
              ]
            : [],
        };
      },
    };
  };
}
