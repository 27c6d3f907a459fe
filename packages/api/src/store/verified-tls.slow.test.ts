import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Postgres, startPostgres } from '@staking-agent/test-postgres';
import { sql } from 'kysely';
import { openStore, StoreOpenError } from './open.ts';
import { isVerifiedConnection } from './postgres.ts';

const missing = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed';

type Authority = { readonly certificate: string; readonly key: string };

/** Makes a CA of its own in a folder; returns the files. */
function createAuthority(folder: string, name: string): Authority {
  const [certificate, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    key,
    '-out',
    certificate,
  );
  return { certificate, key };
}

/** Issues a server's certificate; PEM. */
function issue(folder: string, authority: Authority, names: string, days = '2') {
  const [request, key, extension] = ['server.csr', 'server.key', 'server.ext'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(extension, `subjectAltName=${names}\n`);
  openssl(
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=server',
    '-keyout',
    key,
    '-out',
    request,
  );
  const certificate = openssl(
    'x509',
    '-req',
    '-in',
    request,
    '-CA',
    authority.certificate,
    '-CAkey',
    authority.key,
    '-CAcreateserial',
    '-days',
    days,
    '-extfile',
    extension,
  );
  return { certificate, key: readFileSync(key, 'utf8') };
}

function openssl(...args: string[]): string {
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Below the ports that a system hands to those who ask for any: nobody is given it before PostgreSQL listens. */
async function findFreePort(): Promise<number> {
  const port = randomInt(10_000, 20_000);
  const server = createServer().listen(port, '127.0.0.1');
  const found = await once(server, 'listening').then(() => port, findFreePort);
  server.close();
  return found;
}

describe('a PostgreSQL reached with sslmode=verify-full', { skip: missing }, () => {
  let folder: string;
  let ours: Authority;
  let stranger: Authority;
  let postgres: Postgres;
  let port: number;
  let database: string;

  const urlOf = (host: string, { certificate }: Authority, mode = 'verify-full') =>
    `postgresql://postgres@${host}:${port}/${database}?sslmode=${mode}&sslrootcert=${encodeURIComponent(certificate)}`;
  const open = (databaseUrl: string) => openStore({ databaseUrl, dataDirectory: '' });
  const assertRefused = async (databaseUrl: string, reason: RegExp) => {
    await assert.rejects(open(databaseUrl), (error) => {
      assert.ok(error instanceof StoreOpenError);
      assert.match(error.message, /^The database of DATABASE_URL cannot be used: /);
      assert.match(error.message, reason);
      return true;
    });
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'));
    ours = createAuthority(folder, 'ours');
    stranger = createAuthority(folder, 'stranger');
    port = await findFreePort();
    // No IP address: who goes by 127.0.0.1 is at another host than the certificate is for.
    postgres = await startPostgres({ tls: { port, ...issue(folder, ours, 'DNS:localhost') } });
    database = new URL(await postgres.createDatabase()).pathname.slice(1);
  });
  after(async () => {
    await postgres.close();
    rmSync(folder, { recursive: true });
  });

  test('by the right name and CA is used, over TLS, and is one that production takes', async () => {
    const url = urlOf('localhost', ours);
    assert.equal(isVerifiedConnection(url), true);
    const store = await open(url);
    try {
      const { rows } = await sql<{ ssl: boolean; version: string }>`
        select ssl, version from pg_stat_ssl where pid = pg_backend_pid()`.execute(store.db);
      assert.equal(rows[0]?.ssl, true);
      assert.match(rows[0]?.version ?? '', /^TLSv1\.[23]$/);
    } finally {
      await store.close();
    }
  });

  test('whose certificate is of another CA is refused', async () => {
    await assertRefused(urlOf('localhost', stranger), /certificate|issuer/);
  });

  test('whose certificate is of no CA that the machine knows is refused', async () => {
    await assertRefused(
      `postgresql://postgres@localhost:${port}/${database}?sslmode=verify-full`,
      /certificate|issuer/,
    );
  });

  test('whose certificate is for another host is refused, which is named', async () => {
    await assertRefused(
      urlOf('127.0.0.1', ours),
      /127\.0\.0\.1 is not in the cert's list|does not match certificate/,
    );
  });

  test('takes nobody without TLS', async () => {
    const url = `postgresql://postgres@localhost:${port}/${database}`;
    assert.equal(isVerifiedConnection(url), false);
    await assertRefused(url, /no encryption|pg_hba/);
  });
});
