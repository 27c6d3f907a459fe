import { isSolanaError } from '@solana/kit';
import { type Deployment, type LeveragedDeployment, listLackingParts } from '@staking-agent/chain/deployment';
import { getMarginfiAccountSize } from '@staking-agent/chain/lending';
import {
  getLeveragedPositionCodec,
  type LeveragedPosition,
  netPoolTokens,
} from '@staking-agent/chain/leverage';
import {
  type FeeRounding,
  getStakePoolErrorMessage,
  lamportsForPoolTokens,
  poolTokensForLamports,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { netAssetValue } from '@staking-agent/chain/vault';
import type { LeverageFacts, OptionRisk } from '@staking-agent/wire';
import {
  BOUNDLESS,
  type Bounds,
  type FindRange,
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
  type CaptureSource,
  type FigurePorts,
  NotSettled,
  printQuotient,
  type ReadExchangeRate,
  readSettledPool,
} from '../../yields/figures.ts';
import { coversRange } from '../../yields/history.ts';
import {
  decodePool,
  type FactsSource,
  implyCarry,
  type KnownFacts,
  listPoolFees,
  listVaultFees,
  printRatio,
} from '../facts.ts';
import { programRisk } from '../options.ts';
import { LEAST_TOKENS } from '../sol-liquid-stake/facts.ts';
import type { Catalog, DetailOf } from '../strategy.ts';
import { decodePricedVault, planDeposit, type VaultReading } from '../vault.ts';
import { decodeExit, type ExitReading, type LocatedExit, locateExit, UNIT_LIMITS } from './checks.ts';
import { planExit } from './flash-exit.ts';

/** Words and addresses of leveraged staking. */
export const catalog: Catalog<'sol-leveraged-stake'> = {
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

/** Describes what a deployment supports, and which parts it lacks for larger exits. */
export function describeActions(leveraged: LeveragedDeployment | undefined): typeof catalog.actions {
  const lacks = leveraged === undefined ? [] : listLackingParts(leveraged);
  if (lacks.length === 0) return catalog.actions;
  const { stake, unstake } = catalog.actions;
  const names = lacks.map((part) => `leveraged.${part}`).join(', ');
  const limit = `At present the vault pays out of its idle raSOL only: larger exits need ${names}, which the deployment does not have.`;
  return { stake, unstake: { ...unstake, notes: `${unstake.notes} ${limit}` } };
}

/** The addresses of one deployment. */
export function onchain({
  solMint,
  rasolMint,
  rasolMaxMint,
}: Deployment): DetailOf<'sol-leveraged-stake'>['onchain'] {
  return {
    assetMint: solMint,
    depositMint: rasolMint,
    receiptMint: rasolMaxMint,
    receiptSymbol: 'raSOL Max',
  };
}

/** What can go wrong with it. Facts, no rating. */
export const risks: readonly OptionRisk[] = [
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
];

/** Tells the facts of the leveraged vault, its position as docs/strategies.md lays it out. */
export function createFacts(deployment: Deployment, leveraged: LeveragedDeployment): FactsSource {
  const { address } = deployment.stakePool;
  return {
    apy: {
      basis: 'After the cost of the debt, the fees of the vault, and those of the pool on rewards.',
      method: 'Growth in SOL of what a raSOL Max holds, compounded to a year.',
      window: 'Between the two newest captures, an epoch as a rule.',
      source: 'This service, which captures the ledger once an epoch.',
    },
    programs: ['the vault program', 'stakePool', 'leveraged'],
    async locate() {
      const located = await locateExit(NOBODY, deployment);
      return {
        addresses: [address, ...located.addresses],
        describe: (read, known) => {
          const reading = decodeExit(read, located);
          const pool = decodePool(read, deployment);
          const { vault } = reading;
          return {
            idle: toQuantity('raSOL', vault.idle),
            knowsInstant: true,
            fees: [
              ...listVaultFees(vault.state, leveraged.vault, 'raSOL Max'),
              ...listPoolFees(pool, address, ['epochFee', 'solDepositFee']),
            ],
            leverage: describeLeverage(readPosition(read, leveraged), pool, reading, known),
          };
        },
      };
    },
  };
}

/** @throws {ProblemError} `upstream_error` where the ledger does not have the position. */
function readPosition(read: ReadAccounts, { adaptor }: LeveragedDeployment): LeveragedPosition | undefined {
  if (adaptor === undefined) return undefined;
  const account = read(adaptor.position);
  if (account?.owner !== adaptor.program) throw missing(adaptor.position);
  try {
    return getLeveragedPositionCodec().decode(account.data);
  } catch (error) {
    throw isSolanaError(error) ? missing(adaptor.position) : error;
  }
}

const missing = (address: string) => problem('VAULT_ACCOUNT_NOT_FOUND', { address });

function describeLeverage(
  position: LeveragedPosition | undefined,
  pool: StakePool,
  reading: ExitReading,
  { captures }: KnownFacts,
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
    health: null,
    ...implyCarry(captures, { assets, debt }),
    ...describeExit(reading),
    priceAgeEpochs: String(vault.epoch - pool.lastUpdateEpoch),
  };
}

/** How exits are paid now. */
function describeExit({ vault, flash }: ExitReading): Pick<LeverageFacts, 'exitNow' | 'idleCovers'> {
  const any = findExitBounds(BOUNDLESS, { vault, flash });
  const ofIdle = findExitBounds(BOUNDLESS, { vault, flash: refuseFlash });
  const largest = any.isOpen ? { ...vault, userLp: any.most } : undefined;
  return {
    exitNow: any.isOpen && largest !== undefined ? planExit(any.most, { vault: largest, flash }).path : null,
    idleCovers: toQuantity('raSOLMax', ofIdle.isOpen ? ofIdle.most : 0n),
  };
}

/** Refuses a flash loan, to search for the most that idle funds can pay; the refusal is not shown. */
function refuseFlash(): never {
  throw problem('EXIT_EXCEEDS_IDLE', { idle: '0', lacks: [] });
}

/** Returns the limits of stakes into the vault and of exits, as a build at the same moment would apply them. */
export function createFindRange(deployment: Deployment): FindRange {
  return async (wallet) => {
    const located = await locateExit(wallet, deployment);
    return {
      addresses: [deployment.stakePool.address, ...located.addresses],
      describe: (read, means) => {
        const reading = decodeExit(read, located);
        const lamports = read(wallet)?.lamports ?? 0n;
        const bounds = findStakeBounds(read, reading, deployment);
        const { userLp: holds = 0n } = reading.vault;
        return {
          asset: 'SOL',
          bounds,
          capacityLeft: bounds.isOpen ? bounds.most : 0n,
          holds: lamports,
          lamports,
          redeem: (lp) => payFor(lp, reading),
          costs: getLeveragedCosts(read, means, located),
          exits: [
            {
              kind: 'instant',
              asset: 'raSOLMax',
              takes: 'amount',
              bounds: findExitBounds(BOUNDLESS, reading),
              holds,
              own: findOwnExits(reading),
            },
          ],
        };
      },
    };
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

/** Finds how much of an LP amount can exit now, by the plan of exits. */
export function findExitBounds(ceiling: bigint, reading: Pick<ExitReading, 'vault' | 'flash'>): Bounds {
  let known: ReturnType<ExitReading['flash']> | undefined;
  const flash = () => {
    known ??= reading.flash();
    return known;
  };
  const vault = { ...reading.vault, userLp: ceiling };
  return findBounds(ceiling, (lp) => planExit(lp, { vault, flash }));
}

/** Computes what an exit of an LP amount would pay now, in raSOL, for any holder. */
function payFor(lp: bigint, { vault, flash }: Pick<ExitReading, 'vault' | 'flash'>): bigint {
  return planExit(lp, { vault: { ...vault, userLp: lp }, flash }).payout;
}

/** Finds how much of the wallet's LP can exit now; zero while it has none. */
export function findOwnExits(reading: Pick<ExitReading, 'vault' | 'flash'>): Bounds | undefined {
  const { userLp = 0n } = reading.vault;
  return userLp === 0n ? undefined : findExitBounds(userLp, reading);
}

/** Computes the costs of the most expensive exit: it opens accounts for a flash loan and sells raSOL through the router. */
function getLeveragedCosts(read: ReadAccounts, means: Means, { accounts, flash }: LocatedExit): StakeCosts {
  const { userAssetAta, userLpAta } = accounts;
  const opened =
    flash === undefined
      ? 0n
      : getTokenRent(means, read(flash.userSol)) +
        (read(flash.lendingAccount) === undefined ? means.rent(getMarginfiAccountSize()) : 0n);
  return {
    rent: getTokenRent(means, read(userAssetAta)) + getTokenRent(means, read(userLpAta)),
    fees: getOwnFee(UNIT_LIMITS.stake, means.price('sol-leveraged-stake'), means),
    laterExit:
      getOwnFee(UNIT_LIMITS.flashExit, means.dearest, means) +
      opened +
      getRouterFee(means) +
      getTokenRent(means),
    walletRent: means.rent(0),
  };
}

/** Captures that are given out, by the contract: about twelve. */
const CAPTURES_SHOWN = 12;

const latest = ({ captures }: FigurePorts, count: number) => captures.latest('sol-leveraged-stake', count);

/** APY of the leveraged vault: the newest capture, and the ones before it whatever the range. */
export const leveragedApy: ApySource = {
  async live(ports) {
    const apy = (await latest(ports, 1)).at(-1)?.apy;
    if (apy == null) throw new FigureUnavailable('no epoch captured');
    return apy;
  },
  async history(range, ports) {
    const found = await latest(ports, CAPTURES_SHOWN).catch((error: unknown) => {
      throw fromStoreFault(error, 'yields');
    });
    const points = found.flatMap(({ measuredAt, apy }) =>
      apy === null
        ? []
        : [{ date: new Date(measuredAt).toISOString().slice(0, 10), apy: Math.round(apy * 100) / 100 }],
    );
    const isComplete = found.length < CAPTURES_SHOWN || range !== 'All';
    return { points, isComplete: isComplete && coversRange(points, range, ports.clock.now()) };
  },
};

/** raSOL per raSOL Max at the newest capture. */
export const leveragedExchangeRate: ReadExchangeRate = async (ports) => {
  const newest = (await latest(ports, 1)).at(-1);
  if (newest === undefined) throw new FigureUnavailable('no epoch captured');
  return Number(newest.assetPerReceipt);
};

/** Captures what a raSOL Max holds in raSOL, and is worth in SOL, once the pool has been updated in the epoch. */
export function captureLeveraged(deployment: Deployment, { vault }: LeveragedDeployment): CaptureSource {
  const lpMint = deployment.rasolMaxMint;
  return {
    async read(ports) {
      const { pool, epoch, measuredAt, read } = await readSettledPool(ports, deployment, [vault, lpMint]);
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
  };
}
