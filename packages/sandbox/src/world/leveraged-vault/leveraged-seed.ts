import { isDeepStrictEqual } from 'node:util';
import type { Address } from '@solana/kit';
import {
  type AdaptorAccount,
  type Deployment,
  isWhole,
  type LeveragedWalletAccount,
  listLackingParts,
} from '@staking-agent/chain/deployment';
import {
  findLeveragedPosition,
  findLeverageMarket,
  LEVERAGE_ADAPTOR_ADDRESS,
} from '../../programs/leverage-adaptor/program.ts';
import { SWAP_PROGRAM_ADDRESS } from '../../programs/swap/program.ts';
import { findProgramAccount } from '../accounts/program-account.ts';
import {
  findSeededStrategy,
  findSeededVault,
  type SeededStrategy,
  type SeededVault,
} from '../seeded-vault.ts';
import { type PoolSeed, RASOL_OF_OTHERS } from '../stake-pool/pool-seed.ts';
import { findLendingSeed, type LendingSeed } from './lender.ts';

/** Where the leveraged vault of the world is, and all that a way out of it needs. */
export type LeveragedSeed = SeededVault &
  SeededStrategy & {
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
    readonly lending: LendingSeed;
    /** What follows the vault's own accounts when the adaptor is called. */
    readonly adaptorAccounts: readonly AdaptorAccount<LeveragedWalletAccount>[];
  };

/**
 * Derives the addresses of a deployment's leveraged vault; undefined where the deployment has none.
 *
 * @throws {Error} naming every field of the deployment that is not what the world has.
 */
export function findLeveragedSeed(deployment: Deployment, pool: PoolSeed): LeveragedSeed | undefined {
  const { leveraged, rasolMint, rasolMaxMint, solMint } = deployment;
  if (leveraged === undefined) return undefined;
  if (!isWhole(leveraged)) {
    const lacks = [...listLackingParts(leveraged), ...(leveraged.market === undefined ? ['market'] : [])].map(
      (part) => `leveraged.${part}`,
    );
    throw new Error(`The deployment is not that of a sandbox: ${lacks.join(', ')} must be there.`);
  }
  const market = findLeverageMarket(pool.stakePool);
  const vault = findSeededVault({ vault: leveraged.vault, assetMint: rasolMint, lpMint: rasolMaxMint });
  const strategy = findSeededStrategy(vault, {
    strategy: market.strategy,
    adaptorProgram: LEVERAGE_ADAPTOR_ADDRESS,
  });
  const position = findLeveragedPosition(market.strategy, strategy.strategyAuth);
  const lending = findLendingSeed(leveraged.lending.group, leveraged.lending.bank, solMint);
  const adaptorAccounts: readonly AdaptorAccount<LeveragedWalletAccount>[] = [
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
  const lookupTable = findProgramAccount('leveraged lookup table');
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
    ...strategy,
    stakePool: pool.stakePool,
    solMint,
    authority: market.authority,
    collateral: market.collateral,
    liquidity: market.liquidity,
    position,
    othersTokens: RASOL_OF_OTHERS,
    othersSol: findProgramAccount('wrapped SOL of everybody else'),
    lookupTable,
    lending,
    adaptorAccounts,
  };
}

function assertFields(fields: readonly (readonly [name: string, given: unknown, expected: unknown])[]): void {
  const wrong = fields.filter(([, given, expected]) => !isDeepStrictEqual(given, expected));
  if (wrong.length === 0) return;
  const faults = wrong.map(([name, , expected]) => `leveraged.${name} must be ${JSON.stringify(expected)}`);
  throw new Error(`The deployment is not that of a sandbox: ${faults.join('; ')}.`);
}
