import { type Deployment, type LeveragedDeployment, listLackingParts } from '@staking-agent/chain/deployment';
import { getMarginfiAccountSize } from '@staking-agent/chain/lending';
import { type LeveragedPosition, netPoolTokens } from '@staking-agent/chain/leverage';
import type { Loan } from '@staking-agent/chain/loan';
import {
  type FeeRounding,
  getStakePoolErrorMessage,
  lamportsForPoolTokens,
  poolTokensForLamports,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { netAssetValue } from '@staking-agent/chain/vault';
import type { LeverageFacts } from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import {
  BOUNDLESS,
  type Bounds,
  findBounds,
  getOwnFee,
  getRouterFee,
  getTokenRent,
  type Means,
  NOBODY,
  type StakeCosts,
} from '../../builds/ranges.ts';
import { FigureUnavailable, fromStoreFault } from '../../problems/faults.ts';
import { type ProblemError, problem } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import type { ReadAccounts } from '../../upstreams/ledger/client.ts';
import {
  type ApySource,
  NotSettled,
  printQuotient,
  readSettledPool,
  type YieldServices,
} from '../../yields/figures.ts';
import { coversRange } from '../../yields/history.ts';
import { implyCarry, listPoolFees, listVaultFees, printRatio } from '../facts.ts';
import { programRisk } from '../options.ts';
import { LEAST_TOKENS } from '../sol-liquid-stake/position.ts';
import type { Catalog, KnownFacts, Locate, Strategy, StrategyFigures } from '../strategy.ts';
import {
  contendedAccounts,
  decodePool,
  decodePricedVault,
  planDeposit,
  type VaultReading,
} from '../vault.ts';
import { decodeExit, type ExitReading, type LocatedExit, locateExit, requireLeveraged } from './checks.ts';
import { addStake, findExitBounds, findOwnExits, planExit } from './flash-exit.ts';
import { describeLeveragedHolding, describeLoan, readLoan, readPosition } from './position.ts';

const catalog: Catalog<'sol-leveraged-stake'> = {
  asset: 'SOL',
  title: 'Leveraged raSOL Max',
  blurb: 'An auto-managed vault that holds raSOL with leverage for a higher staking yield.',
  intro:
    'Your SOL becomes raSOL and goes into a vault that borrows SOL against raSOL to hold more of it. The vault earns the staking yield on the larger position and pays interest on the loan, and keeps its leverage within bounds by itself. Your share is the raSOL Max LP; the yield can fall below zero while borrowing costs more than staking earns.',
  steps: [
    { ord: '1', lead: 'Deposit', tail: 'One transaction turns SOL into raSOL and raSOL into raSOL Max LP.' },
    { ord: '2', lead: 'Earn', tail: 'The LP gains raSOL while the vault manages leverage for you.' },
    { ord: '3', lead: 'Leave', tail: 'Burn the LP for raSOL at once, and swap that to SOL if you like.' },
  ],
  trust: ['LP stays in your wallet', 'All or nothing in one transaction', 'Leverage bounded by the vault'],
  actions: {
    stake: {
      kinds: ['deposit'],
      notes:
        'amount is SOL. After confirmation read the LP balance from the ledger; it is the amount to unstake.',
    },
    unstake: {
      kinds: ['instant'],
      notes:
        'amount is raSOL Max LP. The payout is raSOL; with outputAsset=SOL the answer names the second call that swaps it, to be made with the raSOL really received.',
    },
  },
};

/** Describes the actions that a deployment supports, and the parts that it lacks for larger exits. */
function describeActions(leveraged: LeveragedDeployment | undefined): typeof catalog.actions {
  const lacks = leveraged === undefined ? [] : listLackingParts(leveraged);
  if (lacks.length === 0) return catalog.actions;
  const { stake, unstake } = catalog.actions;
  const names = lacks.map((part) => `leveraged.${part}`).join(', ');
  const limit = `At present the vault pays out of its idle raSOL only: larger exits need ${names}, which the deployment does not have.`;
  return { stake, unstake: { ...unstake, notes: `${unstake.notes} ${limit}` } };
}

export const leveragedFacts: Omit<Strategy<'sol-leveraged-stake'>, 'actions'> = {
  key: 'sol-leveraged-stake',
  catalog,
  risks: [
    {
      code: 'LEVERAGE',
      detail:
        'The vault borrows SOL against raSOL: where borrowing costs more than stake earns, the position shrinks by a multiple of the difference.',
    },
    {
      code: 'LIQUIDATION',
      detail: 'When raSOL falls far enough against SOL, the lender sells the collateral.',
    },
    {
      code: 'EXIT_LIQUIDITY',
      detail: 'Exits beyond the idle funds need a lender and a market that can serve them.',
    },
    programRisk('vault, its adaptor, the lender or the stake pool'),
  ],
  needs: ['ledger'],
  describe(live, { config }) {
    const { solMint, rasolMint, rasolMaxMint, leveraged } = config.deployment;
    return {
      strategy: {
        key: 'sol-leveraged-stake',
        ...catalog,
        actions: describeActions(leveraged),
        status: 'live',
        live,
        onchain: {
          assetMint: solMint,
          depositMint: rasolMint,
          receiptMint: rasolMaxMint,
          receiptSymbol: 'raSOL Max',
        },
      },
    };
  },
};

/**
 * Finds the accounts of pool, vault and position, and of the wallet in them. The limits are those that a build at the same
 * moment would apply; docs/strategies.md lays out the position.
 */
export const locateLeveraged: Locate = (wallet, deployment, switches) => {
  const located = locateExit(wallet, deployment);
  const { address: poolAddress } = deployment.stakePool;
  return {
    tokens: [located.accounts.userAssetAta, located.accounts.userLpAta],
    addresses: [poolAddress, ...located.addresses, ...Object.values(deployment.leveraged?.loan ?? {})],
    describe(read, means) {
      const reading = decodeExit(read, located, switches);
      const lamports = read(wallet)?.lamports ?? 0n;
      const bounds = findStakeBounds(read, reading, deployment);
      return {
        asset: 'SOL',
        bounds,
        capacityLeft: bounds.isOpen ? bounds.most : 0n,
        holds: lamports,
        lamports,
        redeem: (lp, staked) =>
          planExit(lp, addStake(reading, decodePool(read, deployment), staked, lp)).payout,
        costs: getCosts(read, means, located),
        exits: [
          {
            kind: 'instant',
            asset: 'raSOLMax',
            takes: 'amount',
            bounds: findExitBounds(BOUNDLESS, reading),
            holds: reading.vault.userLp ?? 0n,
            own: findOwnExits(reading),
          },
        ],
      };
    },
    describeFacts(read, known) {
      const reading = decodeExit(read, located, switches);
      const pool = decodePool(read, deployment);
      const leveraged = requireLeveraged(deployment);
      return {
        idle: toQuantity('raSOL', reading.vault.idle),
        fees: [
          ...listVaultFees(reading.vault.state, leveraged.vault, 'raSOL Max'),
          ...listPoolFees(pool, poolAddress, ['epochFee', 'solDepositFee']),
        ],
        leverage: describeLeverage(
          readPosition(read, leveraged),
          pool,
          reading,
          known,
          readLoan(read, leveraged),
        ),
      };
    },
    describeHoldings(read) {
      const reading = decodeExit(read, located, switches);
      return (reading.vault.userLp ?? 0n) === 0n
        ? []
        : [describeLeveragedHolding(wallet, reading, decodePool(read, deployment))];
    },
  };
};

function describeLeverage(
  position: LeveragedPosition | undefined,
  pool: StakePool,
  reading: ExitReading,
  { captures }: KnownFacts,
  loan: Loan | undefined,
): LeverageFacts | null {
  if (position === undefined) return null;
  const { collateral, debt } = position;
  const { vault } = reading;
  const net = netPoolTokens(position, pool);
  const worth = lamportsForPoolTokens(pool, collateral);
  const assets = lamportsForPoolTokens(pool, collateral + vault.idle);
  return {
    collateral: toQuantity('raSOL', collateral),
    debt: toQuantity('SOL', debt),
    net: toQuantity('raSOL', net),
    multiple: net === 0n ? null : printRatio(collateral, net, 4),
    loanToValuePercent: worth === 0n ? null : printRatio(debt * 100n, worth, 4, 'up'),
    worthlessBelowSolPerRasol: collateral === 0n ? null : printRatio(debt, collateral, 9, 'up'),
    distancePercent: worth === 0n ? null : printRatio(worth > debt ? (worth - debt) * 100n : 0n, worth, 4),
    ...describeLoan(loan),
    ...implyCarry(captures, { assets, debt }),
    ...describeExit(reading),
    priceAgeEpochs: String(vault.epoch - pool.lastUpdateEpoch),
  };
}

/** Describes how exits are paid now. */
function describeExit(reading: ExitReading) {
  const any = findExitBounds(BOUNDLESS, reading);
  // The refusal only ends the search for the most that idle funds can pay.
  const flash = () => {
    throw problem('EXIT_EXCEEDS_IDLE', { idle: '0', lacks: [] });
  };
  const ofIdle = findExitBounds(BOUNDLESS, { ...reading, flash });
  return {
    exitNow: any.isOpen
      ? planExit(any.most, { ...reading, vault: { ...reading.vault, userLp: any.most } }).path
      : null,
    idleCovers: toQuantity('raSOLMax', ofIdle.isOpen ? ofIdle.most : 0n),
  };
}

/** raSOL base units that go into the vault, so that enough comes out again for the router to sell. */
const LEAST_STAGED = 2n * LEAST_TOKENS;

function findStakeBounds(read: ReadAccounts, { vault }: ExitReading, deployment: Deployment): Bounds {
  const pool = decodePool(read, deployment);
  if (pool.lastUpdateEpoch < vault.epoch) return { isOpen: false, refusal: problem('POOL_NOT_UPDATED') };
  return findBounds(BOUNDLESS, (lamports) => {
    const staged = poolTokensForLamports(pool, lamports);
    if (staged < LEAST_STAGED) throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt: 'raSOL Max' });
    // Whichever way the pool's program rounds.
    for (const rounding of ['up', 'down'] as const) previewStake(pool, vault, lamports, rounding);
  });
}

