import type { Call } from '../../programs/read-call.ts';
import type { Swap } from './swap.ts';

/** What programs call the one who signs for the input, the account drawn on, and the one paid into. */
const AUTHORITY = ['user', 'owner', 'funding wallet'];
const SOURCE = ['stake account', 'source', 'funding wallet'];
const DESTINATION = ['destination', 'recipient', 'new stake account'];

/**
 * Creates a swap from what a call takes and gives: a stake account as a whole, any other asset up to an amount.
 *
 * @param own - what the program has otherwise.
 */
export function toSwap(
  { name, account, amount, takes }: Call,
  own: Pick<Swap, 'minimum'> & Partial<Swap>,
): Swap {
  const first = (roles: readonly string[]) => account(roles.find(takes) ?? '');
  return {
    name,
    authority: first(AUTHORITY),
    source: first(SOURCE),
    most: takes('stake account') ? 'everything' : (amount('amount') ?? amount('amount in') ?? 0n),
    destinations: [first(DESTINATION)],
    fixed: [],
    ...own,
  };
}
