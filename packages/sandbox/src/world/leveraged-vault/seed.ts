import { isDeepStrictEqual } from 'node:util';
import type { Address } from '@solana/kit';
import type { AdaptorAccount, Deployment } from '@staking-agent/chain/deployment';
import { getLeveragedPositionCodec } from '@staking-agent/chain/leverage';
import { getStakePoolDecoder, lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import {
  findLeveragedPosition,
  findLeverageMarket,
  LEVERAGE_ADAPTOR_ADDRESS,
} from '../../programs/leverage-adaptor/program.ts';
import { SWAP_PROGRAM_ADDRESS } from '../../programs/swap/program.ts';
import type { Bank } from '../../vm/bank.ts';
import {
  INSTRUCTIONS_SYSVAR_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { seedLookupTable } from '../accounts/lookup-table.ts';
import { keyOf, rentOf, setProgramAccount } from '../accounts/program-account.ts';
import { createTokenAccount } from '../accounts/token-account.ts';
import {
  findSeededVault,
  idleAtGenesis,
  type SeededVault,
  seedVault,
  type VaultTerms,
} from '../seeded-vault.ts';
import { type PoolWorld, RASOL_OF_OTHERS } from '../stake-pool/seed.ts';
import { addTokens } from '../token-amounts.ts';
import { findLendingWorld, type LendingWorld, seedLendingWorld } from './lender.ts';

const RASOL = 1_000_000_000n;
const TOKEN_ACCOUNT_SIZE = 165n;

/** What the position holds for each raSOL it is worth, after each epoch: 2.75. */
export const LEVERAGE = { numerator: 11n, denominator: 4n };
/** Lamports that have been deposited with the market and are not lent, at genesis. */
const UNLENT = 100_000n * RASOL;
/** Lamports that those have who trade raSOL with the position, at genesis. */
const SOL_OF_OTHERS = 100_000n * RASOL;

const TERMS: VaultTerms = {
  name: 'Sandbox raSOL Max',
  description: 'raSOL, levered against borrowed SOL',
  lpHolder: 'raSOL Max of everybody else',
  totalValue: 20_000n * RASOL,
  assetUnit: RASOL,
  price: { numerator: 11_988n, denominator: 10_000n },
  maxCap: 1_000_000n * RASOL,
};

/** Where the leveraged vault of the world is, and all that a way out of it needs. */
export type LeveragedWorld = SeededVault & {
  readonly stakePool: Address;
  readonly solMint: Address;
  /** Owns collateral and liquidity. */
  readonly authority: Address;
  readonly collateral: Address;
  /** SOL that is not lent; debts are paid back to it. */
  readonly liquidity: Address;
  /** What the vault has in the market. */
  readonly position: Address;
  /** Tokens of everybody else, with whom the position trades at each epoch. */
  readonly othersTokens: Address;
  readonly othersSol: Address;
  readonly lookupTable: Address;
  readonly lending: LendingWorld;
  /** What follows the vault's own accounts when the adaptor is called. */
  readonly adaptorAccounts: readonly AdaptorAccount[];
};

/**
 * Derives the addresses of a deployment's leveraged vault; undefined where the deployment has none.
 *
 * @throws {Error} naming every field of the deployment that is not what the world has.
 */
export function findLeveragedWorld(deployment: Deployment, pool: PoolWorld): LeveragedWorld | undefined {
  const { leveraged, rasolMint, rasolMaxMint, solMint } = deployment;
  if (leveraged === undefined) return undefined;
  const market = findLeverageMarket(pool.stakePool);
  const vault = findSeededVault({
    vault: leveraged.vault,
    assetMint: rasolMint,
    lpMint: rasolMaxMint,
    strategy: market.strategy,
    adaptorProgram: LEVERAGE_ADAPTOR_ADDRESS,
  });
  const position = findLeveragedPosition(market.strategy, vault.strategyAuth);
  const lending = findLendingWorld(leveraged.lending.group, leveraged.lending.bank, solMint);
  const adaptorAccounts: readonly AdaptorAccount[] = [
    { account: position, isWritable: true, isSigner: false },
    { account: pool.stakePool, isWritable: false, isSigner: false },
    { account: market.collateral, isWritable: true, isSigner: false },
    { account: market.liquidity, isWritable: true, isSigner: false },
    { account: market.authority, isWritable: false, isSigner: false },
    { account: 'wallet', isWritable: false, isSigner: true },
    { account: 'walletSol', isWritable: true, isSigner: false },
    { account: 'walletRasol', isWritable: true, isSigner: false },
  ];
  const { lookupTables, adaptor } = leveraged;
  const lookupTable = keyOf('leveraged lookup table');
  assertFields([
    ['adaptor.program', adaptor.program, LEVERAGE_ADAPTOR_ADDRESS],
    ['adaptor.strategy', adaptor.strategy, market.strategy],
    ['adaptor.position', adaptor.position, position],
    ['adaptor.accounts', adaptor.accounts, adaptorAccounts],
    ['adaptor.arguments', adaptor.arguments, undefined],
    ['lending.program', leveraged.lending.program, lending.programAddress],
    ['market.program', leveraged.market.program, SWAP_PROGRAM_ADDRESS],
    ['market.address', leveraged.market.address, pool.market],
    ['market.rasolVault', leveraged.market.rasolVault, pool.tokenVault],
    ['market.solVault', leveraged.market.solVault, pool.solVault],
    ['lookupTables', lookupTables, [lookupTable]],
  ]);
  return {
    ...vault,
    stakePool: pool.stakePool,
    solMint,
    authority: market.authority,
    collateral: market.collateral,
    liquidity: market.liquidity,
    position,
    othersTokens: RASOL_OF_OTHERS,
    othersSol: keyOf('wrapped SOL of everybody else'),
    lookupTable,
    lending,
    adaptorAccounts,
  };
}

/**
 * Writes lender, vault, levered position and lookup table; the pool must be there.
 *
 * The raSOL of the vault is taken from everybody else, so that the pool's supply stays what it is.
 */
export function seedLeveragedWorld(bank: Bank, world: LeveragedWorld, pool: PoolWorld): void {
  seedLendingWorld(bank, world.lending);
  seedVault(bank, world, TERMS);
  const idle = idleAtGenesis(TERMS);
  const net = TERMS.totalValue - idle;
  const collateral = (net * LEVERAGE.numerator) / LEVERAGE.denominator;
  const totals = getStakePoolDecoder().decode(Uint8Array.from(bank.findAccount(pool.stakePool)?.data ?? []));
  const position = {
    owner: world.strategyAuth,
    stakePool: pool.stakePool,
    collateral,
    debt: lamportsForPoolTokens(totals, collateral - net),
  };
  setProgramAccount(bank, world.position, world.adaptorProgram, getLeveragedPositionCodec().encode(position));
  addTokens(bank, world.othersTokens, -(collateral + idle));

  const rent = rentOf(bank, TOKEN_ACCOUNT_SIZE);
  const tokens = { mint: world.assetMint, owner: world.authority, amount: collateral, rent };
  bank.setAccount(createTokenAccount(world.collateral, tokens));
  const sol = { mint: world.solMint, rent, isNative: true };
  bank.setAccount(createTokenAccount(world.liquidity, { ...sol, owner: world.authority, amount: UNLENT }));
  const others = { ...sol, owner: keyOf('everybody else'), amount: SOL_OF_OTHERS };
  bank.setAccount(createTokenAccount(world.othersSol, others));
  seedLookupTable(bank, world.lookupTable, shareableAccounts(world, pool));
}

/** All accounts of a redemption that do not depend on the wallet and are not invoked by the transaction itself. */
function shareableAccounts(world: LeveragedWorld, pool: PoolWorld): Address[] {
  const { lending } = world;
  return [
    SYSTEM_PROGRAM_ADDRESS,
    TOKEN_PROGRAM_ADDRESS,
    INSTRUCTIONS_SYSVAR_ADDRESS,
    world.solMint,
    world.assetMint,
    world.lpMint,
    lending.group,
    lending.bank,
    lending.liquidityVault,
    lending.liquidityVaultAuthority,
    world.protocol,
    world.vault,
    world.adaptorReceipt,
    world.strategyReceipt,
    world.directReceipt,
    world.strategy,
    world.strategyAuth,
    world.strategyAta,
    world.adaptorProgram,
    ...world.adaptorAccounts.flatMap(({ account }) =>
      account.startsWith('wallet') ? [] : [account as Address],
    ),
    pool.market,
    pool.tokenVault,
    pool.solVault,
  ];
}

function assertFields(fields: readonly (readonly [name: string, given: unknown, expected: unknown])[]): void {
  const wrong = fields.filter(([, given, expected]) => !isDeepStrictEqual(given, expected));
  if (wrong.length === 0) return;
  const faults = wrong.map(([name, , expected]) => `leveraged.${name} must be ${JSON.stringify(expected)}`);
  throw new Error(`The deployment is not that of a sandbox: ${faults.join('; ')}.`);
}
