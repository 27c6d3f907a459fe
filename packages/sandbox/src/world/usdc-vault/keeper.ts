import { getPositionCodec } from '../../programs/lending-adaptor/position.ts';
import type { Bank } from '../../vm/bank.ts';
import { getPart } from '../seeded-vault.ts';
import { addTokens, addToSupply } from '../token-amounts.ts';
import { changeReported, excessIdle, readData, readVault, reportGain, writeData } from '../vault-books.ts';
import { IDLE_PART } from './seed.ts';
import type { LentStrategy, VaultSeed } from './vault-seed.ts';

/**
 * What a vault earns in an epoch of a day, as a part of its whole value: with 365 epochs in a year, 5.6 % a year.
 */
export const EPOCH_YIELD = { numerator: 1_493n, denominator: 10_000_000n };

/**
 * Does what a vault's manager does at each epoch: reports what the strategies have earned, then leaves {@link IDLE_PART} of
 * the value idle and spreads the rest over the strategies, each its part.
 *
 * The world has no borrowers, so the interest is minted. All amounts are rounded down; the first strategy gets the
 * remainder. A ledger without the vault or its second market, from an older snapshot, stays as it is.
 */
export function manageVault(bank: Bank, seed: VaultSeed): void {
  const before = readVault(bank, seed);
  const [first, second] = seed.strategies;
  if (before === undefined || readData(bank, second.position).length === 0) return;
  const gain = getPart(before.totalValue, EPOCH_YIELD);
  const ofSecond = getPart(gain, second.part);
  earn(bank, seed, second, ofSecond);
  const after = earn(bank, seed, first, gain - ofSecond);

  const [inFirst, inSecond] = [lentTo(bank, first), lentTo(bank, second)];
  const lent = inFirst + inSecond;
  const excess = excessIdle(bank, seed, after, IDLE_PART);
  const moved = excess < -lent ? -lent : excess;
  const target = getPart(lent + moved, second.part);
  const moves = [
    { place: first, moved: lent + moved - target - inFirst },
    { place: second, moved: target - inSecond },
  ];
  // What comes back comes first, so that the idle funds have what goes out.
  moves.sort((a, b) => (a.moved < b.moved ? -1 : 1));
  for (const move of moves) lend(bank, seed, move.place, move.moved);
}

function earn(bank: Bank, seed: VaultSeed, place: LentStrategy, gain: bigint) {
  addToSupply(bank, seed.assetMint, gain);
  addTokens(bank, place.liquidity, gain);
  changePosition(bank, place, gain);
  return reportGain(bank, seed, place, gain);
}

/** Moves base units from the idle funds to a market; back where they are negative. */
function lend(bank: Bank, seed: VaultSeed, place: LentStrategy, moved: bigint): void {
  addTokens(bank, seed.idleAta, -moved);
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
