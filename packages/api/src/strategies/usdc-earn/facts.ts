import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import { LP_DECIMALS, netAssetValue, type VaultState } from '@staking-agent/chain/vault';
import { MOST_UNITS, UNITS } from '../../builds/budget.ts';
import {
  BOUNDLESS,
  type Bounds,
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
  exactQuotient,
  findPercent,
  HISTORY_BUDGET,
  LIVE_BUDGET,
  NotSettled,
  printQuotient,
  requirePercent,
  type YieldServices,
} from '../../yields/figures.ts';
import { createHistory } from '../../yields/history.ts';
import { listVaultFees } from '../facts.ts';
import { programRisk } from '../options.ts';
import type { Catalog, Locate, Strategy, StrategyFigures } from '../strategy.ts';
import {
  addDeposit,
  contendedAccounts,
  decodePricedVault,
  decodeVaultReading,
  planDeposit,
  redeemLp,
  type VaultReading,
  vaultAddresses,
  vaultRefused,
} from '../vault.ts';
import {
  decodeRequest,
  findStrategies,
  findUsdcAccounts,
  planExit,
  priceExit,
  refuseAtOnce,
  type SourcePosition,
} from './checks.ts';
import { describeUsdcHoldings } from './position.ts';

const catalog: Catalog<'usdc-earn'> = {
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

/** The USDC vault as it is listed. */
export const usdcFacts: Omit<Strategy<'usdc-earn'>, 'actions'> = {
  key: 'usdc-earn',
  catalog,
  risks: [
    {
      code: 'LENDING',
      detail:
        'The vault lends USDC out: borrowers can fail, and what is lent out may take time to come back.',
    },
    programRisk('vault, or a lending market,'),
  ],
  needs: ['ledger'],
  describe(live, { config }) {
    const { usdcMint: assetMint, rausdcMint: receiptMint, usdcVault: vault } = config.deployment;
    const onchain = { assetMint, receiptMint, receiptSymbol: 'raUSDC', vault } as const;
    return { strategy: { key: 'usdc-earn', ...catalog, status: 'live', live, onchain } };
  },
};

/**
 * Finds the accounts of the vault and of the wallet in it. The limits leave out what lenders must return first: only the
 * provider knows it.
 */
export const locateUsdc: Locate = (wallet, deployment) => {
  const accounts = findUsdcAccounts(deployment, wallet);
  const receipt = accounts.requestWithdrawVaultReceipt;
  return {
    addresses: [...vaultAddresses(accounts), receipt],
    tokens: [accounts.userAssetAta, accounts.userLpAta],
    describe(read, means) {
      const reading = decodeVaultReading(read, accounts, 'usdc-earn');
      const { state } = reading;
      const refusal = refuseAtOnce(reading, decodeRequest(read, receipt));
      const closed = refusal && ({ isOpen: false, refusal } as const);
      const room = state.maxCap - state.totalValue;
      return {
        asset: 'USDC',
        bounds: findDepositBounds(reading),
        capacityLeft: room > 0n ? room : 0n,
        holds: reading.userAsset ?? 0n,
        lamports: read(wallet)?.lamports ?? 0n,
        redeem(lp, staked) {
          if (refusal !== undefined) throw refusal;
          return redeemLp(addDeposit(reading, staked, lp).state, lp, reading.now);
        },
        costs: getCosts(means, reading.userLp),
        exits: [
          {
            kind: 'instant',
            asset: 'USDC',
            takes: 'amount',
            bounds: closed ?? findWithdrawalBounds(BOUNDLESS, { ...reading, userLp: BOUNDLESS }),
            holds: closed ? findHeld(reading) : findWorth(reading),
            own: closed ?? findOwnWithdrawals(reading),
          },
        ],
      };
    },
    describeFacts(read) {
      const { state, idle } = decodeVaultReading(read, accounts, 'usdc-earn');
      return { idle: toQuantity('USDC', idle), fees: listVaultFees(state, accounts.vault, 'raUSDC') };
    },
    describeHoldings(read) {
      const reading = decodeVaultReading(read, accounts, 'usdc-earn');
      return describeUsdcHoldings(wallet, accounts, reading, decodeRequest(read, receipt));
    },
  };
};

/** Finds the limits of a withdrawal from the known sources; the provider may have others. */
function findWithdrawalBounds(
  ceiling: bigint,
  reading: VaultReading,
  positions: readonly SourcePosition[] = [],
): Bounds {
  return findBounds(ceiling, (amount) => {
    const exit = { amount, isWithdrawAll: false };
    const priced = priceExit(exit, reading);
    if (!priced.ok) throw vaultRefused(priced);
    const plan = planExit(exit, priced.assetPaid, reading, positions);
    if (plan?.ok === false) throw vaultRefused(plan);
  });
}

/** Finds how much the wallet can withdraw as an amount; undefined without a position. */
export function findOwnWithdrawals(
  reading: VaultReading,
  positions: readonly SourcePosition[] = [],
): Bounds | undefined {
  const { userLp = 0n } = reading;
  if (userLp === 0n) return undefined;
  const worth = findWorth(reading);
  if (worth > 0n) return findWithdrawalBounds(worth, reading, positions);
  return { isOpen: false, refusal: problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' }) };
}

/** Computes what all raUSDC of the wallet are worth; while all value is locked, what they will be. */
function findHeld({ state, userLp = 0n, now }: VaultReading): bigint {
  return redeemLp(state, userLp, now) || redeemLp(unlock(state, now), userLp, now);
}

const unlock = (state: VaultState, now: bigint) => ({
  ...state,
  lastUpdatedLockedProfit: 0n,
  lastReport: now,
});

/** Computes the payout of all raUSDC of the wallet now. */
function findWorth(reading: VaultReading): bigint {
  const { userLp: amount = 0n } = reading;
  const priced = priceExit({ amount, isWithdrawAll: true }, reading);
  return priced.ok ? priced.assetPaid : 0n;
}

/** Base units of USDC that a deposit must be worth at once, so that it can leave again after fees of a while. */
const LEAST_WORTH = 2n;

/** Finds the deposits that the vault accepts and of which something can be withdrawn again, once no profit is locked. */
function findDepositBounds(reading: VaultReading): Bounds {
  return findBounds(BOUNDLESS, (amount) => {
    const { lpMinted, vault } = planDeposit(amount, 'USDC', 'raUSDC', reading);
    if (redeemLp(unlock(vault, reading.now), lpMinted, reading.now) >= LEAST_WORTH) return;
    throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt: 'raUSDC' });
  });
}