/** The amounts of a stake, in base units. */
export type StakePreview = {
  /** raSOL that the pool mints to the wallet, and that go on into the vault. */
  readonly staged: bigint;
  /** raSOL Max LP that the vault mints for them, rounded down. */
  readonly minted: bigint;
};

/**
 * Computes a stake of lamports through pool and vault.
 *
 * @param feeRounding - how the pool's program rounds its fee: pool programs differ, and their accounts do not show it.
 * @throws {ProblemError} `upstream_error` when the pool or the vault would refuse, or mint nothing.
 */
export function previewStake(
  pool: StakePool,
  reading: VaultReading,
  lamports: bigint,
  feeRounding: FeeRounding,
): StakePreview {
  if (pool.solDepositAuthority !== null) {
    throw poolRefused('it takes SOL only from whom its deposit authority lets in');
  }
  const deposit = previewDepositSol(pool, { lamports, epoch: reading.epoch, feeRounding });
  if (!deposit.ok)
    throw poolRefused(deposit.by === 'stake-pool' ? getStakePoolErrorMessage(deposit.code) : deposit.by);
  const { userTokens: staged } = deposit;
  const { lpMinted } = planDeposit(staged, 'raSOL', 'raSOL Max', reading);
  return { staged, minted: lpMinted };
}

