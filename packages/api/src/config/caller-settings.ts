import { isIP } from 'node:net';
import { BUDGETS, type Budget, type Quotas } from '../http/caller-budgets.ts';
import type { TrustProxy } from '../http/create-caller-reader.ts';

const DEFAULT_QUOTAS: Quotas = { reads: 1_200, builds: 600, keyed: 120, broadcasts: 300 };

/** Requests a minute that one address may make unless the environment says otherwise. */
export const DEFAULT_RATE_LIMITS = BUDGETS.map((budget) => `${budget}=${DEFAULT_QUOTAS[budget]}`).join();

/** How callers are told apart and limited. */
export type CallerSettings = {
  /** How many requests a caller may send in a minute; undefined without a limit. */
  readonly quotas: Quotas | undefined;
  readonly trustProxy: TrustProxy;
};

const ENTRY = /^([a-z]+)=([1-9][0-9]{0,8})$/;
const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Reads the budgets of a caller.
 *
 * @param text - `off`, or budgets a minute such as `reads=1200,builds=600`; one that is left out has its default.
 * @returns undefined without a limit.
 * @throws {Error} for anything else, as the end of a sentence.
 */
export function parseRateLimits(text: string): Quotas | undefined {
  if (text.trim() === 'off') return undefined;
  return { ...DEFAULT_QUOTAS, ...parseQuotas(text) };
}

function parseQuotas(text: string): Partial<Record<Budget, number>> {
  const entries = text.split(',').map((entry) => {
    const [, name, count] = ENTRY.exec(entry.trim()) ?? [];
    const budget = BUDGETS.find((each) => each === name);
    if (budget === undefined) {
      throw new Error(`must be off, or requests a minute such as ${DEFAULT_RATE_LIMITS}`);
    }
    return [budget, Number(count)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Reads which proxies are trusted to name the client.
 *
 * @param text - addresses and networks, comma-separated, or the number of proxies in a row; blank for none.
 * @returns false where nobody is believed.
 * @throws {Error} for anything else, as the end of a sentence.
 */
export function parseTrustProxy(text: string | undefined): TrustProxy {
  if (text === undefined) return false;
  if (/^[1-9]$/.test(text.trim())) return (_address, place) => place < Number(text);
  const networks = text.split(',').map((each) => each.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error(
    'must name the addresses or networks of the proxies, such as 10.0.0.0/8 or loopback, or how many stand in a row',
  );
}

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // All addresses there are cannot be proxies of ours: then anybody could be anybody.
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
