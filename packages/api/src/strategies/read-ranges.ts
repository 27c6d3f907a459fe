import type { Address } from '@solana/kit';
import { CLOCK_ADDRESS, type Clock, decodeClock } from '@staking-agent/chain/sysvar';
import type { StrategyKey } from '@staking-agent/wire';
import { type Means, type MeansPorts, readMeans } from '../builds/means.ts';
import type { LocatedRange, StrategyRange } from '../builds/range.ts';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';
import { UpstreamFault } from '../problems/upstream-fault.ts';
import { assertNoProgram } from '../upstreams/assert-no-program.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { type ReadAccounts, readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { RENT } from '../upstreams/node-reading.ts';
import type { AnyStrategy, Strategies } from './strategy.ts';

/** What ranges are read with. */
export type RangePorts = MeansPorts & { readonly ledger: LedgerReader; readonly strategies: Strategies };

/** What one read shows of strategies and of one wallet in them. */
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
  ports: RangePorts,
): Promise<RangesReading> {
  const located = await locateRanges(keys, wallet, ports.strategies);
  const own = located.flatMap(([, { addresses }]) => addresses);
  const read = await readAccounts([...new Set([wallet, RENT, CLOCK_ADDRESS, ...own])], ports);
  assertNoProgram(read(wallet));
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (clock === undefined) throw new UpstreamFault('ledger', 'malformed');
  const means = await readMeans(read, ports);
  return {
    slot: read.slot,
    clock,
    means,
    ranges: new Map(located.map(([key, range]) => [key, describe(range, read, means)])),
  };
}

type NamedRange = readonly [StrategyKey, LocatedRange];

async function locateRanges(
  keys: readonly StrategyKey[],
  wallet: Address,
  strategies: Strategies,
): Promise<readonly NamedRange[]> {
  const found = await Promise.all(
    keys.map(async (key) => {
      const { actions }: AnyStrategy = strategies[key];
      return actions === undefined ? [] : [[key, await actions.findRange(wallet)] as const];
    }),
  );
  return found.flat();
}

function describe(range: LocatedRange, read: ReadAccounts, means: Means): StrategyRange | ProblemError {
  try {
    return range.describe(read, means);
  } catch (error) {
    if (isProblemError(error)) return error;
    throw error;
  }
}
