import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import { requireAmount } from '../../request-fields.ts';

/** An instant exit takes the whole account: whoever names less than this share of it means something else. */
const LEAST_SHARE_PERCENT = 90n;

/**
 * Reads the amount of an instant exit, before anyone is asked.
 *
 * @returns lamports, or undefined when the caller left it out.
 * @throws {ProblemError} `invalid_request` when it does not fit.
 */
export function readExitAmount(amount: string | undefined): bigint | undefined {
  return amount === undefined ? undefined : requireAmount(amount, 'amount', ASSET_DECIMALS.SOL);
}

/**
 * Checks the amount of an instant exit against the account that will be given up as a whole.
 *
 * @param lamports - as the caller named it, if at all.
 * @param held - lamports of the account, delegated and not.
 * @throws {ProblemError} `invalid_request` when it is more than the account holds or under 90 % of it, naming
 *   the whole amount.
 */
export function assertWholeAccount(lamports: bigint | undefined, held: bigint): void {
  if (lamports === undefined) return;
  if (lamports <= held && lamports * 100n >= held * LEAST_SHARE_PERCENT) return;
  const whole = formatAmount(held, ASSET_DECIMALS.SOL);
  const nearest = lamports > held ? { lower: whole, higher: null } : { lower: null, higher: whole };
  throw problem('AMOUNT_NOT_WHOLE', { whole, nearest });
}
