import { type Address, isSolanaError } from '@solana/kit';
import {
  getLeveragedPositionCodec,
  type LeveragedPosition,
  netPoolTokens,
} from '@staking-agent/chain/leverage';
import { lamportsForPoolTokens, STAKE_POOL_CODEC, type StakePool } from '@staking-agent/chain/stake-pool';
import { readData } from '../../programs/anchor.ts';
import { lendingModel } from '../../programs/lending/model.ts';
import { leverageAdaptorModel } from '../../programs/leverage-adaptor.ts';
import type { Bank } from '../../vm/bank.ts';
import { getEpoch } from '../../vm/blocks.ts';
import {
  INSTRUCTIONS_SYSVAR_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { readTokens } from '../../vm/token-balances.ts';
import {
  addTokens,
  addWrappedSol,
  findProgramAccount,
  seedLookupTable,
  setProgramAccount,
  setTokenAccount,
} from '../accounts.ts';
import type { LeveragedSeed, PoolSeed } from '../places.ts';
import type { Tenant } from '../sandbox-ledger.ts';
import { idleAtGenesis, seedStrategy, seedVault, type VaultTerms } from '../seeded-vault.ts';
import * as books from '../vault-books.ts';
import { seedLending } from './lender.ts';
import { refreshLoan } from './loan.ts';

/** The lender of SOL and the vault that holds raSOL with leverage; nothing where the deployment has none. */
export const leveragedVault: Tenant = {
  programs: [lendingModel, leverageAdaptorModel],
  seed(bank, { leveraged, pool }) {
    if (leveraged !== undefined) seedLeveragedVault(bank, leveraged, pool);
  },
  onSlot(vm, _tip, { leveraged }) {
    const position = leveraged && vm.readAccount(leveraged.position);
    const pool = leveraged && vm.readAccount(leveraged.stakePool);
    if (position === undefined || pool === undefined) return;
    try {
      const held = getLeveragedPositionCodec().decode(position.data);
      for (const account of refreshLoan(vm, held, STAKE_POOL_CODEC.decode(pool.data))) vm.setAccount(account);
    } catch (error) {
      // A test has made it something else.
      if (!isSolanaError(error)) throw error;
    }
  },
  onEpoch({ bank, leveraged }) {
    if (leveraged === undefined) return;
    accrueDebt(bank, leveraged);
    manageLeverage(bank, leveraged);
  },
};

const RASOL = 1_000_000_000n;

/** The position's holdings over its value, after each epoch: 2.75. */
const LEVERAGE = { numerator: 11n, denominator: 4n };
/** Lamports that have been deposited with the market and are not lent, at genesis. */
const UNLENT = 100_000n * RASOL;
/** Lamports that those have who trade raSOL with the position, at genesis. */
const SOL_OF_OTHERS = 100_000n * RASOL;

/** Part of the vault's value that lies idle: 5 %. */
const IDLE_PART = { numerator: 5n, denominator: 100n };

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
function seedLeveragedVault(bank: Bank, seed: LeveragedSeed, pool: PoolSeed): void {
  seedLending(bank, seed.lending);
  seedVault(bank, seed, TERMS);
  const idle = idleAtGenesis(TERMS);
  const net = TERMS.totalValue - idle;
  seedStrategy(bank, seed, seed, net);
  const collateral = (net * LEVERAGE.numerator) / LEVERAGE.denominator;
  const totals = STAKE_POOL_CODEC.decode(readData(bank, pool.stakePool));
  const position = {
    owner: seed.strategyAuth,
    stakePool: pool.stakePool,
    collateral,
    debt: lamportsForPoolTokens(totals, collateral - net),
  };
  setProgramAccount(bank, seed.position, seed.adaptorProgram, getLeveragedPositionCodec().encode(position));
  addTokens(bank, seed.othersTokens, -(collateral + idle));

  const { assetMint, solMint, authority } = seed;
  setTokenAccount(bank, seed.collateral, { mint: assetMint, owner: authority, amount: collateral });
  setTokenAccount(bank, seed.liquidity, { mint: solMint, owner: authority, amount: UNLENT });
  const others = { owner: findProgramAccount('everybody else'), amount: SOL_OF_OTHERS };
  setTokenAccount(bank, seed.othersSol, { mint: solMint, ...others });
  for (const account of refreshLoan(bank.vm(), position, totals)) bank.setAccount(account);
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

/**
 * Cost of borrowed SOL in an epoch of a day, as a part of the debt: with 365 epochs in a year, 3.2 % a year.
 */
export const EPOCH_INTEREST = { numerator: 863n, denominator: 10_000_000n };

/** The lamports and tokens that a change of a position moves from and to all other accounts. */
type Trade = {
  readonly position: LeveragedPosition;
  /** raSOL bought; negative when sold. */
  readonly bought: bigint;
  /** Lamports borrowed for them; negative when paid back. */
  readonly borrowed: bigint;
};

/** Adds an epoch's interest to the debt of the leveraged vault, rounded up. */
function accrueDebt(bank: Bank, seed: LeveragedSeed): void {
  const position = readPosition(bank, seed);
  const { numerator, denominator } = EPOCH_INTEREST;
  const interest = (position.debt * numerator + denominator - 1n) / denominator;
  writePosition(bank, seed, { ...position, debt: position.debt + interest });
}

/**
 * Does what the leveraged vault's manager does at each epoch, once the pool's price is the new one: reports what the
 * position has become worth, then leaves 5 % of the value idle and brings the rest to its leverage.
 *
 * It exchanges raSOL and SOL at the pool's price with the other holders; if they or the market hold too little, the position
 * is unchanged. With a price of an earlier epoch, it does nothing.
 */
function manageLeverage(bank: Bank, seed: LeveragedSeed): void {
  const position = readPosition(bank, seed);
  const pool = STAKE_POOL_CODEC.decode(readData(bank, seed.stakePool));
  if (pool.lastUpdateEpoch < getEpoch(bank.openSlot())) return;

  const net = netPoolTokens(position, pool);
  const vault = books.reportGain(bank, seed, seed, net - books.reportedValue(bank, seed));
  const excess = books.excessIdle(bank, seed, vault, IDLE_PART);
  const moved = excess < -net ? -net : excess;
  const trade = priceTrade(position, pool, net, moved);
  if (!isAffordable(bank, seed, trade)) return;
  writePosition(bank, seed, trade.position);
  addTokens(bank, seed.idleAta, -moved);
  addTokens(bank, seed.othersTokens, -trade.bought);
  addTokens(bank, seed.collateral, moved + trade.bought);
  addWrappedSol(bank, seed.liquidity, -trade.borrowed);
  addWrappedSol(bank, seed.othersSol, trade.borrowed);
  books.changeReported(bank, seed, moved);
}

function priceTrade(position: LeveragedPosition, pool: StakePool, net: bigint, moved: bigint): Trade {
  const target = net + moved;
  const collateral = (target * LEVERAGE.numerator) / LEVERAGE.denominator;
  const debt = lamportsForPoolTokens(pool, collateral - target);
  return {
    position: { ...position, collateral, debt },
    bought: collateral - position.collateral - moved,
    borrowed: debt - position.debt,
  };
}

function isAffordable(bank: Bank, seed: LeveragedSeed, { bought, borrowed }: Trade): boolean {
  return (
    bought <= readTokens(bank, seed.othersTokens) &&
    borrowed <= readTokens(bank, seed.liquidity) &&
    -borrowed <= readTokens(bank, seed.othersSol)
  );
}

function readPosition(bank: Bank, seed: LeveragedSeed): LeveragedPosition {
  return getLeveragedPositionCodec().decode(readData(bank, seed.position));
}

function writePosition(bank: Bank, seed: LeveragedSeed, position: LeveragedPosition): void {
  books.writeData(bank, seed.position, getLeveragedPositionCodec().encode(position));
}
