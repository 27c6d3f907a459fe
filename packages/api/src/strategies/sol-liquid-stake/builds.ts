import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeTokenAmount,
  findAssociatedTokenAddress,
} from '@staking-agent/chain/ledger';
import { previewDepositSol, type StakePool } from '@staking-agent/chain/stake-pool';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import {
  addNearest,
  BOUNDLESS,
  type Bounds,
  type ExitRange,
  findBounds,
  getOwnFee,
  getRouterFee,
  getTokenRent,
  type Means,
  type StakeCosts,
} from '../../builds/ranges.ts';
import { UpstreamRefusal } from '../../problems/faults.ts';
import { insufficientFunds, type ProblemError, problem } from '../../problems/problem.ts';
import type { ReadAccounts } from '../../upstreams/ledger/client.ts';
import { listPoolFees } from '../facts.ts';
import { describeEpochEnd, MARKET_SLIPPAGE_BPS, POOL_SLIPPAGE_BPS } from '../options.ts';
import { orderHeld, orderProvable, requireAddress, requireExitAmount } from '../prepare.ts';
import { getExit, readRanges } from '../reach.ts';
import type { Exit, Located, Quote, Stake, StrategyBuilds, StrategyServices } from '../strategy.ts';
import { decodePool } from '../vault.ts';
import { type CurrentPool, canSplitOff, describeLiquidHolding, LEAST_TOKENS, tooSmall } from './position.ts';

/**
 * Finds the accounts of the pool and of the wallet's raSOL. Its limits are those that the pool determines: only the router
 * knows the market's liquidity, which takes stakes also while the pool is of the last epoch.
 */
export const locateLiquid = (wallet: Address, deployment: Deployment): Located => {
  const { rasolMint, stakePool } = deployment;
  const account = findAssociatedTokenAddress(wallet, rasolMint);
  return {
    addresses: [account, stakePool.address],
    tokens: [account],
    describe: (read, means) => {
      const lamports = read(wallet)?.lamports ?? 0n;
      const held = decodeTokenAmount(read(account)?.data, wallet);
      const current = readPool(read, deployment);
      return {
        asset: 'SOL',
        bounds: findStakeBounds(current.pool),
        holds: lamports,
        lamports,
        costs: getCosts(means, held),
        redeem: (tokens) => tokens,
        exits: listExits(current, means, held ?? 0n),
      };
    },
    describeFacts: (read) => ({
      fees: listPoolFees(decodePool(read, deployment), stakePool.address, [
        'epochFee',
        'solDepositFee',
        'stakeDepositFee',
        'solWithdrawalFee',
        'stakeWithdrawalFee',
      ]),
    }),
    describeHoldings(read, terms) {
      const held = decodeTokenAmount(read(account)?.data, wallet) ?? 0n;
      if (held === 0n) return [];
      return [describeLiquidHolding(wallet, rasolMint, held, readPool(read, deployment), terms)];
    },
  };
};

function readPool(read: ReadAccounts, deployment: Deployment): CurrentPool {
  const pool = decodePool(read, deployment);
  const epoch = decodeClock(read(CLOCK_ADDRESS)?.data)?.epoch ?? pool.lastUpdateEpoch;
  return { pool, isCurrent: pool.lastUpdateEpoch >= epoch };
}

/** No pool is so large that a deposit up to this would not fit; the router has no limit of its own that is known. */
const TRIED = 2n ** 53n;

function findStakeBounds(pool: StakePool): Bounds {
  const bounds = findBounds(TRIED, (lamports) => {
    const deposit = previewDepositSol(pool, { lamports, epoch: pool.lastUpdateEpoch, feeRounding: 'up' });
    if (!deposit.ok || deposit.userTokens < LEAST_TOKENS) {
      throw problem('AMOUNT_BELOW_ONE_SHARE', { receipt: 'raSOL' });
    }
  });
  return bounds.isOpen ? { ...bounds, most: BOUNDLESS } : bounds;
}

/**
 * Computes the costs of the more expensive exit: instant through a temporary token account, or slow through a stake account
 * that is emptied later.
 */
function getCosts(means: Means, held: bigint | undefined): StakeCosts {
  const withdrawal = getOwnFee(UNITS.withdraw, means.dearest, means);
  const [instant, slow] = [getTokenRent(means), means.rentExemptReserve + withdrawal];
  return {
    rent: getTokenRent(means, held),
    fees: getRouterFee(means),
    laterExit: getRouterFee(means) + (instant > slow ? instant : slow),
    walletRent: means.rent(0),
  };
}

