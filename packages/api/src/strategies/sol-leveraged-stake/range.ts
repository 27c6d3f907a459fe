import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import { getMarginfiAccountSize } from '@staking-agent/chain/lending';
import { poolTokensForLamports } from '@staking-agent/chain/stake-pool';
import { decodePool } from '../../builds/decode-pool.ts';
import { type Bounds, findBounds } from '../../builds/find-bounds.ts';
import { getOwnFee, getRouterFee, getTokenRent, type Means, type StakeCosts } from '../../builds/means.ts';
import { BOUNDLESS, type FindRange } from '../../builds/range.ts';
import { problem } from '../../problems/problem.ts';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { LEAST_TOKENS } from '../sol-liquid-stake/range.ts';
import { findExitPlace } from './leveraged-accounts.ts';
import { planExit } from './plan-exit.ts';
import { previewStake } from './preview-stake.ts';
import { decodeExit, type ExitReading, type LocatedExit, locateExit } from './read-exit.ts';
import { UNIT_LIMITS } from './unit-limits.ts';

/** Returns the limits of stakes into the vault and of exits, as a build at the same moment would apply them. */
export function createFindRange(deployment: Deployment, leveraged: LeveragedDeployment): FindRange {
  const placing = findExitPlace(deployment, leveraged);
  return async (wallet) => {
    const place = await placing;
    const located = await locateExit(wallet, place);
    return {
      addresses: [deployment.stakePool.address, ...located.addresses],
      describe: (read, means) => {
        const reading = decodeExit(read, wallet, place, located);
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
function getLeveragedCosts(read: ReadAccounts, means: Means, { accounts, through }: LocatedExit): StakeCosts {
  const { userAsset, userLp } = accounts;
  const own = through?.own;
  const opened =
    own === undefined
      ? 0n
      : getTokenRent(means, read(own.userSol)) +
        (read(own.lendingAccount) === undefined ? means.rent(getMarginfiAccountSize()) : 0n);
  return {
    rent: getTokenRent(means, read(userAsset)) + getTokenRent(means, read(userLp)),
    fees: getOwnFee(UNIT_LIMITS.stake, means.price('sol-leveraged-stake'), means),
    laterExit:
      getOwnFee(UNIT_LIMITS.flashExit, means.dearest, means) +
      opened +
      getRouterFee(means) +
      getTokenRent(means),
    walletRent: means.rent(0),
  };
}
