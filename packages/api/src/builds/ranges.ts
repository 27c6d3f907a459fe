import { type Address, address } from '@solana/kit';
import { PRIORITY_FEE_LIMIT } from '@staking-agent/verify';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  formatAmount,
  type InputAsset,
  type ProblemCode,
  type StrategyKey,
  type UnstakeKind,
} from '@staking-agent/wire';
import { insufficientFunds, isProblemError, type ProblemError, type Shortfall } from '../problems/problem.ts';
import type { Feed } from '../runtime/feed.ts';
import { RENT, type ReadAccounts, readRent } from '../upstreams/ledger/client.ts';
import { type PriorityFee, type StakeTerms, UNIQUE_LAMPORTS } from '../upstreams/ledger/feeds.ts';

/** The amounts that one way out takes at present, of any wallet and of this one; base units. */
export type ExitRange = {
  readonly kind: UnstakeKind;
  readonly asset: AmountAsset;
} & (
  | { readonly takes: 'whole-account' }
  | {
      readonly takes: 'amount';
      /** Whatever a wallet holds. `most` is the largest number there is where only the router or the provider knows. */
      readonly bounds: Bounds;
      readonly holds: bigint;
      /** The same for what the wallet holds: undefined while it holds nothing. */
      readonly own: Bounds | undefined;
    }
);

/** The amounts that a strategy takes and gives at present, of any wallet and of this one; base units. */
export type StrategyRange = {
  readonly asset: InputAsset;
  readonly bounds: Bounds;
  /** The vault takes so much until it is full; undefined where nothing fills up. */
  readonly capacityLeft?: bigint | undefined;
  /** The wallet's balance of the asset that goes in, and of SOL. */
  readonly holds: bigint;
  readonly lamports: bigint;
  readonly costs: StakeCosts;
  /** Why no stake of the wallet lands, whatever the amount. */
  readonly blocked?: ProblemError;
  readonly exits: readonly ExitRange[];
  /**
   * Returns what base units of the receipt pay once the stake that brings them has landed, in raSOL or USDC; undefined where
   * there is no receipt.
   *
   * @param staked - base units that the stake takes.
   * @throws {ProblemError} where they could not leave now.
   */
  readonly redeem?: (receipt: bigint, staked: bigint) => bigint;
};

/** The accounts of a wallet's range in one strategy, and its description. */
export type LocatedRange = {
  /** Beside the wallet, rent and clock, which are always read. */
  readonly addresses: readonly Address[];
  /** The token accounts of the wallet among them, which its stakes and exits go through. */
  readonly tokens: readonly Address[];
  /** @throws {ProblemError} when the ledger does not have what the strategy goes through. */
  describe(read: ReadAccounts, means: Means): StrategyRange;
};

/** An address without accounts: limits without a wallet are those of a wallet that holds nothing. */
export const NOBODY = address('1nc1nerator11111111111111111111111111111111');

/** The largest number of base units. */
export const BOUNDLESS = 2n ** 64n - 1n;

/** The ledger's present terms, which costs are computed from; lamports. */
export type Means = {
  readonly rentExemptReserve: bigint;
  readonly minimumDelegation: bigint;
  /** Computes the least balance of an account of so many bytes. */
  readonly rent: (size: number) => bigint;
  readonly signatureFee: bigint;
  /** Lamports that each build gives to a landing service, because its caller asks for it. */
  readonly tip: bigint;
  /** Present and highest bid of a strategy's builds for a compute unit; micro-lamports. */
  readonly price: (strategy: StrategyKey) => bigint;
  readonly dearest: bigint;
};

export type MeansPorts = {
  readonly stakeTerms: Feed<StakeTerms>;
  readonly priorityFee: PriorityFee;
  /** Lamports that the caller gives to a landing service with each build. */
  readonly tip?: bigint;
};

/** The costs of staking, in lamports; none of them can fall short. */
export type StakeCosts = {
  /** Rent of the accounts that the stake opens. */
  readonly rent: bigint;
  readonly fees: bigint;
  /** Highest costs of the dearest way out, rent that comes back among it. */
  readonly laterExit: bigint;
  /** Least balance of a wallet that exists. */
  readonly walletRent: bigint;
};

const TOKEN_ACCOUNT_SIZE = 165;
const MICRO = 1_000_000n;

/**
 * Collects the inputs of cost computations: feeds, and the rent of a reading.
 *
 * @param read - {@link RENT} among it.
 * @throws {UpstreamFault} when the reading has no usable rent, or a feed has no value.
 */
