import { isDeepStrictEqual } from 'node:util';
import type { Address } from '@solana/kit';
import {
  type AdaptorAccount,
  type Deployment,
  isWhole,
  type LeveragedWalletAccount,
  listLackingParts,
} from '@staking-agent/chain/deployment';
import { SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS } from '@staking-agent/chain/stake-pool';
import {
  findLendingMarket,
  findLiquidity,
  findPosition,
  LENDING_ADAPTOR_ADDRESS,
  type MarketName,
} from '../programs/lending-adaptor.ts';
import {
  findLeveragedPosition,
  findLeverageMarket,
  LEVERAGE_ADAPTOR_ADDRESS,
} from '../programs/leverage-adaptor.ts';
import {
  findDepositAuthority,
  findTransientStake,
  findValidatorStake,
  findWithdrawAuthority,
} from '../programs/stake-pool/call.ts';
import { findMarket, findVault, SWAP_PROGRAM_ADDRESS } from '../programs/swap.ts';
import type { Validator } from '../vm/vote-state.ts';
import { createDeterministicKey, findProgramAccount } from './accounts.ts';
import { findLendingSeed } from './leveraged-vault/lender.ts';
import { LOAN } from './leveraged-vault/loan.ts';
import { findSeededStrategy, findSeededVault, type Part } from './seeded-vault.ts';

/** The addresses of a world; they follow from those of its deployment alone. */
export type Places = {
  readonly deployment: Deployment;
  /** By vote account, the operator's first. */
  readonly validators: ReadonlyMap<Address, Validator>;
  /** The stake pool and the market of raSOL. */
  readonly pool: PoolSeed;
  /** The USDC vault and its strategy. */
  readonly vault: VaultSeed;
  /** The leveraged vault, its lender and its lookup table; undefined where the deployment has none. */
  readonly leveraged: LeveragedSeed | undefined;
};

/**
 * Derives the addresses of a deployment.
 *
 * @throws {Error} when the deployment is not that of a sandbox.
 */
export function findPlaces(deployment: Deployment): Places {
  const key = JSON.stringify(deployment);
  const known = foundPlaces.get(key);
  if (known !== undefined) return known;
  const pool = findPoolSeed(deployment);
  const places = {
    deployment,
    validators: createValidators(deployment),
    pool,
    vault: findVaultSeed(deployment),
    leveraged: findLeveragedSeed(deployment, pool),
  };
  foundPlaces.set(key, places);
  return places;
}

/** By deployment: a process that starts many worlds has few of them. */
const foundPlaces = new Map<string, Places>();

/** Creates the validators by vote account: the operator's first, then one that stands for the rest of the cluster. */
function createValidators(deployment: Deployment): ReadonlyMap<Address, Validator> {
  const validators = [
    createValidator('operator', deployment.voteAccount, 5),
    createValidator('cluster', createDeterministicKey('cluster vote account').address, 8),
  ];
  return new Map(validators.map((validator) => [validator.voteAccount, validator]));
}

function createValidator(name: string, voteAccount: Address, commission: number): Validator {
  return {
    voteAccount,
    commission,
    node: createDeterministicKey(`${name} identity`).address,
    authorizedVoter: createDeterministicKey(`${name} voter`).address,
    authorizedWithdrawer: createDeterministicKey(`${name} withdrawer`).address,
  };
}

/** The raSOL of all who are not of the world. */
export const RASOL_OF_OTHERS = findProgramAccount('raSOL of everybody else');

/** The addresses of the stake pool and of its market. */
export type PoolSeed = ReturnType<typeof findPoolSeed>;

/**
 * Derives the addresses of the pool of a deployment: its mint is raSOL, its validator the operator's.
 *
 * @throws {Error} when the deployment has its pool elsewhere.
 */
function findPoolSeed(deployment: Deployment) {
  const { rasolMint, solMint, voteAccount } = deployment;
  const programAddress = SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS;
  const stakePool = findProgramAccount('stake pool');
  assertFields([['stakePool', deployment.stakePool, { program: programAddress, address: stakePool }]]);
  const withdraw = findWithdrawAuthority(programAddress, stakePool);
  const { address: market } = findMarket(rasolMint);
  return {
    programAddress,
    stakePool,
    withdrawAuthority: withdraw.address,
    withdrawBump: withdraw.bump,
    depositAuthority: findDepositAuthority(programAddress, stakePool).address,
    validatorList: findProgramAccount('stake pool validator list'),
    reserveStake: findProgramAccount('stake pool reserve'),
    poolMint: rasolMint,
    managerFeeAccount: findProgramAccount('stake pool manager fee account'),
    voteAccount,
    validatorStake: findValidatorStake(programAddress, stakePool, voteAccount, 0),
    transientStake: findTransientStake(programAddress, stakePool, voteAccount, 0n),
    market,
    tokenVault: findVault(market, rasolMint),
    solVault: findVault(market, solMint),
    solMint,
  };
}

