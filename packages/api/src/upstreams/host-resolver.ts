import { lookup as lookupByMachine, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type Clock, within } from '../runtime/clock.ts';

type Found = { readonly address: string; readonly family: 4 | 6 };

/** What a look-up may take, however slow the name servers are. */
const DEADLINE_MILLISECONDS = 1_200;
const TRY_MILLISECONDS = 500;
const TRIES = 2;
const FRESH_MILLISECONDS = 30_000;
/** Addresses this old are still used while nobody says others: a name server that is down takes no upstream away. */
const STALE_MILLISECONDS = 3_600_000;
/** What name servers say of names that they do not have; the machine may know them in its own way. */
const UNKNOWN_TO_SERVERS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ENONAME']);

/** What a resolver asks; the machine's unless given. */
export type HostSources = {
  /** Name servers, `address:port`. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
};

/**
 * Makes the look-up of host names for all upstreams, with a cache and a deadline.
 *
 * Node's own does each look-up in one of two threads and waits there for as long as the machine likes: one name whose
 * servers hang stops every other name. Here the hosts file is read, then name servers are asked over sockets; only a name
 * that they say they do not have goes to the machine, which knows search domains.
 */
export function createHostResolver(
  clock: Clock,
  { servers, hostsFile = '/etc/hosts' }: HostSources = {},
): LookupFunction {
  const resolver = new Resolver({ timeout: TRY_MILLISECONDS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const known = new Map<string, { readonly found: readonly Found[]; readonly at: number }>();
  const asking = new Map<string, Promise<readonly Found[]>>();

  const ask = (host: string): Promise<readonly Found[]> => {
    const running = asking.get(host);
    if (running !== undefined) return running;
    const answer = find(host, resolver, hostsFile)
      .then((found) => {
        known.set(host, { found, at: clock.elapsed() });
        return found;
      })
      .finally(() => asking.delete(host));
    asking.set(host, answer);
    return answer;
  };
  const resolveAddresses = async (host: string): Promise<readonly Found[]> => {
    const cached = known.get(host);
    const age = cached === undefined ? Number.POSITIVE_INFINITY : clock.elapsed() - cached.at;
    if (cached !== undefined && age <= FRESH_MILLISECONDS) return cached.found;
    const answer = ask(host);
    if (cached !== undefined && age <= STALE_MILLISECONDS) {
      answer.catch(() => undefined);
      return cached.found;
    }
    return await within(clock, DEADLINE_MILLISECONDS, answer, () => {
      throw Object.assign(new Error('The name servers have not answered in time.'), { code: 'ETIMEOUT' });
    });
  };

  return (host, options, callback) => {
    resolveAddresses(host).then(
      (all) => {
        const found = options.family ? all.filter(({ family }) => family === options.family) : all;
        const [first] = found;
        if (first === undefined) {
          callback(Object.assign(new Error('No address.'), { code: 'ENOTFOUND' }), '', 0);
        } else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

async function find(host: string, resolver: Resolver, hostsFile: string): Promise<readonly Found[]> {
  const listed = await readHosts(hostsFile, host);
  if (listed.length > 0) return listed;
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...listFound(four, 4), ...listFound(six, 6)];
  if (found.length > 0) return found;
  const fault = [four, six].find((each) => each.status === 'rejected' && !isUnknown(each.reason));
  if (fault?.status === 'rejected') throw fault.reason;
  const all = await lookupByMachine(host, { all: true });
  return all.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

function listFound(answer: PromiseSettledResult<string[]>, family: 4 | 6): readonly Found[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function isUnknown(error: unknown): boolean {
  return UNKNOWN_TO_SERVERS.has(String(Object(error).code));
}

/** The addresses a hosts file has for a name; none where there is no file. */
async function readHosts(path: string, host: string): Promise<readonly Found[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line): readonly Found[] => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    const isMeant = names.some((name) => name.toLowerCase() === host.toLowerCase());
    return isMeant && (family === 4 || family === 6) ? [{ address, family }] : [];
  });
}
