import { startPinned } from './pinned-process.ts';
import { fixSpread } from './report.ts';
import type { Section } from './section.ts';
import { pairedRatios, spreadOf } from './spread.ts';

const WARM_UP = 1_500;
const ROUNDS = 16;
const BUILDS = 60;
/** How many times as much the public SDKs take at least. */
const LEAST = 5;

/** A sandbox with a wallet that has something of every strategy. */
export type Ground = {
  readonly url: string;
  readonly wallet: string;
  /** Of a service on this sandbox. */
  readonly environment: Readonly<Record<string, string>>;
};

type Row = { readonly title: string; readonly ours: number[]; readonly theirs: number[] };

/**
 * Compares this service's builders with the public SDKs in process, turn by turn on one core: each from its input to the
 * bytes of the transaction, on a node that answers at once.
 */
export async function compareSdks({ url, wallet, environment }: Ground): Promise<Section> {
  const own = await startPinned('servers/own-builder.ts', 0, [JSON.stringify(environment)]);
  const sdks = await startPinned('servers/public-sdks.ts', 0, [url, 'replay']);
  const rows: Row[] = [];
  for (const title of sdks.ready as readonly string[]) {
    const row: Row = { title, ours: [], theirs: [] };
    const measure = async (times: number) => {
      const question = { build: title, wallet, times };
      return [(await own.ask(question)) as number, (await sdks.ask(question)) as number] as const;
    };
    await measure(WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [ours, theirs] = await measure(BUILDS);
      row.ours.push(ours);
      row.theirs.push(theirs);
    }
    rows.push(row);
  }
  own.stop();
  sdks.stop();
  return toSection(rows);
}

function toSection(rows: readonly Row[]): Section {
  return {
    id: 'sdks',
    headings: [
      'In process, on a node that answers at once',
      'ms of CPU',
      'ms of the public SDKs',
      'times as much',
    ],
    rows: rows.map(({ title, ours, theirs }) => [
      title,
      fixSpread(spreadOf(ours), 2),
      fixSpread(spreadOf(theirs), 2),
      spreadOf(pairedRatios(theirs, ours)).middle.toFixed(1),
    ]),
    figures: rows.map(({ title, ours, theirs }) => ({
      name: `${title} in process, times of the public SDKs`,
      spread: spreadOf(pairedRatios(theirs, ours)),
      aim: { least: LEAST },
      isGain: true,
    })),
  };
}
