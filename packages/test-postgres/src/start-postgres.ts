import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findBinaries } from './find-binaries.ts';

/** A running PostgreSQL with a data directory of its own, on a Unix socket. */
export type Postgres = {
  /** Path of its socket, for a proxy to stand before it; its folder is what tests of other processes are told. */
  readonly socketPath: string;
  /** Number of its first process; another one after each start. */
  readonly pid: number;
  /** Makes an empty database, or a copy of one that has no connections, and returns its connection URL. */
  createDatabase(model?: string): Promise<string>;
  /** Stops it as a crash would: connections break, nothing is flushed first. */
  stop(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** Stops it and removes everything it wrote. */
  close(): Promise<void>;
};

/** How a server is started. */
export type PostgresOptions = {
  readonly isModel?: boolean;
  readonly directory?: string;
  readonly tls?: Tls;
};

/** What a server shows to those who come over TCP: a certificate and its key, both PEM. */
export type Tls = { readonly port: number; readonly certificate: string; readonly key: string };

// biome-ignore lint/style/noProcessEnv: `npm test` starts one server for all its processes, and says where.
const running = process.env['TEST_POSTGRES'];
const MODEL = 'model';
const START_TRIES = 3_000;
/** PostgreSQL refuses to run as root: as root its processes run as nobody. */
const NOBODY = 65_534;
/** Shared memory is removed with the folder; that of the default outlives a server that is killed. */
const IN_FOLDER = 'mmap';
/** A socket's path has 107 bytes at the most. */
const PATH_LIMIT = 80;

/**
 * Makes a cluster in a temporary folder and starts it. A crash of the machine, though not of a process, may lose commits.
 *
 * @param options.directory - where its folder is made; the machine's for temporary files unless given.
 * @param options.isModel - whether what it is made of is kept beside it, for others to be copies of: those that are
 *   started where `TEST_POSTGRES` names its folder. To make a cluster takes half a second of a processor.
 * @param options.tls - makes it listen with TLS on 127.0.0.1 as well, and refuse whoever comes there without.
 * @throws {Error} when there is no PostgreSQL to run, or it does not start.
 */
export async function startPostgres({
  isModel = false,
  directory: parent = tmpdir(),
  tls,
}: PostgresOptions = {}): Promise<Postgres> {
  const directory = mkdtempSync(join(parent.length > PATH_LIMIT ? '/tmp' : parent, 'pg-'));
  const data = join(directory, 'data');
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  let server: ChildProcess | undefined;

  const remove = () => rmSync(directory, { recursive: true, force: true });
  const killAtExit = () => {
    server?.kill('SIGQUIT');
    remove();
  };
  const stop = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGQUIT');
    await exited;
  };
  const socketPath = join(directory, '.s.PGSQL.5432');
  let bin: string;
  const start = async () => {
    server = spawn(join(bin, 'postgres'), ['-D', data, ...settings(directory, tls)], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const output: string[] = [];
    server.stderr?.on('data', (chunk) => output.push(String(chunk)));
    await untilReady(server, directory, output);
  };

  // Before whoever removes the folder that it writes to.
  process.prependOnceListener('exit', killAtExit);
  try {
    chmodSync(directory, 0o755);
    if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
    const model = running !== undefined && existsSync(join(running, MODEL)) ? running : undefined;
    bin = await findBinaries(join(model ?? directory, 'native'));
    if (model === undefined) await initialize(bin, data, user);
    else await copyFolder(join(model, MODEL), data);
    if (isModel) await copyFolder(data, join(directory, MODEL));
    if (tls !== undefined) {
      writeTls(data, tls, user);
      // The socket is named after the port; by this name everybody knows it.
      symlinkSync(`.s.PGSQL.${tls.port}`, socketPath);
    }
    await start();
  } catch (error) {
    await stop();
    process.off('exit', killAtExit);
    remove();
    throw error;
  }
  return {
    socketPath,
    get pid() {
      return server?.pid ?? 0;
    },
    createDatabase: (model) => createDatabase(directory, model),
    stop,
    start,
    async close() {
      await stop();
      process.off('exit', killAtExit);
      remove();
    },
  };
}

/**
 * Creates a database on a server that runs.
 *
 * @param directory - of its socket.
 * @param model - URL of the database that it is a copy of, which has no connections; it is empty unless given.
 * @returns the URL of the database.
 */
export async function createDatabase(directory: string, model?: string): Promise<string> {
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const template = model === undefined ? '' : ` TEMPLATE ${new URL(model).pathname.slice(1)}`;
  await withClient(directory, (client) => client.query(`CREATE DATABASE ${name}${template}`));
  return createUrl(directory, name);
}

let databases = 0;

// Not synchronous: whatever else the test runs in this process goes on meanwhile.
async function initialize(bin: string, data: string, user: { uid?: number; gid?: number }): Promise<void> {
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  // The machine's may be too old to be told here.
  const own = bin.startsWith(dirname(data)) ? ['-c', `dynamic_shared_memory_type=${IN_FOLDER}`] : [];
  const running = promisify(execFile)(join(bin, 'initdb'), [...args, ...own], user);
  // It would go on to write to a folder that is being removed.
  const kill = () => running.child.kill();
  process.prependOnceListener('exit', kill);
  await running.finally(() => process.off('exit', kill));
}

// With owners and rights, which Node's own copy does not keep.
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

function writeTls(data: string, { certificate, key }: Tls, user: { uid?: number; gid?: number }): void {
  const files = {
    'server.crt': certificate,
    'server.key': key,
    'pg_hba.conf': 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n',
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(data, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid);
  }
}

function settings(directory: string, tls: Tls | undefined): readonly string[] {
  const values = {
    listen_addresses: tls === undefined ? '' : '127.0.0.1',
    ...(tls !== undefined && { port: String(tls.port), ssl: 'on' }),
    unix_socket_directories: directory,
    shared_buffers: '32MB',
    max_connections: '300',
    dynamic_shared_memory_type: IN_FOLDER,
    fsync: 'off',
    log_min_messages: 'fatal',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function untilReady(server: ChildProcess, directory: string, output: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${output.join('')}`);
    const isUp = await withClient(directory, async () => true).catch(() => false);
    if (isUp) return;
    if (tries === START_TRIES) throw new Error(`PostgreSQL is not ready: ${output.join('')}`);
    await sleep(20);
  }
}

async function withClient<Result>(
  directory: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: createUrl(directory, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function createUrl(directory: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(directory)}`;
}
