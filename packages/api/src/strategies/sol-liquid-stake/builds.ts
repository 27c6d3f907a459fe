import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeTokenAmount,
  findAssociatedTokenAddress,
} from '@staking-agent/chain/ledger';
import {
  applyFee,
  lamportsForPoolTokens,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import {
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
import { findTokenShortfall } from '../../builds/simulate.ts';
import { UpstreamRefusal } from '../../problems/faults.ts';
import { insufficientFunds, problem } from '../../problems/problem.ts';
import type { ReadAccounts } from '../../upstreams/ledger/client.ts';
import { listPoolFees } from '../facts.ts';
import { describeEpochEnd, MARKET_SLIPPAGE_BPS, POOL_SLIPPAGE_BPS } from '../options.ts';
import { orderHeld, orderProvable, requireAddress, requireExitAmount } from '../prepare.ts';
import type { Exit, Located, Quote, Stake, StrategyBuilds, StrategyServices } from '../strategy.ts';
import { decodePool } from '../vault.ts';
import { type CurrentPool, describeLiquidHolding, LEAST_TOKENS, tooSmall } from './position.ts';

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
  const judge = (isEnough: (tokens: bigint) => boolean, ceiling: bigint) =>
    findBounds(ceiling, (tokens) => {
      if (!isEnough(tokens)) throw tooSmall();
    });
  const isEnough = {
    instant: (tokens: bigint) => tokens >= LEAST_TOKENS,
    // The stake program splits off no less than the least delegation.
    slow: (tokens: bigint) => {
      const left = tokens - applyFee(pool.stakeWithdrawalFee, tokens, 'up');
      return tokens >= LEAST_TOKENS && lamportsForPoolTokens(pool, left) >= means.minimumDelegation;
    },
  };
  return (['instant', 'slow'] as const).map((kind) => {
    const isClosed = kind === 'slow' && !isCurrent;
    const closed = isClosed ? { isOpen: false as const, refusal: problem('POOL_NOT_UPDATED') } : undefined;
    return {
      kind,
      asset: 'raSOL',
      takes: 'amount',
      bounds: closed ?? judge(isEnough[kind], BOUNDLESS),
      holds,
      own: holds === 0n ? undefined : (closed ?? judge(isEnough[kind], holds)),
    };
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
  const spends = { asset: 'raSOL', amount: requireRasolAmount(body.amount) } as const;
  const hasMinimum = body.minReceive !== undefined;
  const swap = { sell: rasolMint, buy: solMint, slippageBps: MARKET_SLIPPAGE_BPS, hasMinimum };
  await services.requireStore();
  return orderProvable(services, async (programs) => {
    const ordered = services.router.orderSwap({ ...swap, amount: spends.amount, programs }, wallet);
    const held = orderOrLack(orderHeld(ordered, body.minReceive), wallet, spends, services);
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
  const ordered = orderOrLack(services.router.orderStakeExit(exit, wallet), wallet, spends, services);
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
  const rasol = requireRasolAmount(body.amount);
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
 * Waits for a router order that takes a wallet's raSOL. A refusal for insufficient raSOL states the wallet's balance; for a
 * wallet without a raSOL account, the router only says that an account is missing.
 */
async function orderOrLack<Order>(
  order: Promise<Order>,
  wallet: Address,
  spends: { readonly asset: 'raSOL'; readonly amount: bigint },
  services: StrategyServices,
): Promise<Order> {
  try {
    return await order;
  } catch (error) {
    if (!(error instanceof UpstreamRefusal)) throw error;
    const lacking = await findTokenShortfall(wallet, spends, services).catch(() => undefined);
    throw lacking === undefined ? error : insufficientFunds(lacking);
  }
}

function requireRasolAmount(amount: string | undefined): bigint {
  const rule = 'sol-liquid-stake needs the raSOL to give up, as decimal text.';
  return requireExitAmount(amount, 'raSOL', rule);
}
