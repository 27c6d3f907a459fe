import type { Address } from '@solana/kit';
import { getPositionCodec } from '../../programs/lending-adaptor/position.ts';
import type { Bank } from '../../vm/bank.ts';
import { SYSTEM_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { seedLookupTable } from '../accounts/lookup-table.ts';
import { getRent, setProgramAccount } from '../accounts/program-account.ts';
import { createTokenAccount } from '../accounts/token-account.ts';
import { getPart, idleAtGenesis, seedStrategy, seedVault, type VaultTerms } from '../seeded-vault.ts';
import { addToSupply } from '../token-amounts.ts';
import type { LentStrategy, VaultSeed } from './vault-seed.ts';

const USDC = 1_000_000n;
const TOKEN_ACCOUNT_SIZE = 165n;

/** Total value of the vault at genesis, in USDC base units: 8,000,000 USDC. */
export const VAULT_VALUE = 8_000_000n * USDC;
/** Part of the vault's value that lies idle: 0.00005 %, as on mainnet, so that exits need the strategies. */
export const IDLE_PART = { numerator: 5n, denominator: 10_000_000n };
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
export function seedUsdcVault(bank: Bank, seed: VaultSeed): void {
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
  const rent = getRent(bank, TOKEN_ACCOUNT_SIZE);
  bank.setAccount(createTokenAccount(place.liquidity, { mint: seed.assetMint, owner: market, amount, rent }));
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