function poolRefused(reason: string): ProblemError {
  return problem('POOL_REFUSED', { reason });
}

/** Computes the costs of the most expensive exit: it opens accounts for a flash loan and sells raSOL through the router. */
function getCosts(read: ReadAccounts, means: Means, { accounts, flash }: LocatedExit): StakeCosts {
  const { userAssetAta, userLpAta } = accounts;
  const opened =
    flash === undefined
      ? 0n
      : getTokenRent(means, read(flash.userSol)) +
        (read(flash.lendingAccount) === undefined ? means.rent(getMarginfiAccountSize()) : 0n);
  return {
    rent: getTokenRent(means, read(userAssetAta)) + getTokenRent(means, read(userLpAta)),
    fees: getOwnFee(UNITS.leveragedStake, means.price('sol-leveraged-stake'), means),
    laterExit:
      getOwnFee(UNITS.flashExit, means.dearest, means) + opened + getRouterFee(means) + getTokenRent(means),
    walletRent: means.rent(0),
  };
}

/** Captures that are given out, by the contract: about twelve. */
const CAPTURES_SHOWN = 12;

const latest = ({ captures }: YieldServices, count: number) => captures.latest('sol-leveraged-stake', count);

/** Reads the APY of the leveraged vault: the newest capture, and the ones before it whatever the range. */
const apy: ApySource = {
  async live(services) {
    const apy = (await latest(services, 1)).at(-1)?.apy;
    if (apy == null) throw new FigureUnavailable('no epoch captured');
    return apy;
  },
  async history(range, services) {
    const found = await latest(services, CAPTURES_SHOWN).catch((error: unknown) => {
      throw fromStoreFault(error, 'yields');
    });
    const points = found.flatMap(({ measuredAt, apy }) =>
      apy === null
        ? []
        : [{ date: new Date(measuredAt).toISOString().slice(0, 10), apy: Math.round(apy * 100) / 100 }],
    );
    const isComplete = found.length < CAPTURES_SHOWN || range !== 'All';
    return { points, isComplete: isComplete && coversRange(points, range, services.clock.now()) };
  },
};

