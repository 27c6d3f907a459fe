import { isLockupInForce } from '@staking-agent/chain/stake';
import { ASSET_DECIMALS, formatAmount, type SuggestedCall } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import { isProblemError } from '../../problems/problem-error.ts';
import { isUpstreamFailure } from '../../problems/upstream-fault.ts';
import { type Key, requireAmount } from '../request-fields.ts';
import type { StrategyPorts } from '../strategy.ts';
import { readOwnStakes } from './read-own-stakes.ts';
import { suggestSplit } from './suggest-split.ts';

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

/** Of which account which part is to be given up. */
type PartialExit = { readonly wallet: Key; readonly stakeAccount: Key; readonly amount: bigint | undefined };

/**
 * Checks the amount of an instant exit against the account that will be given up as a whole.
 *
 * @param exit.amount - lamports as the caller named them, if at all.
 * @param held - lamports of the account, delegated and not.
 * @throws {ProblemError} `invalid_request` when it is more than the account holds or under 90 % of it, naming
 *   the whole amount, and the split that makes an account of what was asked for.
 */
export async function assertWholeAccount(
  exit: PartialExit,
  held: bigint,
  services: Pick<StrategyPorts, 'ledger' | 'stakeTerms'>,
): Promise<void> {
  const { amount } = exit;
  if (amount === undefined) return;
  if (amount <= held && amount * 100n >= held * LEAST_SHARE_PERCENT) return;
  const whole = formatAmount(held, ASSET_DECIMALS.SOL);
  if (amount > held) throw problem('AMOUNT_NOT_WHOLE', { whole, nearest: { lower: whole, higher: null } });
  const split = await findSplit({ ...exit, amount }, services);
  throw problem('AMOUNT_NOT_WHOLE', {
    whole,
    nearest: { lower: null, higher: whole },
    next: split && [split],
  });
}

/** Suggests the split that comes first; undefined when it is impossible or the ledger does not answer. */
async function findSplit(
  { wallet, stakeAccount, amount }: PartialExit & { readonly amount: bigint },
  services: Pick<StrategyPorts, 'ledger' | 'stakeTerms'>,
): Promise<SuggestedCall | undefined> {
  const minimumDelegation = services.stakeTerms.peek()?.minimumDelegation;
  if (minimumDelegation === undefined) return undefined;
  try {
    const { stakes, moment } = await readOwnStakes(
      [{ field: 'stakeAccount', key: stakeAccount }],
      wallet,
      services,
    );
    const account = stakes[0]?.account;
    if (account?.delegation === undefined || isLockupInForce(account, moment)) return undefined;
    const { stake: delegated } = account.delegation;
    const asked = {
      wallet: wallet.text,
      stakeAccount: stakeAccount.text,
      amount,
      delegated,
      minimumDelegation,
    };
    return suggestSplit(
      asked,
      'Splits the amount off into an account of its own. Once that has landed, send the exit with its newStakeAccount and without amount.',
    );
  } catch (error) {
    if (isProblemError(error) || isUpstreamFailure(error)) return undefined;
    throw error;
  }
}
