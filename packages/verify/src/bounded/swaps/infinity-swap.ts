import { u64At } from '../../ledger/little-endian.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';

const EXACT_IN = 1;
const EXACT_OUT = 2;
const SIZE = 27;
const LIMIT_AT = 11;
const AMOUNT_AT = 19;

/**
 * Reads a swap of the Infinity pool: tag, two counts of accounts (u8), two indexes (u32), u64 limit, u64 amount.
 *
 * Accounts: signer, mint in, mint out, source, destination. The limit is the minimum out of an exact input, and the
 * maximum in of an exact output.
 */
export function readInfinitySwap({ accounts, data }: Step): Swap | undefined {
  const [tag] = data;
  if ((tag !== EXACT_IN && tag !== EXACT_OUT) || data.length !== SIZE) return undefined;
  const limit = u64At(data, LIMIT_AT) ?? 0n;
  const amount = u64At(data, AMOUNT_AT) ?? 0n;
  const isExactIn = tag === EXACT_IN;
  return {
    name: isExactIn ? 'SwapExactIn' : 'SwapExactOut',
    authority: accounts[0],
    source: accounts[3],
    most: isExactIn ? amount : limit,
    destinations: [accounts[4]],
    minimum: isExactIn ? limit : amount,
    fixed: [],
  };
}
