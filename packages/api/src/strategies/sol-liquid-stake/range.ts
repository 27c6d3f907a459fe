import type { Deployment } from '@staking-agent/chain/deployment';
import {
  applyFee,
  lamportsForPoolTokens,
  previewDepositSol,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/token';
import { decodePool } from '../../builds/decode-pool.ts';
import { type Bounds, findBounds } from '../../builds/find-bounds.ts';
import { getOwnFee, getRouterFee, getTokenRent, type Means, type StakeCosts } from '../../builds/means.ts';
import { BOUNDLESS, type ExitRange, type FindRange } from '../../builds/range.ts';
import { problem } from '../../problems/problem.ts';
import { COMPUTE_UNIT_LIMITS } from '../sol-native-stake/native-messages.ts';

/**
 * Base units of raSOL below which nothing is offered: of so many, roundings by a base unit or two stay far within the
 * 0.5 % that the proof lets a router's transaction lose.
 */
export const LEAST_TOKENS = 1_000n;

/**
 * Returns the limits of a stake through the router, as far as the pool determines them; only the router knows the market's
 * liquidity.
 */
export function createFindRange(deployment: Deployment): FindRange {
  const { rasolMint, stakePool } = deployment;
  return async (wallet) => {
    const account = await findAssociatedTokenAddress(wallet, rasolMint);
    return {
      addresses: [account, stakePool.address],
      describe: (read, means) => {
        const lamports = read(wallet)?.lamports ?? 0n;
        const held = decodeTokenAmount(read(account)?.data);
        const pool = decodePool(read, deployment);
        const epoch = decodeClock(read(CLOCK_ADDRESS)?.data)?.epoch ?? pool.lastUpdateEpoch;
        return {
          asset: 'SOL',
          bounds: findStakeBounds(pool, epoch),
          holds: lamports,
          lamports,
          costs: getLiquidCosts(means, held),
          redeem: (tokens) => tokens,
          exits: listLiquidExits(pool, means, held ?? 0n),
        };
      },
    };
  };
}

/** No pool is so large that a deposit up to this would not fit; the router has no limit of its own that is known. */
const TRIED = 2n ** 53n;

function findStakeBounds(pool: StakePool, epoch: bigint): Bounds {
  if (pool.lastUpdateEpoch < epoch) return { isOpen: false, refusal: problem('POOL_NOT_UPDATED') };
  const bounds = findBounds(TRIED, (lamports) => {
    const deposit = previewDepositSol(pool, { lamports, epoch, feeRounding: 'up' });
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
function getLiquidCosts(means: Means, held: bigint | undefined): StakeCosts {
  const withdrawal = getOwnFee(COMPUTE_UNIT_LIMITS.withdraw, means.dearest, means);
  const [instant, slow] = [getTokenRent(means), means.rentExemptReserve + withdrawal];
  return {
    rent: getTokenRent(means, held),
    fees: getRouterFee(means),
    laterExit: getRouterFee(means) + (instant > slow ? instant : slow),
    walletRent: means.rent(0),
  };
}

function listLiquidExits(pool: StakePool, means: Means, holds: bigint): ExitRange[] {
  const judge = (isEnough: (tokens: bigint) => boolean, ceiling: bigint) =>
    findBounds(ceiling, (tokens) => {
      if (!isEnough(tokens)) throw problem('AMOUNT_TOO_SMALL', { burned: 'raSOL', asset: 'SOL' });
    });
  const isEnough = {
    instant: (tokens: bigint) => tokens >= LEAST_TOKENS,
    // The stake program splits off no less than the least delegation.
    slow: (tokens: bigint) => {
      const left = tokens - applyFee(pool.stakeWithdrawalFee, tokens, 'up');
      return tokens >= LEAST_TOKENS && lamportsForPoolTokens(pool, left) >= means.minimumDelegation;
    },
  };
  return (['instant', 'slow'] as const).map((kind) => ({
    kind,
    asset: 'raSOL',
    takes: 'amount',
    bounds: judge(isEnough[kind], BOUNDLESS),
    holds,
    own: holds === 0n ? undefined : judge(isEnough[kind], holds),
  }));
}
