import type { Address } from '@solana/kit';
import { readData } from '../programs/anchor.ts';
import { getPositionCodec, lendingAdaptorModel } from '../programs/lending-adaptor.ts';
import { vaultModel } from '../programs/vault/model.ts';
import type { Bank } from '../vm/bank.ts';
import { SYSTEM_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import { addTokens, addToSupply, seedLookupTable, setProgramAccount, setTokenAccount } from './accounts.ts';
import type { LentStrategy, VaultSeed } from './places.ts';
import type { Tenant } from './sandbox-ledger.ts';
import {
  getPart,
  idleAtGenesis,
  seedProtocol,
  seedStrategy,
  seedVault,
  type VaultTerms,
} from './seeded-vault.ts';
import * as books from './vault-books.ts';

/** The vault program with its protocol, and the USDC vault, which lends to a market. */
export const usdcVault: Tenant = {
  programs: [vaultModel, lendingAdaptorModel],
  seed(bank, { vault }) {
    seedProtocol(bank);
    seedUsdcVault(bank, vault);
  },
  onEpoch: ({ bank, vault }) => manageVault(bank, vault),
};

const USDC = 1_000_000n;

/** Total value of the vault at genesis, in USDC base units: 8,000,000 USDC. */
export const VAULT_VALUE = 8_000_000n * USDC;
/** Part of the vault's value that lies idle: 0.00005 %, as on mainnet, so that exits need the strategies. */
const IDLE_PART = { numerator: 5n, denominator: 10_000_000n };
/** USDC that others have lent to each market. */
const OTHER_LENDERS = 10_000_000n * USDC;

const TERMS: VaultTerms = {
  name: 'Sandbox USDC',
  description: 'USDC lent to two markets of the sandbox',
  lpHolder: 'raUSDC of everybody else',
  totalValue: VAULT_VALUE,
  assetUnit: USDC,
  price: { numerator: 10_312n, denominator: 10_000n },
  maxCap: 100_000_000n * USDC,
  idlePart: IDLE_PART,
};

/** Writes the vault, its idle funds, what it has lent and the lookup table; the asset's mint must be there. */
function seedUsdcVault(bank: Bank, seed: VaultSeed): void {
  seedVault(bank, seed, TERMS);
  const [first, second] = seed.strategies;
  const lent = VAULT_VALUE - idleAtGenesis(TERMS);
  const lentToSecond = getPart(lent, second.part);
  addToSupply(bank, seed.assetMint, VAULT_VALUE + 2n * OTHER_LENDERS);
  seedMarket(bank, seed, first, lent - lentToSecond);
  seedMarket(bank, seed, second, lentToSecond);
  seedLookupTable(bank, seed.lookupTable, shareableAccounts(seed));
}

function seedMarket(bank: Bank, seed: VaultSeed, place: LentStrategy, lent: bigint): void {
  const { strategy: market, strategyAuth: lender, adaptorProgram } = place;
  seedStrategy(bank, seed, place, lent);
  const amount = lent + OTHER_LENDERS;
  setTokenAccount(bank, place.liquidity, { mint: seed.assetMint, owner: market, amount });
  const position = getPositionCodec().encode({ market, lender, value: lent });
  setProgramAccount(bank, place.position, adaptorProgram, position);
}

/** All accounts of an exit that do not depend on the wallet and are not invoked by the transaction itself. */
function shareableAccounts(seed: VaultSeed): Address[] {
  const { protocol, vault, assetMint, lpMint, idleAta, idleAuth, strategies } = seed;
  return [
    ...new Set([
      SYSTEM_PROGRAM_ADDRESS,
      TOKEN_PROGRAM_ADDRESS,
      protocol,
      vault,
      assetMint,
      lpMint,
      idleAta,
      idleAuth,
      ...strategies.flatMap((each) => [
        each.adaptorProgram,
        each.adaptorReceipt,
        each.strategyReceipt,
        each.directReceipt,
        each.strategy,
        each.strategyAuth,
        each.strategyAta,
        each.liquidity,
        each.position,
      ]),
    ]),
  ];
}

/**
 * Yield of a vault in an epoch of a day, as a part of its whole value: with 365 epochs in a year, 5.6 % a year.
 */
export const EPOCH_YIELD = { numerator: 1_493n, denominator: 10_000_000n };

/**
 * Does what a vault's manager does at each epoch: reports what the strategies have earned, then leaves {@link IDLE_PART} of
 * the value idle and spreads the rest over the strategies, each its part.
 *
 * The world has no borrowers, so the interest is minted. All amounts are rounded down; the first strategy gets the
 * remainder.
 */
function manageVault(bank: Bank, seed: VaultSeed): void {
  const before = books.readVault(bank, seed);
  const [first, second] = seed.strategies;
  const gain = getPart(before.totalValue, EPOCH_YIELD);
  const ofSecond = getPart(gain, second.part);
  earn(bank, seed, second, ofSecond);
  const after = earn(bank, seed, first, gain - ofSecond);

  const [inFirst, inSecond] = [lentTo(bank, first), lentTo(bank, second)];
  const lent = inFirst + inSecond;
  const excess = books.excessIdle(bank, seed, after, IDLE_PART);
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
  return books.reportGain(bank, seed, place, gain);
}

/** Moves base units from the idle funds to a market; back where they are negative. */
function lend(bank: Bank, seed: VaultSeed, place: LentStrategy, moved: bigint): void {
  addTokens(bank, seed.idleAta, -moved);
  addTokens(bank, place.liquidity, moved);
  changePosition(bank, place, moved);
  books.changeReported(bank, place, moved);
}

/** Returns the vault's deposit in a market, by the market's books. */
function lentTo(bank: Bank, { position }: LentStrategy): bigint {
  return getPositionCodec().decode(readData(bank, position)).value;
}

function changePosition(bank: Bank, { position: address }: LentStrategy, change: bigint): void {
  const position = getPositionCodec().decode(readData(bank, address));
  const value = position.value + change;
  books.writeData(bank, address, getPositionCodec().encode({ ...position, value }));
}