/** Computes the costs of the most expensive exit, with as many strategies as one transaction can name. */
function getCosts(means: Means, held: bigint | undefined): StakeCosts {
  return {
    rent: getTokenRent(means, held),
    fees: getOwnFee(UNITS.usdc, means.price('usdc-earn'), means),
    laterExit: getOwnFee(MOST_UNITS, means.dearest, means),
    walletRent: means.rent(0),
  };
}

/** The windows that are tried where the configured one has no usable value: a week says most about the present. */
const APY_WINDOWS: readonly ApyWindow[] = ['sevenDays', 'thirtyDays', 'oneDay', 'allTime'];

const USDC_DECIMALS = 6;
/** The difference of the two tokens in decimals. */
const SCALE = 10n ** BigInt(LP_DECIMALS - USDC_DECIMALS);

/** Reads the worth of all LP of the vault, and the ledger's time. @throws {FigureUnavailable} without vault or price. */
async function readShares(services: Omit<YieldServices, 'captures'>, commitment: 'confirmed' | 'finalized') {
  const { usdcVault: vault, rausdcMint: lpMint } = services.config.deployment;
  const read = await readAccounts([vault, lpMint, CLOCK_ADDRESS], services, commitment);
  const priced = decodePricedVault(read, vault, lpMint);
  if (priced === undefined) throw new FigureUnavailable('no vault there');
  const shares = netAssetValue(priced.state, priced.now);
  if (!shares.ok) throw new FigureUnavailable('a vault without a price');
  return { ...shares, epoch: priced.epoch, now: priced.now };
}

/** Figures of raUSDC: APY as the vault's provider computes it by day, the rate of a deposit, and its captures. */
export const usdcFigures: StrategyFigures = {
  apy: {
    async live(services) {
      const { vaultRecords, usdcWindow, config } = services;
      const { apy } = await vaultRecords.read(config.deployment.usdcVault, LIVE_BUDGET);
      if ((apy[usdcWindow] ?? 0) < 0) return await readCapturedLoss('usdc-earn', services);
      const candidates = [usdcWindow, ...APY_WINDOWS].map((window) => findPercent(apy[window]));
      return requirePercent(candidates.find((percent) => percent !== undefined));
    },
    history: createHistory('usdc-earn', async ({ vaultRecords, config }) => {
      const { days } = await vaultRecords.read(config.deployment.usdcVault, HISTORY_BUDGET);
      return days.map(({ date, apy }) => ({ at: date, percent: findPercent(apy) }));
    }),
  },
  // USDC per raUSDC: the vault's total value over all LP, fees up to now included; the price of a deposit.
  async exchangeRate(services) {
    const { asset, lp } = await readShares(services, 'confirmed');
    return exactQuotient(asset * SCALE, lp);
  },
  capture: {
    // Its value changes continuously, so the capture has the time of the reading.
    async read(services) {
      const { asset, lp, epoch, now } = await readShares(services, 'finalized');
      if (asset === 0n) throw new NotSettled('the vault has no price');
      const worth = printQuotient(asset * SCALE, lp);
      const measuredAt = Number(now) * 1_000;
      return { epoch: Number(epoch), measuredAt, assetPerReceipt: worth, worthPerReceipt: worth };
    },
  },
  apyTerms: {
    basis: 'After the fees of the vault.',
    method: "Growth of the vault's share price, compounded to a year.",
    window: {
      oneDay: 'The last day.',
      sevenDays: 'The last seven days.',
      thirtyDays: 'The last thirty days.',
      allTime: 'All the time since the vault was opened.',
    },
    source: 'The API of the vault provider.',
  },
  programs: ['the vault program', 'usdcStrategies'],
  knowsInstant: false,
  findContended: (deployment) =>
    contendedAccounts(findUsdcAccounts(deployment, NOBODY), findStrategies(deployment)),
};