export async function readMeans(read: ReadAccounts, ports: MeansPorts): Promise<Means> {
  const { stakeTerms, priorityFee, tip = 0n } = ports;
  const { rentExemptReserve, minimumDelegation, signatureFee } = await stakeTerms.get();
  return {
    rentExemptReserve,
    minimumDelegation,
    rent: readRent(read),
    signatureFee,
    tip,
    price: (strategy) => priorityFee.price(strategy),
    dearest: priorityFee.ceiling,
  };
}

/** Computes the highest fee of a build of ours: signatures, and unit limit × price ÷ 10^6, rounded up. */
export function getOwnFee(
  unitLimit: number,
  price: bigint,
  { signatureFee, tip }: Means,
  signatures = 1n,
): bigint {
  const priority = (BigInt(unitLimit) * price + MICRO - 1n) / MICRO + UNIQUE_LAMPORTS;
  return signatures * signatureFee + priority + tip;
}

/** Returns the highest fee of a router transaction; the proof refuses a higher one. */
export function getRouterFee({ signatureFee }: Means): bigint {
  return signatureFee + PRIORITY_FEE_LIMIT;
}

/** Returns the rent of a token account, or zero when the account exists. */
export function getTokenRent({ rent }: Means, existing?: unknown): bigint {
  return existing === undefined ? rent(TOKEN_ACCOUNT_SIZE) : 0n;
}

/** Computes the costs of a stake beside its amount: to land it and to exit again. */
export function sumCosts({ rent, fees, laterExit, walletRent }: StakeCosts): bigint {
  return rent + fees + laterExit + walletRent;
}

/** The least and the most that is taken, in base units; or why nothing is. */
export type Bounds =
  | { readonly isOpen: true; readonly least: bigint; readonly most: bigint }
  | { readonly isOpen: false; readonly refusal: ProblemError };

/** Refusals of an amount that is too small. */
const TOO_SMALL: ReadonlySet<ProblemCode> = new Set([
  'AMOUNT_BELOW_ONE_SHARE',
  'AMOUNT_TOO_SMALL',
  'BELOW_MINIMUM_DELEGATION',
]);

/**
 * Finds the smallest and largest accepted amount by trying at most about 100 amounts.
 *
 * It assumes that every amount below one that is too small is too small as well, and that every amount above one that is
 * refused for another reason is refused as well.
 *
 * @param ceiling - highest amount to try, base units above zero.
 * @param attempt - tries an amount without effects; throws the refusal.
 */
export function findBounds(ceiling: bigint, attempt: (amount: bigint) => unknown): Bounds {
  const refuse = (amount: bigint): ProblemError | undefined => {
    try {
      attempt(amount);
      return undefined;
    } catch (error) {
      if (isProblemError(error)) return error;
      throw error;
    }
  };
  const isSmall = (amount: bigint) => TOO_SMALL.has(refuse(amount)?.code ?? 'INTERNAL');
  const least = findLeast(ceiling, (amount) => !isSmall(amount));
  const refusal = refuse(least);
  if (refusal !== undefined) return { isOpen: false, refusal };
  if (refuse(ceiling) === undefined) return { isOpen: true, least, most: ceiling };
  const beyond = findFirst(least, ceiling, (amount) => refuse(amount) !== undefined);
  return { isOpen: true, least, most: beyond - 1n };
}

/**
 * Finds the smallest number from 1 to `to` for which a monotonic condition holds; fast for small results. The condition
 * holds for `to`.
 */
function findLeast(to: bigint, holds: (amount: bigint) => boolean): bigint {
  let [from, step] = [1n, 1n];
  while (step < to && !holds(step)) {
    from = step + 1n;
    step *= 2n;
  }
  return findFirst(from, step < to ? step : to, holds);
}

/**
 * Finds the smallest number of `from..to` for which a monotonic condition holds, by bisection. The condition holds for `to`.
 */