/** Figures of raSOL Max, all of them from the captures of its worth in SOL. */
export const leveragedFigures: StrategyFigures = {
  apy,
  // raSOL per raSOL Max.
  async exchangeRate(services) {
    const newest = (await latest(services, 1)).at(-1);
    if (newest === undefined) throw new FigureUnavailable('no epoch captured');
    return Number(newest.assetPerReceipt);
  },
  capture: {
    // Once the pool has been updated in the epoch.
    async read(services) {
      const { deployment } = services.config;
      const { vault } = requireLeveraged(deployment);
      const { rasolMaxMint: lpMint } = deployment;
      const { pool, epoch, measuredAt, read } = await readSettledPool(services, [vault, lpMint]);
      const priced = decodePricedVault(read, vault, lpMint);
      if (priced === undefined) throw new NotSettled('no vault there');
      const worth = netAssetValue(priced.state, priced.now);
      if (!worth.ok || worth.asset === 0n) throw new NotSettled('the vault has no price');
      return {
        epoch,
        measuredAt,
        assetPerReceipt: printQuotient(worth.asset, worth.lp),
        worthPerReceipt: printQuotient(worth.asset * pool.totalLamports, worth.lp * pool.poolTokenSupply),
      };
    },
  },
  apyTerms: {
    basis: 'After the cost of the debt, the fees of the vault, and those of the pool on rewards.',
    method: 'Growth in SOL of what a raSOL Max holds, compounded to a year.',
    window: 'Between the two newest captures, an epoch as a rule.',
    source: 'This service, which captures the ledger once an epoch.',
  },
  programs: ['the vault program', 'stakePool', 'leveraged'],
  knowsInstant: true,
  // The pool's reserve and fee account are written with the pool only.
  findContended(deployment) {
    const { accounts, flash } = locateExit(NOBODY, deployment);
    const { address: pool } = deployment.stakePool;
    if (flash === undefined) return [pool, ...contendedAccounts(accounts, [])];
    const { lending, liquidityVault, market } = flash;
    const ofMarket = market === undefined ? [] : [market.address, market.rasolVault, market.solVault];
    return [pool, ...contendedAccounts(accounts, [flash]), lending.bank, liquidityVault, ...ofMarket];
  },
};
