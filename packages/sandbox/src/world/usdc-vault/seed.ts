import { getPositionCodec } from '../../programs/lending-adaptor/position.ts';
import type { Bank } from '../../vm/bank.ts';
import { rentOf, setProgramAccount } from '../accounts/program-account.ts';
import { createTokenAccount } from '../accounts/token-account.ts';
import { idleAtGenesis, seedVault, type VaultTerms } from '../seeded-vault.ts';
import { addToSupply } from '../token-amounts.ts';
import type { VaultWorld } from './vault-world.ts';

const USDC = 1_000_000n;
const TOKEN_ACCOUNT_SIZE = 165n;

/** Total value of the vault at genesis, in USDC base units: 8,000,000 USDC. */
export const VAULT_VALUE = 8_000_000n * USDC;
/** USDC that others have lent to the same market. */
const OTHER_LENDERS = 20_000_000n * USDC;

const TERMS: VaultTerms = {
  name: 'Sandbox USDC',
  description: 'USDC lent to a market of the sandbox',
  lpHolder: 'raUSDC of everybody else',
  totalValue: VAULT_VALUE,
  assetUnit: USDC,
  price: { numerator: 10_312n, denominator: 10_000n },
  maxCap: 100_000_000n * USDC,
};

/** Writes the vault, its idle funds and what it has lent; the asset's mint must be there. */
export function seedVaultWorld(bank: Bank, world: VaultWorld): void {
  const lent = VAULT_VALUE - idleAtGenesis(TERMS);
  seedVault(bank, world, TERMS);
  addToSupply(bank, world.assetMint, VAULT_VALUE + OTHER_LENDERS);
  const liquidity = {
    mint: world.assetMint,
    owner: world.strategy,
    amount: lent + OTHER_LENDERS,
    rent: rentOf(bank, TOKEN_ACCOUNT_SIZE),
  };
  bank.setAccount(createTokenAccount(world.liquidity, liquidity));
  const position = { market: world.strategy, lender: world.strategyAuth, value: lent };
  setProgramAccount(bank, world.position, world.adaptorProgram, getPositionCodec().encode(position));
}
