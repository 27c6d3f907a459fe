import { type Profiler, Session } from 'node:inspector';
import { promisify } from 'node:util';

/** One place and the share of busy time that was spent there, callees left out. */
export type Spent = { readonly place: string; readonly share: number };

const SAMPLE_MICROSECONDS = 200;
const ROOT = new URL('../', import.meta.url).href;

/** Runs work under V8's sampling profiler, and tells by file and native function where the time went. */
export async function profileWhile(work: () => Promise<unknown>): Promise<readonly Spent[]> {
  const session = new Session();
  session.connect();
  const post = promisify(session.post.bind(session)) as unknown as (
    method: string,
    params?: object,
  ) => Promise<Profiler.StopReturnType>;
  await post('Profiler.enable');
  await post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  await post('Profiler.start');
  await work();
  const { profile } = await post('Profiler.stop');
  session.disconnect();
  return shares(profile);
}

function shares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): readonly Spent[] {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, findPlace(callFrame)]));
  const spent = new Map<string, number>();
  let busy = 0;
  for (const [i, id] of samples.entries()) {
    const place = places.get(id);
    if (place === undefined) continue;
    const microseconds = timeDeltas[i] ?? 0;
    busy += microseconds;
    spent.set(place, (spent.get(place) ?? 0) + microseconds);
  }
  return [...spent]
    .map(([place, microseconds]) => ({ place, share: microseconds / busy }))
    .toSorted((a, b) => b.share - a.share);
}

/** A file of ours, a package, a part of Node, or a native function; undefined for time nothing was done in. */
function findPlace({
  functionName,
  url,
}: Profiler.Profile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)' || functionName === '(root)' || url === 'node:inspector') return undefined;
  // V8 names the functions of an add-on after its last one.
  if (url === '' && /^$|^extension_/.test(functionName)) return 'native sodium: key pair, signature';
  if (url === '') return functionName.startsWith('(') ? functionName : `native ${functionName}`;
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (dependency !== undefined) return dependency;
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  return url.startsWith(ROOT) ? url.slice(ROOT.length) : url;
}
