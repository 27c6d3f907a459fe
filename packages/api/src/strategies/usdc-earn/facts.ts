import type { Deployment } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS } from '@staking-agent/chain/sysvar';
import { LP_DECIMALS, netAssetValue } from '@staking-agent/chain/vault';
import type { OptionRisk } from '@staking-agent/wire';
import {
  BOUNDLESS,
  type Bounds,
  type FindRange,
  findBounds,
  getOwnFee,
  getTokenRent,
  type Means,
  NOBODY,
  type StakeCosts,
} from '../../builds/ranges.ts';
import { FigureUnavailable } from '../../problems/faults.ts';
import { problem } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import { readAccounts } from '../../upstreams/ledger/client.ts';
import type { ApyWindow } from '../../upstreams/vault.ts';
import { readCapturedLoss } from '../../yields/captures.ts';
import {
  type ApySource,
  type CaptureSource,
  exactQuotient,
  findPercent,
  HISTORY_BUDGET,
  LIVE_BUDGET,
  NotSettled,
  printQuotient,
  type ReadExchangeRate,
  type ReceiptPorts,
  requirePercent,
} from '../../yields/figures.ts';
import { createHistory } from '../../yields/history.ts';
import { type FactsSource, listVaultFees } from '../facts.ts';
import { programRisk } from '../options.ts';
import type { Catalog, DetailOf } from '../strategy.ts';
import {
  decodePricedVault,
  decodeVaultReading,
  findVaultAccounts,
  planDeposit,
  redeemLp,
  type VaultReading,
  vaultAddresses,
  vaultRefused,
} from '../vault.ts';
import {
  COMPUTE_UNIT_LIMIT,
  getUsdcVault,
  MOST_UNITS,
  planExit,
  priceExit,
  type StrategyPosition,
} from './checks.ts';

/** Words and addresses of the USDC vault. */
export const catalog: Catalog<'usdc-earn'> = {
  asset: 'USDC',
  title: 'Earn',
  blurb: 'Deposit USDC into a vault that routes it to lending yields.',
  intro:
    'Your USDC goes into a vault that lends it out across markets and moves it to where it earns most. Your share is raUSDC: its number stays the same while the USDC each one redeems for grows.',
  steps: [
    { ord: '1', lead: 'Deposit', tail: 'One transaction moves USDC into the vault and raUSDC to you.' },
    { ord: '2', lead: 'Earn', tail: 'The value of raUSDC in USDC grows as loans pay interest.' },
    { ord: '3', lead: 'Leave', tail: 'Withdraw any amount or everything; there is no cooldown.' },
  ],
  trust: ['Shares stay in your wallet', 'No cooldown', 'No withdrawal fee'],
  actions: {
    stake: { kinds: ['deposit'], notes: 'amount is USDC with at most 6 decimal places. raUSDC has 9.' },
    unstake: {
      kinds: ['instant'],
      notes: 'amount is USDC, or isWithdrawAll=true for the whole position. Broadcast with route=rpc.',
    },
  },
};

/** The addresses of one deployment. */
export function onchain({ usdcMint, rausdcMint, usdcVault }: Deployment): DetailOf<'usdc-earn'>['onchain'] {
  return {
    assetMint: usdcMint,
    receiptMint: rausdcMint,
    receiptSymbol: 'raUSDC',
    vault: usdcVault,
  };
}

/** What can go wrong with it. Facts, no rating. */
export const risks: readonly OptionRisk[] = [
  {
    code: 'LENDING',
    detail: 'The vault lends USDC out: borrowers can fail, and what is lent out may take time to come back.',
  },
  programRisk('vault, or a lending market,'),
];

/** The windows of the provider, in words. */
const WINDOWS = {
  oneDay: 'The last day.',
  sevenDays: 'The last seven days.',
  thirtyDays: 'The last thirty days.',
  allTime: 'All the time since the vault was opened.',
} as const;

