import { hash } from 'node:crypto';
import { isPartnerKeyForm } from '../attribution/partner-key.ts';
import type { Clock } from '../runtime/clock.ts';

/** Partners by their keys, as far as they have been looked up lately. */
export type KnownPartners = {
  /**
   * Tells at once whose key it is; undefined for one that nobody has, or that is being looked up.
   *
   * @param key - as the caller sent it.
   */
  peek(key: string): string | undefined;
};

type Found = { readonly partner: string | undefined; readonly until: number };

const HOLDS_MILLISECONDS = 60_000;
const KEYS_LIMIT = 2_000;
/** Lookups at the same time: invented keys must not keep the store busy. */
const LOOKUPS = 4;

/**
 * Caches look-ups of partner keys for a minute. A request never waits for one: until it is done, the caller is identified by
 * its address.
 *
 * @param find - looks a key up; undefined for none of an active partner.
 */
export function createKnownPartners(
  find: (key: string) => Promise<string | undefined>,
  { elapsed }: Pick<Clock, 'elapsed'>,
): KnownPartners {
  const found = new Map<string, Found>();
  // Separate, so that invented keys, however many, evict no partner.
  const nobodys = new Map<string, Found>();
  const asked = new Set<string>();
  const lookUp = async (key: string, name: string) => {
    asked.add(name);
    try {
      const partner = await find(key);
      found.delete(name);
      nobodys.delete(name);
      const kept = partner === undefined ? nobodys : found;
      if (kept.size >= KEYS_LIMIT) kept.clear();
      kept.set(name, { partner, until: elapsed() + HOLDS_MILLISECONDS });
    } catch {
      // The store is unavailable: the next request with that key looks it up again.
    } finally {
      asked.delete(name);
    }
  };
  return {
    peek(key) {
      if (!isPartnerKeyForm(key)) return undefined;
      const name = hash('sha256', key, 'base64url');
      const known = found.get(name) ?? nobodys.get(name);
      const isOld = known === undefined || known.until <= elapsed();
      // A partner is looked up again whatever else is: there are as many as there are.
      const hasRoom = asked.size < LOOKUPS || known?.partner !== undefined;
      if (isOld && hasRoom && !asked.has(name)) void lookUp(key, name);
      return known?.partner;
    },
  };
}
