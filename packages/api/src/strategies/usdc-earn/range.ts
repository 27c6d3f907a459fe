import type { Deployment } from '@staking-agent/chain/deployment';
import { type Bounds, findBounds } from '../../builds/find-bounds.ts';
import { getOwnFee, getTokenRent, type Means, type StakeCosts } from '../../builds/means.ts';
import { BOUNDLESS, type FindRange } from '../../builds/range.ts';
import { problem } from '../../problems/problem.ts';
import { planDeposit } from '../vaults/plan-deposit.ts';
import { redeemLp } from '../vaults/redeem-lp.ts';
import { findVaultAccounts, findWalletAccounts } from '../vaults/vault-accounts.ts';
import { decodeVaultReading, type VaultReading, vaultAddresses } from '../vaults/vault-reading.ts';
import { vaultRefused } from '../vaults/vault-refused.ts';
import { MOST_UNITS } from './build-exit.ts';
import { COMPUTE_UNIT_LIMIT } from './compute-unit-limit.ts';
import { planExit, priceExit } from './plan-exit.ts';
import type { StrategyPosition } from './usdc-strategies.ts';
import { getUsdcVault, USDC_DEPOSIT } from './usdc-vault.ts';

/** What deposits into the vault and withdrawals from it take; what lenders must return first is the provider's to say. */
export function createFindRange(deployment: Deployment): FindRange {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async (wallet) => {
    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet, vault)) };
    return {
      addresses: vaultAddresses(accounts),
      describe: (read, means) => {
        const reading = decodeVaultReading(read, accounts, 'usdc-earn');
        const bounds = findDepositBounds(reading);
        const { state } = reading;
        const room = state.maxCap - state.totalValue;
        return {
          asset: 'USDC',
          bounds,
          capacityLeft: room > 0n ? room : 0n,
          holds: reading.userAsset ?? 0n,
          lamports: read(wallet)?.lamports ?? 0n,
          redeem: (lp) => redeemLp(state, lp, reading.now),
          costs: getUsdcCosts(means, reading.userLp),
          exits: [
            {
              kind: 'instant',
              asset: 'USDC',
              takes: 'amount',
              bounds: findWithdrawalBounds(BOUNDLESS, { ...reading, userLp: BOUNDLESS }),
              holds: findWorth(reading),
              own: findOwnWithdrawals(reading),
            },
          ],
        };
      },
    };
  };
}

/** Base units of USDC that a deposit must be worth at once, so that it can leave again after fees of a while. */
const LEAST_WORTH = 2n;

/** Finds the deposits that the vault accepts and of which something can be withdrawn again. */
function findDepositBounds(reading: VaultReading): Bounds {
  return findBounds(BOUNDLESS, (amount) => {
    const { lpMinted, vault } = planDeposit(amount, USDC_DEPOSIT, reading);
    if (redeemLp(vault, lpMinted, reading.now) >= LEAST_WORTH) return;
    throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt: 'raUSDC' });
  });
}

/** Finds the limits of a withdrawal from the known sources; the provider may have others. */
function findWithdrawalBounds(
  ceiling: bigint,
  reading: VaultReading,
  positions: readonly StrategyPosition[] = [],
): Bounds {
  return findBounds(ceiling, (amount) => {
    const exit = { amount, isWithdrawAll: false };
    const priced = priceExit(exit, reading);
    if (!priced.ok) throw vaultRefused(priced);
    const plan = planExit(exit, priced.assetPaid, reading, positions);
    if (plan?.ok === false) throw vaultRefused(plan);
  });
}

/** Finds how much the wallet can withdraw as an amount; zero without a position. */
export function findOwnWithdrawals(
  reading: VaultReading,
  positions: readonly StrategyPosition[] = [],
): Bounds | undefined {
  const { userLp = 0n } = reading;
  return userLp === 0n ? undefined : findWithdrawalBounds(findWorth(reading) || 1n, reading, positions);
}

/** What all raUSDC of the wallet would pay now. */
function findWorth(reading: VaultReading): bigint {
  const { userLp: amount = 0n } = reading;
  const priced = priceExit({ amount, isWithdrawAll: true }, reading);
  return priced.ok ? priced.assetPaid : 0n;
}

/** Computes the costs of the most expensive exit, with as many strategies as one transaction can name. */
function getUsdcCosts(means: Means, held: bigint | undefined): StakeCosts {
  return {
    rent: getTokenRent(means, held),
    fees: getOwnFee(COMPUTE_UNIT_LIMIT, means.price('usdc-earn'), means),
    laterExit: getOwnFee(MOST_UNITS, means.dearest, means),
    walletRent: means.rent(0),
  };
}
