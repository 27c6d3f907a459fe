import { u64At } from '../../ledger/little-endian.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';

const SWAP = 1;
const SIZE = 17;
const EVERYTHING = 2n ** 64n - 1n;

/**
 * Reads a swap of the sandbox's market: tag 1, u64 in, u64 minimum out.
 *
 * Accounts: market, owner, source, destination, vault in, vault out, token program. The highest amount sells all the source
 * holds.
 */
export function readMarketSwap({ accounts, data }: Step): Swap | undefined {
  if (data[0] !== SWAP || data.length !== SIZE) return undefined;
  const amount = u64At(data, 1) ?? EVERYTHING;
  return {
    name: 'Swap',
    authority: accounts[1],
    source: accounts[2],
    most: amount === EVERYTHING ? 'everything' : amount,
    destinations: [accounts[3]],
    minimum: u64At(data, 9) ?? 0n,
    fixed: [],
  };
}
