import type { Address } from '@solana/kit';
import { getLeveragedPositionCodec } from '@staking-agent/chain/leverage';
import { getStakePoolDecoder, lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import type { Bank } from '../../vm/bank.ts';
import {
  INSTRUCTIONS_SYSVAR_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { seedLookupTable } from '../accounts/lookup-table.ts';
import { findProgramAccount, getRent, setProgramAccount } from '../accounts/program-account.ts';
import { createTokenAccount } from '../accounts/token-account.ts';
import { idleAtGenesis, seedStrategy, seedVault, type VaultTerms } from '../seeded-vault.ts';
import type { PoolSeed } from '../stake-pool/pool-seed.ts';
import { addTokens } from '../token-amounts.ts';
import { seedLending } from './lender.ts';
import type { LeveragedSeed } from './leveraged-seed.ts';

const RASOL = 1_000_000_000n;
const TOKEN_ACCOUNT_SIZE = 165n;

/** What the position holds for each raSOL it is worth, after each epoch: 2.75. */
export const LEVERAGE = { numerator: 11n, denominator: 4n };
/** Lamports that have been deposited with the market and are not lent, at genesis. */
const UNLENT = 100_000n * RASOL;
/** Lamports that those have who trade raSOL with the position, at genesis. */
const SOL_OF_OTHERS = 100_000n * RASOL;

/** Part of the vault's value that lies idle: 5 %. */
export const IDLE_PART = { numerator: 5n, denominator: 100n };

const TERMS: VaultTerms = {
  name: 'Sandbox raSOL Max',
  description: 'raSOL, levered against borrowed SOL',
  lpHolder: 'raSOL Max of everybody else',
  totalValue: 20_000n * RASOL,
  assetUnit: RASOL,
  price: { numerator: 11_988n, denominator: 10_000n },
  maxCap: 1_000_000n * RASOL,
  idlePart: IDLE_PART,
};

/**
 * Writes lender, vault, levered position and lookup table; the pool must be there.
 *
 * The raSOL of the vault is taken from everybody else, so that the pool's supply stays what it is.
 */
export function seedLeveragedVault(bank: Bank, seed: LeveragedSeed, pool: PoolSeed): void {
  seedLending(bank, seed.lending);
  seedVault(bank, seed, TERMS);
  const idle = idleAtGenesis(TERMS);
  const net = TERMS.totalValue - idle;
  seedStrategy(bank, seed, seed, net);
  const collateral = (net * LEVERAGE.numerator) / LEVERAGE.denominator;
  const totals = getStakePoolDecoder().decode(Uint8Array.from(bank.findAccount(pool.stakePool)?.data ?? []));
  const position = {
    owner: seed.strategyAuth,
    stakePool: pool.stakePool,
    collateral,
    debt: lamportsForPoolTokens(totals, collateral - net),
  };
  setProgramAccount(bank, seed.position, seed.adaptorProgram, getLeveragedPositionCodec().encode(position));
  addTokens(bank, seed.othersTokens, -(collateral + idle));

  const rent = getRent(bank, TOKEN_ACCOUNT_SIZE);
  const tokens = { mint: seed.assetMint, owner: seed.authority, amount: collateral, rent };
  bank.setAccount(createTokenAccount(seed.collateral, tokens));
  const sol = { mint: seed.solMint, rent, isNative: true };
  bank.setAccount(createTokenAccount(seed.liquidity, { ...sol, owner: seed.authority, amount: UNLENT }));
  const others = { ...sol, owner: findProgramAccount('everybody else'), amount: SOL_OF_OTHERS };
  bank.setAccount(createTokenAccount(seed.othersSol, others));
  seedLookupTable(bank, seed.lookupTable, shareableAccounts(seed, pool));
}

/** All accounts of a redemption that do not depend on the wallet and are not invoked by the transaction itself. */
function shareableAccounts(seed: LeveragedSeed, pool: PoolSeed): Address[] {
  const { lending } = seed;
  return [
    SYSTEM_PROGRAM_ADDRESS,
    TOKEN_PROGRAM_ADDRESS,
    INSTRUCTIONS_SYSVAR_ADDRESS,
    seed.solMint,
    seed.assetMint,
    seed.lpMint,
    lending.group,
    lending.bank,
    lending.liquidityVault,
    lending.liquidityVaultAuthority,
    seed.protocol,
    seed.vault,
    seed.adaptorReceipt,
    seed.strategyReceipt,
    seed.directReceipt,
    seed.strategy,
    seed.strategyAuth,
    seed.strategyAta,
    seed.adaptorProgram,
    ...seed.adaptorAccounts.flatMap(({ account }) =>
      account.startsWith('wallet') ? [] : [account as Address],
    ),
    pool.market,
    pool.tokenVault,
    pool.solVault,
  ];
}
