import type { Address } from '@solana/kit';
import type { Deployment, ProgramVersion } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS, decodeClock, type Clock as LedgerClock } from '@staking-agent/chain/sysvar';
import type { LedgerMoment, StrategyKey } from '@staking-agent/wire';
import { type MeansPorts, NOBODY, readMeans, type StrategyRange } from '../builds/ranges.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { StoreFault } from '../problems/store-fault.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ShownFacts } from '../strategies/facts.ts';
import type { AnyLiveStrategy, StrategyServices } from '../strategies/strategy.ts';
import { shareReadings } from '../upstreams/guard.ts';
import { type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import { namePrograms, type ProgramWatch, readProgramVersions } from '../upstreams/ledger/programs.ts';
import { RENT } from '../upstreams/ledger/witnesses.ts';
import type { Capture, FigurePorts } from '../yields/figures.ts';

/** What one read shows of a strategy. */
export type FactsReading = {
  readonly slot: bigint;
  readonly clock: LedgerClock;
  readonly range: StrategyRange;
  readonly shown: ShownFacts;
  /** Oldest first; undefined while the store does not answer. */
  readonly captures: readonly Capture[] | undefined;
  /** By the name that the deployment file has for each; undefined for one that cannot be replaced. */
  readonly programs: readonly NamedProgram[];
};

/** A program of the deployment, and which version of it the ledger has. */
export type NamedProgram = readonly [name: string, address: Address, version: ProgramVersion | undefined];

/** Reads the facts of strategies, of each at most once in two seconds. */
export type FactsReader = (strategy: AnyLiveStrategy) => Promise<FactsReading>;

/** What facts are read with. */
export type FactsPorts = MeansPorts & {
  readonly ledger: LedgerClient;
  readonly deployment: Deployment;
  readonly clock: Clock;
  readonly captures: FigurePorts['captures'];
  readonly programs: Pick<ProgramWatch, 'peek'>;
  readonly validator: StrategyServices['validator'];
};

/** More than a year of epochs of two days. */
const CAPTURES = 200;

/** Creates the reader of facts, with its own concurrency limit. @throws {UpstreamBusy} from a read at that limit. */
export function createFactsReader(ports: FactsPorts): FactsReader {
  const share = shareReadings<FactsReading>(ports);
  return (strategy) => share(strategy.key, () => readFacts(strategy, ports));
}

async function readFacts({ key, actions }: AnyLiveStrategy, ports: FactsPorts): Promise<FactsReading> {
  const [range, facts] = await Promise.all([actions.findRange(NOBODY), actions.facts.locate()]);
  const addresses = [...new Set([NOBODY, RENT, CLOCK_ADDRESS, ...range.addresses, ...facts.addresses])];
  const [read, captures, programs] = await Promise.all([
    readAccounts(addresses, ports),
    readCaptures(key, ports),
    readPrograms(actions.facts.programs, ports),
  ]);
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (clock === undefined) throw new UpstreamFault('ledger', 'malformed');
  const means = await readMeans(read, ports);
  return {
    slot: read.slot,
    clock,
    range: range.describe(read, means),
    shown: facts.describe(read, { means, captures: captures ?? [], validator: ports.validator.peek() }),
    captures,
    programs,
  };
}

async function readCaptures(
  key: StrategyKey,
  { captures }: FactsPorts,
): Promise<readonly Capture[] | undefined> {
  try {
    return await captures.latest(key, CAPTURES);
  } catch (error) {
    if (error instanceof StoreFault) return undefined;
    throw error;
  }
}

async function readPrograms(fields: readonly string[], ports: FactsPorts): Promise<readonly NamedProgram[]> {
  const all = namePrograms(ports.deployment);
  const named = all.filter(
    ([name, address], i) =>
      fields.some((field) => name.startsWith(field)) &&
      all.findIndex(
        ([other, known]) => known === address && fields.some((field) => other.startsWith(field)),
      ) === i,
  );
  const addresses = named.map(([, address]) => address);
  const versions = ports.programs.peek() ?? (await readProgramVersions(addresses, ports));
  return named.map(([name, address]) => [name, address, versions.get(address)]);
}

/** Prints the moment of a ledger reading: slot and epoch as integer text, and the ledger's time to the second. */
export function toLedgerMoment(slot: bigint, { epoch, now }: LedgerClock): LedgerMoment {
  return {
    slot: String(slot),
    epoch: String(epoch),
    time: new Date(Number(now) * 1_000).toISOString(),
  };
}
