import type { TokenKey } from '../builds/token.ts';
import { isVerifiedConnection } from '../store/postgres.ts';

/** What of the environment is looked at here; texts as they were set. */
type Texts = {
  readonly BASE_URL?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
};

/**
 * Finds settings that are allowed in development only.
 *
 * @param tlsRejection - `NODE_TLS_REJECT_UNAUTHORIZED`, which Node itself reads.
 * @returns a line for each, beginning with the name of the variable and showing no value.
 */
export function productionFaults(texts: Texts, tlsRejection: string | undefined): string[] {
  const faults: string[] = [];
  const { BASE_URL: baseUrl, DATABASE_URL: databaseUrl } = texts;
  if (baseUrl === undefined) {
    faults.push('BASE_URL must be set in production: the public https origin, such as https://stake.example');
  } else if (!baseUrl.startsWith('https://')) {
    faults.push('BASE_URL must be https in production');
  }
  if (databaseUrl !== undefined) faults.push(...databaseFaults(databaseUrl));
  if (tlsRejection === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production: no certificate would be verified');
  }
  return faults;
}

function databaseFaults(url: string): string[] {
  // What is no such URL at all is said elsewhere.
  if (!/^postgres(ql)?:/.test(url)) return [];
  const rule =
    'must have sslmode=verify-full in production (sslrootcert names a CA of your own), or a socket';
  try {
    return isVerifiedConnection(url) ? [] : [`DATABASE_URL ${rule}`];
  } catch (error) {
    // The code of a file that cannot be read says enough; a text of the driver's might quote the URL.
    const { code }: { code?: unknown } = Object(error);
    return [`DATABASE_URL ${rule}${typeof code === 'string' ? `; it cannot be used: ${code}` : ''}`];
  }
}

/** Finds keys that are used for two purposes: a key that leaks must not open the other. */
export function sharedKeyFaults(
  keys: Readonly<Record<string, readonly TokenKey[] | undefined>>,
): readonly string[] {
  const places = new Map<string, string>();
  const faults = new Set<string>();
  for (const [name, entries = []] of Object.entries(keys)) {
    for (const { secret } of entries) {
      const text = secret.toString('base64');
      const other = places.get(text);
      if (other === name) faults.add(`${name} holds one key twice`);
      else if (other !== undefined) faults.add(`${name} holds a key of ${other}; each must be its own`);
      places.set(text, name);
    }
  }
  return [...faults];
}
