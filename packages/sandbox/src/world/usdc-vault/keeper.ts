import { getPositionCodec } from '../../programs/lending-adaptor/position.ts';
import type { Bank } from '../../vm/bank.ts';
import { getPart } from '../seeded-vault.ts';
import { addTokens, addToSupply } from '../token-amounts.ts';
import { changeReported, excessIdle, readData, readVault, reportGain, writeData } from '../vault-books.ts';
import { IDLE_PART } from './seed.ts';
import type { LentStrategy, VaultWorld } from './vault-world.ts';

/**
 * What a vault earns in an epoch of a day, as a part of its whole value: with 365 epochs in a year, 5.6 % a year.
 */
export const EPOCH_YIELD = { numerator: 1_493n, denominator: 10_000_000n };

/**
 * Does what a vault's manager does at each epoch: reports what the strategies have earned, then leaves
 * {@link IDLE_PART} of the value idle and spreads the rest over the strategies, each its part.
 *
 * Borrowers of the markets pay the interest; they are nobody of the world, so it is minted. All amounts are rounded
 * down, the first strategy gets what is left. A ledger without the vault or its second market, from an older snapshot, stays as it is.
 */
export function manageVault(bank: Bank, world: VaultWorld): void {
  const before = readVault(bank, world);
  const [first, second] = world.strategies;
  if (before === undefined || readData(bank, second.position).length === 0) return;
  const gain = getPart(before.totalValue, EPOCH_YIELD);
  const ofSecond = getPart(gain, second.part);
  earn(bank, world, second, ofSecond);
  const after = earn(bank, world, first, gain - ofSecond);

  const [inFirst, inSecond] = [lentTo(bank, first), lentTo(bank, second)];
  const lent = inFirst + inSecond;
  const excess = excessIdle(bank, world, after, IDLE_PART);
  const moved = excess < -lent ? -lent : excess;
  const target = getPart(lent + moved, second.part);
  const moves = [
    { place: first, moved: lent + moved - target - inFirst },
    { place: second, moved: target - inSecond },
  ];
  // What comes back comes first, so that the idle funds have what goes out.
  moves.sort((a, b) => (a.moved < b.moved ? -1 : 1));
  for (const move of moves) lend(bank, world, move.place, move.moved);
}

function earn(bank: Bank, world: VaultWorld, place: LentStrategy, gain: bigint) {
  addToSupply(bank, world.assetMint, gain);
  addTokens(bank, place.liquidity, gain);
  changePosition(bank, place, gain);
  return reportGain(bank, world, place, gain);
}

/** Moves base units from the idle funds to a market; back where they are negative. */
function lend(bank: Bank, world: VaultWorld, place: LentStrategy, moved: bigint): void {
  addTokens(bank, world.idleAta, -moved);
  addTokens(bank, place.liquidity, moved);
  changePosition(bank, place, moved);
  changeReported(bank, place, moved);
}

/** What the vault has lent to a market, in the market's books. */
function lentTo(bank: Bank, { position }: LentStrategy): bigint {
  return getPositionCodec().decode(readData(bank, position)).value;
}

function changePosition(bank: Bank, { position: address }: LentStrategy, change: bigint): void {
  const position = getPositionCodec().decode(readData(bank, address));
  const value = position.value + change;
  writeData(bank, address, getPositionCodec().encode({ ...position, value }));
}
