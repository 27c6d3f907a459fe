import pg from 'pg';

/**
 * Whether the connections of a URL go to a socket of this machine, or to a server whose certificate and name are
 * verified (`sslmode=verify-full`), as the driver itself reads the URL.
 *
 * @throws {Error} when the driver cannot read it, or a file of certificates it names.
 */
export function isVerifiedConnection(url: string): boolean {
  // Nothing connects before it is told to.
  const { host, ssl } = new pg.Client({ connectionString: url }) as { host: string; ssl: unknown };
  if (host.startsWith('/')) return true;
  if (URL.parse(url)?.searchParams.getAll('sslmode').join() !== 'verify-full') return false;
  const { rejectUnauthorized = true, checkServerIdentity } = Object(ssl) as {
    rejectUnauthorized?: unknown;
    checkServerIdentity?: unknown;
  };
  return Boolean(ssl) && rejectUnauthorized === true && checkServerIdentity === undefined;
}
