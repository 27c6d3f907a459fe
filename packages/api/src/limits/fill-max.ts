import {
  ASSET_DECIMALS,
  formatAmount,
  type QuoteBody,
  type StrategyKey,
  type UnstakeBody,
  type UnstakeKind,
} from '@staking-agent/wire';
import type { ValueGate } from '../operator/watch-value.ts';
import { isProblemError } from '../problems/problem-error.ts';
import type { Key } from '../request-fields.ts';
import { requireAddress } from '../request-fields.ts';
import { measureExit, measureStake } from './measure-reach.ts';
import type { StrategyRange } from './range.ts';
import { type RangePorts, readRanges } from './read-ranges.ts';

/** The amount that asks for as much as there is. */
export const MAX = 'max';

/**
 * Finds the most that a wallet can stake so that it lands, and can be taken out again with the SOL that is left. One read of
 * the ledger.
 *
 * @returns base units of the asset that goes in, above zero.
 * @throws {ProblemError} when nothing can be staked, as a stake of the least would be refused.
 */
export async function findMaxStake(
  key: StrategyKey,
  wallet: Key,
  ports: RangePorts & { readonly valueGate: Pick<ValueGate, 'assertRoom' | 'room'> },
): Promise<bigint> {
  const range = await readRange(key, wallet, ports);
  const { valueGate } = ports;
  if (range.bounds.isOpen) await valueGate.assertRoom(key, range.bounds.least);
  const { max, refusal } = measureStake(range, valueGate.room(key));
  if (refusal !== undefined) throw refusal;
  return max;
}

/**
 * Puts what a wallet can take out in the place of `max`, in a body whose other amounts are left as they are. One read of the
 * ledger where the strategy takes an amount; where an exit can ask for everything itself, that is what it asks.
 *
 * @throws {ProblemError} when nothing can be taken out.
 */
export async function fillMaxExit<Body extends UnstakeBody | QuoteBody>(
  key: StrategyKey,
  kind: UnstakeKind,
  body: Body,
  ports: RangePorts,
): Promise<Body> {
  if (body.amount !== MAX) return body;
  const { amount: _max, ...rest } = body;
  // Whole accounts leave, and whoever leaves the amount out means that.
  if (key === 'sol-native-stake') return rest as Body;
  if (key === 'usdc-earn') return { ...rest, isWithdrawAll: true } as unknown as Body;
  const range = await readRange(key, requireAddress(body.wallet, 'wallet'), ports);
  const exit = range.exits.find((each) => each.kind === kind);
  if (exit?.takes !== 'amount') throw new Error(`${key} takes no amount for ${kind}.`);
  const { max, refusal } = measureExit(exit);
  if (refusal !== undefined) throw refusal;
  return { ...body, amount: formatAmount(max, ASSET_DECIMALS[exit.asset]) };
}

async function readRange(key: StrategyKey, { text }: Key, ports: RangePorts): Promise<StrategyRange> {
  const { ranges } = await readRanges([key], text, ports);
  const range = ranges.get(key);
  if (range === undefined) throw new Error(`${key} is announced only.`);
  if (isProblemError(range)) throw range;
  return range;
}
