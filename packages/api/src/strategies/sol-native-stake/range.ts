import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { getOwnFee, getRouterFee, getTokenRent, type Means, type StakeCosts } from '../../builds/means.ts';
import type { FindRange } from '../../builds/range.ts';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import { COMPUTE_UNIT_LIMITS } from './native-messages.ts';

/** The answer states lamports as JSON integers, which are exact up to here. */
export const LAMPORTS_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/** A new stake account signs for itself, beside the wallet. */
const SIGNATURES = 2n;

/** What a stake in a new stake account takes; whole accounts leave again. */
export const findNativeRange: FindRange = async (wallet) => ({
  addresses: [],
  describe: (read, means) => {
    const lamports = read(wallet)?.lamports ?? 0n;
    const { minimumDelegation: least } = means;
    return {
      asset: 'SOL',
      bounds:
        least <= LAMPORTS_LIMIT
          ? { isOpen: true, least, most: LAMPORTS_LIMIT }
          : { isOpen: false, refusal: belowMinimum(least) },
      holds: lamports,
      lamports,
      costs: getNativeCosts(means),
      exits: [
        { kind: 'deactivate', asset: 'SOL', takes: 'whole-account' },
        { kind: 'instant', asset: 'SOL', takes: 'whole-account' },
      ],
    };
  },
});

/** Accounts that an instant exit opens and may close again: of raSOL, and of wrapped SOL. */
const EXIT_ACCOUNTS = 2n;

/**
 * Computes the costs of the more expensive exit: deactivation and withdrawal, or the router with temporary token accounts.
 */
function getNativeCosts(means: Means): StakeCosts {
  const { stake, deactivate, withdraw } = COMPUTE_UNIT_LIMITS;
  const slow = getOwnFee(deactivate, means.dearest, means) + getOwnFee(withdraw, means.dearest, means);
  const instant = getRouterFee(means) + EXIT_ACCOUNTS * getTokenRent(means);
  return {
    rent: means.rentExemptReserve,
    fees: getOwnFee(stake, means.price('sol-native-stake'), means, SIGNATURES),
    laterExit: instant > slow ? instant : slow,
    walletRent: means.rent(0),
  };
}

/** Refuses a delegation below the ledger's minimum. */
export function belowMinimum(minimum: bigint): ProblemError {
  return problem('BELOW_MINIMUM_DELEGATION', { least: formatAmount(minimum, ASSET_DECIMALS.SOL) });
}

/** Refuses an amount beyond 2^53 - 1 lamports, which the answer cannot state. @throws {ProblemError} `AMOUNT_TOO_LARGE`. */
export function assertStatable(lamports: bigint): void {
  if (lamports <= LAMPORTS_LIMIT) return;
  const limit = formatAmount(LAMPORTS_LIMIT, ASSET_DECIMALS.SOL);
  throw problem('AMOUNT_TOO_LARGE', {
    field: 'amount',
    rule: `must be at most ${limit} SOL in one stake account`,
    nearest: { lower: limit, higher: null },
  });
}
