import type { Deployment } from '@staking-agent/chain/deployment';
import {
  applyFee,
  type FeeRounding,
  getStakePoolDecoder,
  lamportsForPoolTokens,
  poolTokensForLamports,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import type { BuildOperation } from '@staking-agent/verify';
import { isStrategyKey, STRATEGY_ASSETS } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { ReadAccounts } from '../upstreams/ledger/client.ts';

/** In a record, for the printed floor of a pool: the whole proof is made again. */
export const PROVED_AGAIN = 'proof';

/** What is traded with the pool of raSOL: SOL that is staked, or raSOL that is redeemed for SOL or stake. Base units. */
export type Trade = {
  readonly operation: BuildOperation;
  readonly kind: string | undefined;
  readonly amount: bigint;
};

/** What the pool must give for an amount so that at least `least` arrives; all in base units. */
export type PoolFloor = Pick<Trade, 'amount'> & {
  readonly worth: bigint;
  readonly least: bigint;
  /** How its program rounds fees. */
  readonly rounding: FeeRounding;
};

const ROUNDINGS: readonly FeeRounding[] = ['down', 'up'];
const FORM = /^(down|up):(\d+):(\d+):(\d+)$/;

/** Computes the payout of the pool, after its fee: raSOL for SOL, lamports for raSOL; rounded down. */
export function computeWorth(
  pool: StakePool,
  { operation, kind, amount }: Trade,
  { rounding }: { readonly rounding: FeeRounding },
): bigint {
  if (operation !== 'stake') {
    const fee = kind === 'instant' ? pool.solWithdrawalFee : pool.stakeWithdrawalFee;
    return lamportsForPoolTokens(pool, amount - applyFee(fee, amount, rounding));
  }
  const tokens = poolTokensForLamports(pool, amount);
  return tokens - applyFee(pool.solDepositFee, tokens, rounding);
}

/**
 * Computes what the pool must pay at broadcast so that at least `least` arrives. The two differ by a constant, such as the
 * rent that an exit repays from its stake.
 *
 * @param arriving.arrives - with this pool.
 */
export function createPoolFloor(
  pool: StakePool,
  trade: Trade,
  { arrives, least }: { readonly arrives: bigint; readonly least: bigint },
): PoolFloor {
  const found = ROUNDINGS.find((rounding) => computeWorth(pool, trade, { rounding }) === arrives);
  const rounding = found ?? 'up';
  const worth = computeWorth(pool, trade, { rounding }) - (arrives - least);
  return { amount: trade.amount, worth: worth > 0n ? worth : 0n, least, rounding };
}

/** Prints a floor, for a token. */
export function printPoolFloor({ rounding, amount, worth, least }: PoolFloor): string {
  return [rounding, amount, worth, least].join(':');
}

/** Parses a printed floor; undefined for invalid text. */
export function readPoolFloor(text: string): PoolFloor | undefined {
  const [, rounding, amount = '', worth = '', least = ''] = FORM.exec(text) ?? [];
  if (rounding !== 'down' && rounding !== 'up') return undefined;
  return { rounding, amount: BigInt(amount), worth: BigInt(worth), least: BigInt(least) };
}

// Made once: making a decoder costs as much as decoding.
const STAKE_POOL = getStakePoolDecoder();

/**
 * Decodes the pool of raSOL, as of its last update.
 *
 * @throws {ProblemError} `upstream_error` when there is no such pool.
 */
export function decodePool(read: ReadAccounts, { stakePool }: Pick<Deployment, 'stakePool'>): StakePool {
  const account = read(stakePool.address);
  if (account?.owner !== stakePool.program || account.data.length === 0) throw problem('POOL_NOT_FOUND');
  return STAKE_POOL.decode(account.data);
}

/** Checks whether a strategy puts USDC into a vault, whose transactions its provider may make. */
export function isOfVault(strategy: string | undefined): boolean {
  return strategy !== undefined && isStrategyKey(strategy) && STRATEGY_ASSETS[strategy].input === 'USDC';
}