/** The addresses of the leveraged vault, with all that a way out of it needs. */
export type LeveragedSeed = NonNullable<ReturnType<typeof findLeveragedSeed>>;

/**
 * Derives the addresses of a deployment's leveraged vault; undefined where the deployment has none.
 *
 * @throws {Error} naming every field of the deployment that is not what the world has.
 */
function findLeveragedSeed(deployment: Deployment, pool: PoolSeed) {
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
    { account: market.authority.address, isWritable: false, isSigner: false },
    { account: 'wallet', isWritable: false, isSigner: true },
    { account: 'walletSol', isWritable: true, isSigner: false },
    { account: 'walletRasol', isWritable: true, isSigner: false },
  ];
  const { lookupTables, adaptor } = leveraged;
  const lookupTable = findProgramAccount('leveraged lookup table');
  assertFields([
    ['leveraged.adaptor.program', adaptor.program, LEVERAGE_ADAPTOR_ADDRESS],
    ['leveraged.adaptor.strategy', adaptor.strategy, market.strategy],
    ['leveraged.adaptor.position', adaptor.position, position],
    ['leveraged.adaptor.accounts', adaptor.accounts, adaptorAccounts],
    ['leveraged.adaptor.arguments', adaptor.arguments, undefined],
    ['leveraged.lending.program', leveraged.lending.program, lending.programAddress],
    ['leveraged.market.program', leveraged.market.program, SWAP_PROGRAM_ADDRESS],
    ['leveraged.market.address', leveraged.market.address, pool.market],
    ['leveraged.market.rasolVault', leveraged.market.rasolVault, pool.tokenVault],
    ['leveraged.market.solVault', leveraged.market.solVault, pool.solVault],
    ['leveraged.lookupTables', lookupTables, [lookupTable]],
    ['leveraged.loan', leveraged.loan ?? LOAN, LOAN],
  ]);
  return {
    ...vault,
    ...strategy,
    stakePool: pool.stakePool,
    solMint,
    authority: market.authority.address,
    collateral: market.collateral,
    liquidity: market.liquidity,
    position,
    // Tokens of those with whom the position trades at each epoch.
    othersTokens: RASOL_OF_OTHERS,
    othersSol: findProgramAccount('wrapped SOL of everybody else'),
    lookupTable,
    lending,
    adaptorAccounts,
  };
}

/** Checks fields of a deployment. @throws {Error} naming every one that the world does not have so. */
function assertFields(fields: readonly (readonly [name: string, given: unknown, expected: unknown])[]): void {
  const wrong = fields.filter(([, given, expected]) => !isDeepStrictEqual(given, expected));
  if (wrong.length === 0) return;
  const faults = wrong.map(([name, , expected]) => `${name} must be ${JSON.stringify(expected)}`);
  throw new Error(`The deployment is not that of a sandbox: ${faults.join('; ')}.`);
}

/** The addresses of the USDC vault and of its strategies, the one with more in it first. */
export type VaultSeed = ReturnType<typeof findVaultSeed>;

/** A market that the USDC vault lends to: its token account, the vault's position in it, and its part of all that is lent. */
export type LentStrategy = VaultSeed['strategies'][number];

/**
 * Derives the addresses of a deployment's USDC vault.
 *
 * @throws {Error} when the deployment's raUSDC is not the LP mint that is derived from its vault, or it lists other
 *   strategies than the world has.
 */
function findVaultSeed(deployment: Deployment) {
  const { usdcVault, usdcMint, rausdcMint, usdcStrategies } = deployment;
  const vault = findSeededVault({ vault: usdcVault, assetMint: usdcMint, lpMint: rausdcMint });
  const find = (name: MarketName, part: Part) => {
    const { address: market } = findLendingMarket(usdcMint, name);
    const adaptorProgram = LENDING_ADAPTOR_ADDRESS;
    const strategy = findSeededStrategy(vault, { strategy: market, adaptorProgram });
    const position = findPosition(market, strategy.strategyAuth);
    return { ...strategy, liquidity: findLiquidity(market), position, part };
  };
  const strategies = [
    find('market', { numerator: 3n, denominator: 5n }),
    find('second market', { numerator: 2n, denominator: 5n }),
  ] as const;
  const seed = { ...vault, strategies, lookupTable: findProgramAccount('USDC lookup table') };
  if (usdcStrategies !== undefined) {
    const adaptors = seed.strategies.map(({ adaptorProgram, strategy, liquidity, position }) => ({
      program: adaptorProgram,
      strategy,
      accounts: [liquidity, position].map((account) => ({ account, isWritable: true, isSigner: false })),
    }));
    const expected = { adaptors, lookupTables: [seed.lookupTable] };
    assertFields([['usdcStrategies', usdcStrategies, expected]]);
  }
  return seed;
}
