import type { Address } from '@solana/kit';
import { type AmountAsset, ASSET_DECIMALS, formatAmount, type ProblemCode } from '@staking-agent/wire';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';
import type { Bounds } from './find-bounds.ts';
import { type MeansPorts, readMeans } from './means.ts';
import { measureStake } from './measure-reach.ts';
import type { FindRange, StrategyRange } from './range.ts';

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
export type ReadStake = {
  /** Base units of the asset that goes in. */
  readonly amount: bigint;
  readonly wallet: Address;
  /** What the range is described from, the wallet and rent among it; nothing more is read for a refusal. */
  readonly read: ReadAccounts;
  readonly findRange: FindRange;
};

/** Builds a stake; adds the nearest accepted amounts to a refusal of its amount. */
export async function stakeNearest<T>(
  { amount, wallet, read, findRange }: ReadStake,
  ports: MeansPorts,
  build: () => Promise<T>,
): Promise<T> {
  try {
    return await build();
  } catch (error) {
    if (!isOfAmount(error)) throw error;
    const located = await findRange(wallet);
    throw addNearestStake(error, amount, located.describe(read, await readMeans(read, ports)));
  }
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
  try {
    return await build();
  } catch (error) {
    if (!isOfAmount(error)) throw error;
    throw addNearest(error, amount, findOwn(), asset);
  }
}

/** Checks whether another amount might be accepted. */
export function isOfAmount(error: unknown): error is ProblemError {
  return isProblemError(error) && OF_AMOUNTS.has(error.code);
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
