import { startPinned } from './pinned-process.ts';
import { median, medianRatio, type Section } from './report.ts';

const WARM_UP = 1_500;
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

/**
 * Compares this service's builders with the public SDKs in process, turn by turn on one core: each from its input to the
 * bytes of the transaction, on a node that answers at once.
 */
export async function compareSdks({ url, wallet, environment }: Ground, rounds: number): Promise<Section> {
  const own = await startPinned('servers/own-builder.ts', 0, [JSON.stringify(environment)]);
  const sdks = await startPinned('servers/public-sdks.ts', 0, [url]);
  const rows: { readonly title: string; readonly ours: number[]; readonly theirs: number[] }[] = [];
  for (const title of sdks.ready as readonly string[]) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const question = { build: title, wallet, times: round === 0 ? WARM_UP : BUILDS };
      const [mine, other] = [Number(await own.ask(question)), Number(await sdks.ask(question))];
      if (round === 0) continue;
      ours.push(mine);
      theirs.push(other);
    }
    rows.push({ title, ours, theirs });
  }
  own.stop();
  sdks.stop();
  return {
    id: 'sdks',
    headings: ['In process, on a node that answers at once', 'ms of CPU', 'ms of the public SDKs'],
    rows: rows.map(({ title, ours, theirs }) => [title, median(ours).toFixed(2), median(theirs).toFixed(2)]),
    ratios: rows.map(({ title, ours, theirs }) => ({
      name: `${title} in process, times of the public SDKs`,
      value: medianRatio(theirs, ours),
      least: LEAST,
    })),
  };
}