/** Tells the facts of the USDC vault; what lenders return at once is the provider's to say. */
export function createFacts(deployment: Deployment): FactsSource {
  return {
    apy: {
      basis: 'After the fees of the vault.',
      method: "Growth of the vault's share price, compounded to a year.",
      window: ({ usdcWindow }) => WINDOWS[usdcWindow],
      source: 'The API of the vault provider.',
    },
    programs: ['the vault program', 'usdcStrategies'],
    async locate() {
      const accounts = await findVaultAccounts(getUsdcVault(deployment), NOBODY);
      return {
        addresses: vaultAddresses(accounts),
        describe: (read) => {
          const { state, idle } = decodeVaultReading(read, accounts, 'usdc-earn');
          return {
            idle: toQuantity('USDC', idle),
            knowsInstant: false,
            fees: listVaultFees(state, accounts.vault, 'raUSDC'),
            leverage: null,
          };
        },
      };
    },
  };
}

/** What deposits into the vault and withdrawals from it take; what lenders must return first is the provider's to say. */
export function createFindRange(deployment: Deployment): FindRange {
  return async (wallet) => {
    const accounts = await findVaultAccounts(getUsdcVault(deployment), wallet);
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
    const { lpMinted, vault } = planDeposit(amount, 'USDC', 'raUSDC', reading);
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

/** Where to look when the configured window has no usable value: a week says most about the present. */
const APY_WINDOWS: readonly ApyWindow[] = ['sevenDays', 'thirtyDays', 'oneDay', 'allTime'];

/** APY of the USDC vault as its provider computes it, by day. */
export function createUsdcApy(vault: string): ApySource {
  return {
    async live(ports) {
      const { vaultRecords, usdcWindow } = ports;
      const { apy } = await vaultRecords.read(vault, LIVE_BUDGET);
      if ((apy[usdcWindow] ?? 0) < 0) return await readCapturedLoss('usdc-earn', ports);
      const candidates = [usdcWindow, ...APY_WINDOWS].map((window) => findPercent(apy[window]));
      return requirePercent(candidates.find((percent) => percent !== undefined));
    },
    history: createHistory('usdc-earn', async ({ vaultRecords }) => {
      const { days } = await vaultRecords.read(vault, HISTORY_BUDGET);
      return days.map(({ date, apy }) => ({ at: date, percent: findPercent(apy) }));
    }),
  };
}

/** Captures what a raUSDC is worth in USDC. Its value changes continuously, so the capture has the time of the reading. */
export function captureUsdc(deployment: Deployment): CaptureSource {
  return {
    async read(ports) {
      const { asset, lp, epoch, now } = await readShares(deployment, ports, 'finalized');
      if (asset === 0n) throw new NotSettled('the vault has no price');
      const worth = printQuotient(asset * SCALE, lp);
      const measuredAt = Number(now) * 1_000;
      return { epoch: Number(epoch), measuredAt, assetPerReceipt: worth, worthPerReceipt: worth };
    },
  };
}

const USDC_DECIMALS = 6;
/** What the two tokens differ by in decimals. */
const SCALE = 10n ** BigInt(LP_DECIMALS - USDC_DECIMALS);

/** USDC per raUSDC: the vault's total value over all LP, fees up to now included; what a deposit is priced at. */
export function createUsdcExchangeRate(deployment: Deployment): ReadExchangeRate {
  return async (services) => {
    const { asset, lp } = await readShares(deployment, services);
    return exactQuotient(asset * SCALE, lp);
  };
}

/**
 * Reads what all LP of the vault are worth, and when.
 *
 * @throws {FigureUnavailable} where there is no such vault, or it has no price.
 */
async function readShares(
  { usdcVault: vault, rausdcMint: lpMint }: Deployment,
  ports: ReceiptPorts,
  commitment: 'confirmed' | 'finalized' = 'confirmed',
) {
  const read = await readAccounts([vault, lpMint, CLOCK_ADDRESS], ports, commitment);
  const priced = decodePricedVault(read, vault, lpMint);
  if (priced === undefined) throw new FigureUnavailable('no vault there');
  const shares = netAssetValue(priced.state, priced.now);
  if (!shares.ok) throw new FigureUnavailable('a vault without a price');
  return { ...shares, epoch: priced.epoch, now: priced.now };
}
