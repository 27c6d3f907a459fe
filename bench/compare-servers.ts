import type { LoadOrder, LoadResult } from './load.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { listFamily, readCpu } from './read-cpu.ts';
import { type Spread, spreadOf } from './spread.ts';

/** A server under load, or one of several kinds of load on a server. */
export type Contender = {
  readonly title: string;
  /** URL of `POST /stake`. */
  readonly url: string;
  /** The processes whose CPU time counts as the server's. */
  readonly pids: readonly number[];
  /** A process beside it, such as a database, with all that it starts. */
  readonly beside?: number;
  readonly load?: Pick<LoadOrder, 'keys' | 'maySleep'>;
};

/** One slice: requests a second, microseconds of CPU for one, and milliseconds until an answer. */
export type Slice = {
  readonly perSecond: number;
  readonly cpu: number;
  /** CPU of what is beside. */
  readonly besideCpu: number;
  readonly p50: number;
  readonly p99: number;
};

/** A contender and what was measured of it, slice by slice: the nth of all were made side by side. */
export type Measured = { readonly title: string; readonly slices: readonly Slice[] };

/** How long to measure. */
export type Pace = { readonly warmUpSeconds: number; readonly rounds: number; readonly seconds: number };

/** Core of the load generator; servers are on core 0. */
const CORE = 1;

/**
 * Measures servers in short slices in turn, each round in another order: a noisy moment falls on all of them.
 */
export async function compareServers(
  contenders: readonly Contender[],
  { warmUpSeconds, rounds, seconds }: Pace,
): Promise<readonly Measured[]> {
  const generator = await startPinned('load.ts', CORE);
  const all = contenders.map((contender) => ({ contender, slices: [] as Slice[] }));
  for (const { contender } of all) await measure(generator, contender, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const i of all.keys()) {
      const { contender, slices } = all[(i + round) % all.length] ?? fail();
      slices.push(await measure(generator, contender, seconds));
    }
  }
  generator.stop();
  return all.map(({ contender: { title }, slices }) => ({ title, slices }));
}

async function measure(generator: PinnedProcess, contender: Contender, seconds: number): Promise<Slice> {
  const { url, pids, beside, load } = contender;
  const family = beside === undefined ? [] : listFamily(beside);
  const [before, besideBefore] = [readCpu(pids), readCpu(family)];
  const { answers, perSecond, p50, p99 } = (await generator.ask({ url, seconds, ...load })) as LoadResult;
  return {
    perSecond,
    cpu: (readCpu(pids) - before) / answers,
    besideCpu: (readCpu(family) - besideBefore) / answers,
    p50,
    p99,
  };
}

/** One kind of figure of all slices. */
export function pick({ slices }: Measured, field: keyof Slice): readonly number[] {
  return slices.map((slice) => slice[field]);
}

/** One kind of figure, with its spread. */
export function pickSpread(measured: Measured, field: keyof Slice): Spread {
  return spreadOf(pick(measured, field));
}

function fail(): never {
  throw new Error('There is no such contender.');
}
