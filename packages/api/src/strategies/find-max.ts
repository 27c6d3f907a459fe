import {
  ASSET_DECIMALS,
  formatAmount,
  type StrategyKey,
  type UnstakeBody,
  type UnstakeKind,
} from '@staking-agent/wire';
import { measureExit, measureStake } from '../builds/measure-reach.ts';
import type { StrategyRange } from '../builds/range.ts';
import type { ValueGate } from '../builds/watch-value.ts';
import { isProblemError } from '../problems/problem-error.ts';
import type { ExitSource } from './exit-source.ts';
import { type RangePorts, type RangesReading, readRanges } from './read-ranges.ts';
import { type Key, requireAddress } from './request-fields.ts';

/**
 * Finds the largest stake of a wallet that lands and leaves enough SOL to exit again. One read of the ledger.
 *
 * @returns base units of the staked asset, above zero.
 * @throws {ProblemError} when nothing can be staked: the refusal of the smallest stake.
 */
export async function findMaxStake(
  key: StrategyKey,
  wallet: Key,
  ports: RangePorts & { readonly valueGate: Pick<ValueGate, 'assertRoom' | 'room'> },
): Promise<bigint> {
  const range = getRange(key, await readRanges([key], wallet.text, ports));
  const { valueGate } = ports;
  if (range.bounds.isOpen) await valueGate.assertRoom(key, range.bounds.least);
  const { max, refusal } = measureStake(range, valueGate.room(key));
  if (refusal !== undefined) throw refusal;
  return max;
}

/** The members of an exit that ask for all there is; `amount` is decimal text. */
export type WholeExit = Pick<UnstakeBody, 'amount' | 'isWithdrawAll'>;

/**
 * Returns the members of a request that take out everything that the wallet can withdraw. One read of the ledger where the
 * amount has to be measured; a whole account leaves without an amount.
 *
 * @param exits - of the strategy.
 * @throws {ProblemError} when nothing can be taken out, and for a wallet that is none.
 */
export async function findMaxExit(
  asked: { readonly key: StrategyKey; readonly kind: UnstakeKind; readonly wallet: string },
  exits: ExitSource,
  ports: RangePorts,
): Promise<WholeExit> {
  if (exits.takes === 'whole-account') return {};
  if (exits.askAll !== undefined) return exits.askAll;
  const { key, kind } = asked;
  const wallet = requireAddress(asked.wallet, 'wallet');
  const max = getMaxExit(key, kind, await readRanges([key], wallet.text, ports));
  return { amount: formatAmount(max, ASSET_DECIMALS[exits.asset]) };
}

/**
 * Returns the largest amount of a wallet's holding that can exit, in base units of the asset that the exit takes.
 *
 * @throws {ProblemError} when that is nothing.
 */
export function getMaxExit(key: StrategyKey, kind: UnstakeKind, reading: RangesReading): bigint {
  const exit = getRange(key, reading).exits.find((each) => each.kind === kind);
  if (exit?.takes !== 'amount') throw new Error(`${key} takes no amount for ${kind}.`);
  const { max, refusal } = measureExit(exit);
  if (refusal !== undefined) throw refusal;
  return max;
}

function getRange(key: StrategyKey, { ranges }: RangesReading): StrategyRange {
  const range = ranges.get(key);
  if (range === undefined) throw new Error(`${key} is announced only.`);
  if (isProblemError(range)) throw range;
  return range;
}