function listExits({ pool, isCurrent }: CurrentPool, means: Means, holds: bigint): ExitRange[] {
  const describe = (kind: LiquidExit, bounds: Bounds): ExitRange => {
    const own: Bounds =
      bounds.isOpen && holds < bounds.least
        ? { isOpen: false, refusal: refuseTooLittle(kind, bounds.least, means) }
        : bounds.isOpen
          ? { ...bounds, most: holds }
          : bounds;
    return { kind, asset: 'raSOL', takes: 'amount', bounds, holds, own: holds === 0n ? undefined : own };
  };
  const split = findBounds(BOUNDLESS, (tokens) => {
    if (!canSplitOff(pool, tokens, means)) throw tooSmall();
  });
  return [
    describe('instant', { isOpen: true, least: LEAST_TOKENS, most: BOUNDLESS }),
    describe('slow', isCurrent ? split : { isOpen: false, refusal: problem('POOL_NOT_UPDATED') }),
  ];
}

type LiquidExit = keyof StrategyBuilds<'sol-liquid-stake'>['unstake'];

/** Creates the problem of less raSOL than an exit takes: the market, or the stake program, which splits off no less. */
function refuseTooLittle(kind: LiquidExit, least: bigint, { minimumDelegation }: Means): ProblemError {
  if (kind === 'instant') return tooSmall();
  return problem('BELOW_MINIMUM_DELEGATION', {
    least: formatAmount(least, ASSET_DECIMALS.raSOL),
    worth: formatAmount(minimumDelegation, ASSET_DECIMALS.SOL),
  });
}

/** Swaps SOL for raSOL over the pool or a market; with `minReceive` over a market only, whose bytes demand it. */
const stake: Stake<'sol-liquid-stake'> = async ({ body, wallet, amount }, services) => {
  const { solMint, rasolMint } = services.config.deployment;
  const hasMinimum = body.minReceive !== undefined;
  const swap = { sell: solMint, buy: rasolMint, amount, slippageBps: POOL_SLIPPAGE_BPS, hasMinimum };
  await services.requireStore();
  return orderProvable(services, async (programs) => {
    const ordered = services.router.orderSwap({ ...swap, programs }, wallet.text);
    const { routing, ...draft } = await toDraft(wallet.text, orderHeld(ordered, body.minReceive), services);
    return {
      ...draft,
      operation: 'stake',
      request: body,
      spends: { asset: 'SOL', amount },
      route: 'token',
      fields: () => ({ strategy: 'sol-liquid-stake', ...routing }),
    };
  });
};

/** Swaps raSOL for SOL at once, over a market or the pool; with `minReceive` over a market only. */
const unstakeInstant: Exit<'sol-liquid-stake', 'instant'> = async (body, services) => {
  const { solMint, rasolMint } = services.config.deployment;
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const spends = { asset: 'raSOL', amount: requireSoldAmount(body.amount) } as const;
  const hasMinimum = body.minReceive !== undefined;
  const swap = { sell: rasolMint, buy: solMint, slippageBps: MARKET_SLIPPAGE_BPS, hasMinimum };
  await services.requireStore();
  return orderProvable(services, async (programs) => {
    const ordered = services.router.orderSwap({ ...swap, amount: spends.amount, programs }, wallet);
    const held = orderOrLack('instant', orderHeld(ordered, body.minReceive), wallet, spends.amount, services);
    const { routing, ...draft } = await toDraft(wallet, held, services);
    return {
      ...draft,
      operation: 'unstake',
      request: body,
      spends,
      route: 'token',
      fields: () => ({ strategy: 'sol-liquid-stake', kind: 'instant', ...routing }),
    };
  });
};

const SEEDS = 2 ** 31;

/**
 * Redeems raSOL for a native stake account of the wallet's own, which starts to cool down in the same transaction. Its address
 * is read from the simulation.
 */
const unstakeSlow: Exit<'sol-liquid-stake', 'slow'> = async (body, services, again) => {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const spends = { asset: 'raSOL', amount: requireRasolAmount(body.amount) } as const;
  // Two exits built at once must not share an address; one that is refreshed keeps its own.
  const keep = again ?? services.random.bytes(4);
  const terms = await services.stakeTerms.get();
  const exit = {
    sell: services.config.deployment.rasolMint,
    amount: spends.amount,
    slippageBps: limitSlippage(spends.amount, terms.rentExemptReserve),
    seed: Buffer.from(keep).readUInt32LE() % SEEDS,
  };
  await services.requireStore();
  const ordered = orderOrLack(
    'slow',
    services.router.orderStakeExit(exit, wallet),
    wallet,
    spends.amount,
    services,
  );
  const { routing, ...draft } = await toDraft(wallet, ordered, services);
  return {
    ...draft,
    operation: 'unstake',
    request: body,
    spends,
    route: 'withdrawStake',
    keep,
    fields: (newStakeAccount) => ({
      strategy: 'sol-liquid-stake',
      kind: 'slow',
      ...routing,
      notes: `The raSOL becomes the stake account ${newStakeAccount}, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (${describeEpochEnd(terms, services)}), POST /withdraw empties it.`,
    }),
  };
};

