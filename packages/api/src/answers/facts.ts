import type { Address } from '@solana/kit';
import type { ProgramVersion } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS, type Clock as LedgerClock } from '@staking-agent/chain/ledger';
import type { LedgerMoment, StrategyKey } from '@staking-agent/wire';
import { NOBODY, readMeans, type StrategyRange } from '../builds/ranges.ts';
import { StoreFault } from '../problems/faults.ts';
import { requireClock } from '../strategies/reach.ts';
import type { AnyLiveStrategy, StrategyFacts, StrategyServices } from '../strategies/strategy.ts';
import { RENT, readAccounts } from '../upstreams/ledger/client.ts';
import { namePrograms, readProgramVersions } from '../upstreams/ledger/programs.ts';
import type { Capture } from '../yields/figures.ts';

/** The facts of a strategy at one slot. */
export type FactsReading = {
  readonly slot: bigint;
  readonly clock: LedgerClock;
  readonly range: StrategyRange;
  readonly facts: StrategyFacts;
  /** Oldest first; undefined while the store does not answer. */
  readonly captures: readonly Capture[] | undefined;
  readonly programs: readonly NamedProgram[];
};

/** A program, by its name in the deployment file, and its version on the ledger; undefined for one that cannot be replaced. */
type NamedProgram = readonly [name: string, address: Address, version: ProgramVersion | undefined];

/** More than a year of epochs of two days. */
const CAPTURES = 200;

/** Reads the facts of a strategy. @throws {ProblemError} when the ledger does not have what it goes through. */
export async function readFacts(
  { key, actions }: AnyLiveStrategy,
  services: StrategyServices,
): Promise<FactsReading> {
  const { config, validator, switches } = services;
  const located = actions.locate(NOBODY, config.deployment, switches);
  const addresses = [...new Set([NOBODY, RENT, CLOCK_ADDRESS, ...located.addresses])];
  const [read, captures, programs] = await Promise.all([
    readAccounts(addresses, services),
    readCaptures(key, services),
    readPrograms(actions.programs, services),
  ]);
  const clock = requireClock(read);
  const means = await readMeans(read, services);
  const known = { captures: captures ?? [], validator: validator.peek() };
  return {
    slot: read.slot,
    clock,
    range: located.describe(read, means),
    facts: located.describeFacts(read, known),
    captures,
    programs,
  };
}

async function readCaptures(
  key: StrategyKey,
  { captures }: StrategyServices,
): Promise<readonly Capture[] | undefined> {
  try {
    return await captures.latest(key, CAPTURES);
  } catch (error) {
    if (error instanceof StoreFault) return undefined;
    throw error;
  }
}

async function readPrograms(
  fields: readonly string[],
  services: StrategyServices,
): Promise<readonly NamedProgram[]> {
  const all = namePrograms(services.config.deployment).filter(([name]) =>
    fields.some((field) => name.startsWith(field)),
  );
  const named = all.filter(([, address], i) => all.findIndex(([, known]) => known === address) === i);
  const addresses = named.map(([, address]) => address);
  const versions = services.programs.peek() ?? (await readProgramVersions(addresses, services));
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
