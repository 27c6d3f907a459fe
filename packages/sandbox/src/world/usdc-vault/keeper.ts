import { getPositionCodec } from '../../programs/lending-adaptor/position.ts';
import type { Bank } from '../../vm/bank.ts';
import { addTokens, addToSupply } from '../token-amounts.ts';
import { changeReported, dataOf, excessIdle, readVault, reportGain, writeData } from '../vault-books.ts';
import type { VaultWorld } from './vault-world.ts';

/**
 * What a vault earns in an epoch of a day, as a part of its whole value: with 365 epochs in a year, 5.6 % a year.
 */
export const EPOCH_YIELD = { numerator: 1_493n, denominator: 10_000_000n };

/**
 * Does what a vault's manager does at each epoch: reports what the strategy has earned, then leaves 5 % of the value
 * idle and the rest in the strategy.
 *
 * Borrowers of the market pay the interest; they are nobody of the world, so it is minted. All amounts are rounded
 * down. A ledger without the vault, from an older snapshot, stays as it is.
 */
export function manageVault(bank: Bank, world: VaultWorld): void {
  const before = readVault(bank, world);
  if (before === undefined) return;
  const gain = (before.totalValue * EPOCH_YIELD.numerator) / EPOCH_YIELD.denominator;
  const after = reportGain(bank, world, before, gain);
  addToSupply(bank, world.assetMint, gain);
  addTokens(bank, world.liquidity, gain);
  const lent = changePosition(bank, world, gain);

  const excess = excessIdle(bank, world, after);
  const moved = excess < -lent ? -lent : excess;
  addTokens(bank, world.idleAta, -moved);
  addTokens(bank, world.liquidity, moved);
  changePosition(bank, world, moved);
  changeReported(bank, world, moved);
}

/** Adds base units to what is lent, in the market's books. @returns what is lent then. */
function changePosition(bank: Bank, { position: address }: VaultWorld, change: bigint): bigint {
  const position = getPositionCodec().decode(dataOf(bank, address));
  const value = position.value + change;
  writeData(bank, address, getPositionCodec().encode({ ...position, value }));
  return value;
}