function findFirst(from: bigint, to: bigint, holds: (amount: bigint) => boolean): bigint {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** Refusals that another amount may not meet. */
const OF_AMOUNTS: ReadonlySet<ProblemCode> = new Set([
  'AMOUNT_BELOW_ONE_SHARE',
  'AMOUNT_TOO_SMALL',
  'EXIT_EXCEEDS_IDLE',
  'INSUFFICIENT_FUNDS',
  'NO_EXIT_LIQUIDITY',
  'POOL_REFUSED',
  'VAULT_REFUSED',
]);

/** A stake that is about to be built on a reading of the ledger. */
type ReadStake = {
  /** Base units of the asset that goes in. */
  readonly amount: bigint;
  /** The facts that the range is described from, with wallet and rent; a refusal reads nothing more. */
  readonly read: ReadAccounts;
  readonly range: LocatedRange;
};

/** Builds a stake; adds the nearest accepted amounts to a refusal of its amount. */
export async function stakeNearest<T>(
  { amount, read, range }: ReadStake,
  ports: MeansPorts,
  build: () => Promise<T>,
): Promise<T> {
  return await withNearest(build, async (refusal) =>
    addNearestStake(refusal, amount, range.describe(read, await readMeans(read, ports))),
  );
}

/**
 * Builds or quotes an exit; adds the nearest possible amounts to a refusal of its amount.
 *
 * @param amount - base units of what is given up, or taken out of the USDC vault.
 * @param findOwn - what can leave; asked only for a refusal.
 */
export async function exitNearest<T>(
  { amount, asset }: { readonly amount: bigint; readonly asset: AmountAsset },
  findOwn: () => Bounds | undefined,
  build: () => Promise<T>,
): Promise<T> {
  return await withNearest(build, (refusal) => addNearest(refusal, amount, findOwn(), asset));
}

async function withNearest<T>(
  build: () => Promise<T>,
  add: (refusal: ProblemError) => ProblemError | Promise<ProblemError>,
): Promise<T> {
  try {
    return await build();
  } catch (error) {
    throw isProblemError(error) && OF_AMOUNTS.has(error.code) ? await add(error) : error;
  }
}

/** Adds to the refusal of a stake the nearest amounts that the wallet could stake and take out again. */
export function addNearestStake(error: ProblemError, amount: bigint, range: StrategyRange): ProblemError {
  const { asset, bounds } = range;
  const { max } = measureStake(range);
  return addNearest(error, amount, bounds.isOpen && max > 0n ? { ...bounds, most: max } : undefined, asset);
}

/** Adds the bounds to the refusal of an amount outside them. */
export function addNearest(
  error: ProblemError,
  amount: bigint,
  own: Bounds | undefined,
  asset: AmountAsset,
): ProblemError {
  if (own?.isOpen !== true) return error;
  const { least, most } = own;
  const print = (units: bigint) => formatAmount(units, ASSET_DECIMALS[asset]);
  const [lower, higher] = [most < amount ? print(most) : null, amount < least ? print(least) : null];
  if (lower === null && higher === null) return error;
  return Object.assign(error, { members: { ...error.members, nearest: { lower, higher } } });
}

/** The most that a wallet can put in or take out, in base units; zero with the refusal of anything. */
export type Reach =
  | { readonly max: bigint; readonly refusal?: undefined }
  | { readonly max: 0n; readonly refusal: ProblemError };

/**
 * Measures how much a wallet can stake so that it lands and leaves enough SOL to exit again.
 *
 * @param most - base units that anything else limits it to.
 */
export function measureStake(
  { asset, bounds, holds, lamports, costs, blocked }: Omit<StrategyRange, 'exits'>,
  most?: bigint,
): Reach {
  if (!bounds.isOpen) return { max: 0n, refusal: bounds.refusal };
  const needed = sumCosts(costs);
  const isSol = asset === 'SOL';
  const put = isSol ? bounds.least : 0n;
  if (lamports < put + needed) return { max: 0n, refusal: lackLamports({ put, lamports, costs }) };
  if (holds < bounds.least) return lackLeast(asset, holds, bounds.least);
  if (blocked !== undefined) return { max: 0n, refusal: blocked };
  const free = isSol ? holds - needed : holds;
  return { max: [bounds.most, most ?? free].reduce((least, each) => (each < least ? each : least), free) };
}

/**
 * Creates the refusal of `max` for lack of SOL.
 *
 * Only rent is certain to be taken. The fees of an amount may be lower than the highest, which `max` keeps back beside what it
 * costs to leave again; none is zero.
 *
 * @param lack.put - least lamports that are staked.
 */
export function lackLamports(
  { put, lamports, costs }: { readonly put: bigint; readonly lamports: bigint; readonly costs: StakeCosts },
  tip?: Shortfall['tip'],
): ProblemError {
  const [needs, taken] = [put + sumCosts(costs), put + costs.rent];
  const left = lamports > taken ? { keeps: needs - taken } : { isLeast: true };
  return insufficientFunds({ holder: 'wallet', asset: 'SOL', holds: lamports, needs, tip, ...left });
}

function lackLeast(asset: AmountAsset, holds: bigint, needs: bigint): Reach {
  return { max: 0n, refusal: insufficientFunds({ holder: 'wallet', asset, holds, needs, isLeast: true }) };
}

/** Measures how much of its holding a wallet can withdraw. */
export function measureExit({ asset, holds, own }: ExitRange & { readonly takes: 'amount' }): Reach {
  if (own === undefined) return lackLeast(asset, holds, 1n);
  return own.isOpen ? { max: own.most } : { max: 0n, refusal: own.refusal };
}
