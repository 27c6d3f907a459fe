import type { Address } from '@solana/kit';
import { CLOCK_ADDRESS, type Clock, decodeClock } from '@staking-agent/chain/ledger';
import { ASSET_DECIMALS, formatAmount, type StrategyKey, type UnstakeKind } from '@staking-agent/wire';
import { TIP } from '../builds/budget.ts';
import {
  type ExitRange,
  lackLamports,
  type Means,
  measureExit,
  measureStake,
  readMeans,
  type StrategyRange,
  sumCosts,
} from '../builds/ranges.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { isProblemError, type ProblemError } from '../problems/problem.ts';
import { RENT, type ReadAccounts, readAccounts } from '../upstreams/ledger/client.ts';
import { assertNoProgram } from '../upstreams/ledger/programs.ts';
import type { AnyStrategy, ExitSource, Key, Located, StrategyServices } from './strategy.ts';
import { findTokenRefusal } from './vault.ts';

/**
 * Finds the largest stake of a wallet that lands and leaves enough SOL to exit again, in base units.
 *
 * @throws {ProblemError} when nothing can be staked: the refusal of the smallest stake.
 */
export async function findMaxStake(
  key: StrategyKey,
  wallet: Key,
  services: StrategyServices,
): Promise<bigint> {
  const range = getRange(key, await readRanges([key], wallet.text, services));
  const { valueGate } = services;
  if (range.bounds.isOpen) await valueGate.assertRoom(key, range.bounds.least);
  const { max, refusal } = measureStake(range, valueGate.room(key));
  if (refusal === undefined) return max;
  throw (await findPossibleTip(key, wallet, range, services)) ?? refusal;
}

/**
 * Finds the refusal of a stake that is possible with a smaller tip. The costs with any tip lie at most on the line between those
 * with none and those with the whole.
 *
 * @returns undefined where no tip that is offered makes it possible.
 */
async function findPossibleTip(
  key: StrategyKey,
  wallet: Key,
  { asset, bounds, lamports, costs }: StrategyRange,
  services: StrategyServices,
): Promise<ProblemError | undefined> {
  const { tip: asked = 0n } = services;
  if (asked === 0n || !bounds.isOpen) return undefined;
  const bare = getRange(key, await readRanges([key], wallet.text, { ...services, tip: 0n }));
  const put = asset === 'SOL' ? bounds.least : 0n;
  const [most, least] = [put + sumCosts(costs), put + sumCosts(bare.costs)];
  if (lamports >= most || lamports < least) return undefined;
  const possible = ((lamports - least) * asked) / (most - least);
  if (possible < TIP.least) return undefined;
  return lackLamports({ put, lamports, costs }, { asked, possible });
}

/**
 * Returns the members of a request that take out everything that the wallet can withdraw, `amount` as decimal text. One read
 * of the ledger where the amount has to be measured; a whole account leaves without an amount.
 *
 * @param exits - of the strategy.
 * @throws {ProblemError} when nothing can be taken out, and for a wallet that is none.
 */
export async function findMaxExit(
  asked: { readonly key: StrategyKey; readonly kind: UnstakeKind; readonly wallet: Key },
  exits: ExitSource,
  services: StrategyServices,
): Promise<{ readonly amount?: string; readonly isWithdrawAll?: true }> {
  if (exits.takes === 'whole-account') return {};
  if (exits.askAll !== undefined) return exits.askAll;
  const { key, kind, wallet } = asked;
  const { max, refusal } = measureExit(getExit(key, kind, await readRanges([key], wallet.text, services)));
  if (refusal !== undefined) throw refusal;
  return { amount: formatAmount(max, ASSET_DECIMALS[exits.asset]) };
}

/**
 * Returns how much leaves where all is to, in base units: the most that can leave at once, or what the wallet holds where
 * nothing can, so that each way out says why.
 *
 * @throws {ProblemError} when it holds nothing, or too little for any way.
 */
export function getWholeExit(key: StrategyKey, reading: RangesReading): bigint {
  const exit = getExit(key, 'instant', reading);
  const { max, refusal } = measureExit(exit);
  if (refusal === undefined) return max;
  if (exit.holds === 0n || refusal.code === 'AMOUNT_TOO_SMALL') throw refusal;
  return exit.holds;
}

/** Returns the range of an exit that takes an amount. @throws {ProblemError} why the strategy has none. */
export function getExit(key: StrategyKey, kind: UnstakeKind, reading: RangesReading) {
  const exit = getRange(key, reading).exits.find((each) => each.kind === kind);
  if (exit?.takes !== 'amount') throw new Error(`${key} takes no amount for ${kind}.`);
  return exit;
}

function getRange(key: StrategyKey, { ranges }: RangesReading): StrategyRange {
  const range = ranges.get(key);
  if (range === undefined) throw new Error(`${key} is announced only.`);
  if (isProblemError(range)) throw range;
  return range;
}

/** Limits of strategies and of one wallet in them, at one slot. */
export type RangesReading = {
  readonly slot: bigint;
  readonly clock: Clock;
  readonly means: Means;
  /** By strategy: its range, or why it has none. Those that are only announced are missing. */
  readonly ranges: ReadonlyMap<StrategyKey, StrategyRange | ProblemError>;
};

/**
 * Reads the current limits of strategies, and of a wallet in them, in one call.
 *
 * @throws {ProblemError} `invalid_request` for a wallet that is a program; {@link UpstreamFault} or {@link UpstreamRefusal}
 *   when the ledger does not answer. A fault of one strategy appears in its entry only.
 */
export async function readRanges(
  keys: readonly StrategyKey[],
  wallet: Address,
  services: StrategyServices,
): Promise<RangesReading> {
  const located = locateAll(keys, wallet, services);
  const own = located.flatMap(([, { addresses }]) => addresses);
  const read = await readAccounts([...new Set([wallet, RENT, CLOCK_ADDRESS, ...own])], services);
  assertNoProgram(read(wallet));
  const clock = requireClock(read);
  const means = await readMeans(read, services);
  const describe = (range: Located) => {
    try {
      return closeBlocked(range.describe(read, means), findTokenRefusal(range.tokens, wallet, read));
    } catch (error) {
      if (isProblemError(error)) return error;
      throw error;
    }
  };
  return { slot: read.slot, clock, means, ranges: new Map(located.map(([key, at]) => [key, describe(at)])) };
}

/** Closes a range for a wallet whose token accounts refuse everything; what it does not hold is refused for that. */
function closeBlocked(range: StrategyRange, blocked: ProblemError | undefined): StrategyRange {
  if (blocked === undefined) return range;
  const close = (exit: ExitRange): ExitRange =>
    exit.takes === 'whole-account' || exit.own?.isOpen !== true
      ? exit
      : { ...exit, own: { isOpen: false, refusal: blocked } };
  return { ...range, blocked, exits: range.exits.map(close) };
}

/** Decodes the ledger's clock out of a read. @throws {UpstreamFault} when it is missing. */
export function requireClock(read: ReadAccounts): Clock {
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (clock === undefined) throw new UpstreamFault('ledger', 'malformed');
  return clock;
}

/** Locates a wallet in strategies; those that are only announced are left out. */
export function locateAll(
  keys: readonly StrategyKey[],
  wallet: Address,
  { strategies, config, switches }: StrategyServices,
): readonly (readonly [StrategyKey, Located])[] {
  return keys.flatMap((key) => {
    const { actions }: AnyStrategy = strategies[key];
    return actions === undefined ? [] : [[key, actions.locate(wallet, config.deployment, switches)] as const];
  });
}