/** Waits for an order of the router; returns its routing and the members that every build of such an order has. */
async function toDraft<Routing>(
  wallet: Address,
  order: Promise<{ readonly transaction: string; readonly routing: Routing }>,
  { blockhash }: StrategyServices,
) {
  const { transaction, routing } = await order;
  return {
    by: 'router' as const,
    locate: locateLiquid,
    transaction,
    routing,
    wallet,
    lifetime: await blockhash.get(),
  };
}

const BASIS_POINTS = 10_000n;

// The pool pays by arithmetic, more with each epoch: a router that is left more room may use it to lend rent at the price of
// a minimum delegation. One rent is well within the three that the exit is held to, also where a raSOL is worth two SOL.
function limitSlippage(rasol: bigint, rent: bigint): number {
  return Math.min(Number((rent * BASIS_POINTS) / rasol), POOL_SLIPPAGE_BPS);
}

/** Previews the instant exit; `priceImpactPct` is a fraction, or null when the router reports none. */
const quote: Quote<'sol-liquid-stake'> = async (body, services) => {
  requireAddress(body.wallet, 'wallet');
  const rasol = requireSoldAmount(body.amount);
  const { solMint, rasolMint } = services.config.deployment;
  const swap = { sell: rasolMint, buy: solMint, amount: rasol, slippageBps: MARKET_SLIPPAGE_BPS };
  const { bought, priceImpact } = await services.router.quoteSwap(swap);
  return {
    strategy: 'sol-liquid-stake',
    inAsset: 'raSOL',
    outAsset: 'SOL',
    inAmount: body.amount ?? formatAmount(rasol, ASSET_DECIMALS.raSOL),
    outAmount: formatAmount(bought, ASSET_DECIMALS.SOL),
    priceImpactPct: priceImpact,
  };
};

export const liquidBuilds: StrategyBuilds<'sol-liquid-stake'> = {
  stake,
  unstake: { instant: unstakeInstant, slow: unstakeSlow },
  quote,
};

/**
 * Waits for a router order that takes a wallet's raSOL. Of a refusal the ledger is asked for the cause: the router only says that
 * an account is missing of a wallet without raSOL, and that the amount is too small of a slow exit.
 */
async function orderOrLack<Order>(
  kind: LiquidExit,
  order: Promise<Order>,
  wallet: Address,
  amount: bigint,
  services: StrategyServices,
): Promise<Order> {
  try {
    return await order;
  } catch (error) {
    if (!(error instanceof UpstreamRefusal)) throw error;
    throw (await findRefusal(kind, wallet, amount, services).catch(() => undefined)) ?? error;
  }
}

async function findRefusal(kind: LiquidExit, wallet: Address, amount: bigint, services: StrategyServices) {
  const reading = await readRanges(['sol-liquid-stake'], wallet, services);
  const { asset, bounds, holds, own } = getExit('sol-liquid-stake', kind, reading);
  if (!bounds.isOpen) return bounds.refusal;
  const isLeast = own?.isOpen !== true;
  const lacking = { holder: 'wallet', asset, holds, needs: amount, isLeast } as const;
  if (holds < amount) return addNearest(insufficientFunds(lacking), amount, own, asset);
  if (own?.isOpen !== true) return own?.refusal;
  const { least } = own;
  return amount < least
    ? addNearest(refuseTooLittle(kind, least, reading.means), amount, own, asset)
    : undefined;
}

function requireRasolAmount(amount: string | undefined): bigint {
  const rule = 'sol-liquid-stake needs the raSOL to give up, as decimal text.';
  return requireExitAmount(amount, 'raSOL', rule);
}

/** Requires an amount of raSOL that brings SOL after the roundings of a market. */
function requireSoldAmount(amount: string | undefined): bigint {
  const rasol = requireRasolAmount(amount);
  if (rasol < LEAST_TOKENS) throw tooSmall();
  return rasol;
}
