import {
  getLeveragedPositionCodec,
  type LeveragedPosition,
  netPoolTokens,
} from '@staking-agent/chain/leverage';
import { getStakePoolDecoder, lamportsForPoolTokens, type StakePool } from '@staking-agent/chain/stake-pool';
import type { Bank } from '../../vm/bank.ts';
import { getEpoch } from '../../vm/epoch-schedule.ts';
import { addTokens, addWrappedSol } from '../token-amounts.ts';
import {
  changeReported,
  excessIdle,
  readData,
  readTokens,
  readVault,
  reportedValue,
  reportGain,
  writeData,
} from '../vault-books.ts';
import type { LeveragedSeed } from './leveraged-seed.ts';
import { IDLE_PART, LEVERAGE } from './seed.ts';

/**
 * What borrowed SOL costs in an epoch of a day, as a part of the debt: with 365 epochs in a year, 3.2 % a year.
 */
export const EPOCH_INTEREST = { numerator: 863n, denominator: 10_000_000n };

/** What a change of a position takes from and gives to everybody else. */
type Trade = {
  readonly position: LeveragedPosition;
  /** raSOL bought; negative when sold. */
  readonly bought: bigint;
  /** Lamports borrowed for them; negative when paid back. */
  readonly borrowed: bigint;
};

/** Adds an epoch's interest to the debt of the leveraged vault, rounded up. */
export function accrueDebt(bank: Bank, seed: LeveragedSeed): void {
  const position = readPosition(bank, seed);
  if (position === undefined) return;
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
export function manageLeverage(bank: Bank, seed: LeveragedSeed): void {
  const position = readPosition(bank, seed);
  const account = bank.findAccount(seed.stakePool);
  if (readVault(bank, seed) === undefined || position === undefined || account === undefined) return;
  const pool = getStakePoolDecoder().decode(account.data);
  if (pool.lastUpdateEpoch < getEpoch(bank.openSlot())) return;

  const net = netPoolTokens(position, pool);
  const vault = reportGain(bank, seed, seed, net - reportedValue(bank, seed));
  const excess = excessIdle(bank, seed, vault, IDLE_PART);
  const moved = excess < -net ? -net : excess;
  const trade = priceTrade(position, pool, net, moved);
  if (!isAffordable(bank, seed, trade)) return;
  writePosition(bank, seed, trade.position);
  addTokens(bank, seed.idleAta, -moved);
  addTokens(bank, seed.othersTokens, -trade.bought);
  addTokens(bank, seed.collateral, moved + trade.bought);
  addWrappedSol(bank, seed.liquidity, -trade.borrowed);
  addWrappedSol(bank, seed.othersSol, trade.borrowed);
  changeReported(bank, seed, moved);
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

function readPosition(bank: Bank, seed: LeveragedSeed): LeveragedPosition | undefined {
  const data = readData(bank, seed.position);
  return data.length === 0 ? undefined : getLeveragedPositionCodec().decode(data);
}

function writePosition(bank: Bank, seed: LeveragedSeed, position: LeveragedPosition): void {
  writeData(bank, seed.position, getLeveragedPositionCodec().encode(position));
}
