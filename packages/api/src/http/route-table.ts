import createRouter from 'find-my-way';
import type { Endpoint } from './endpoint.ts';

/** Where a path leads. */
export type Found = {
  /** Undefined for a path that nothing serves. */
  readonly endpoint: Endpoint | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
};

/** Finds what serves a target; undefined for one with a malformed escape. */
export type FindEndpoint = (url: string) => Found | undefined;

const NOWHERE: Found = { endpoint: undefined, params: {}, query: {} };
/** The longest segment that stands for a name: longer than any head of a request. */
const LONGEST_SEGMENT = 16_384;

/** Makes the table of paths. Methods are no part of it: a path that is served refuses those it does not answer to. */
export function createRouteTable(endpoints: readonly Endpoint[]): FindEndpoint {
  const router = createRouter({ maxParamLength: LONGEST_SEGMENT, onBadUrl: () => undefined });
  for (const endpoint of endpoints) router.on('GET', endpoint.pattern, () => undefined, endpoint);
  return (url) => {
    const found = router.find('GET', url);
    if (found === null) return NOWHERE;
    const endpoint = found.store as Endpoint | null;
    return endpoint === null ? undefined : { endpoint, params: found.params, query: found.searchParams };
  };
}
