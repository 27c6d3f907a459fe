import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createWallet, findFreePort, sandboxEnvironment } from '@staking-agent/dev';
import { send, startWorld } from './world.ts';

/*
 * Does what deploy/docker/Dockerfile says, in folders instead of layers: no daemon is needed to see that the image has
 * all that the service reads and nothing that it must not hold.
 */

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

type Line = { readonly word: string; readonly rest: string };

/** What a Dockerfile has made so far; stages are folders below one place. */
type Image = {
  readonly stages: Map<string, string>;
  /** The folder that stands for the file system of the stage, and the working directory in it. */
  root: string;
  directory: string;
  readonly environment: Record<string, string>;
  command: readonly string[];
};

/** The lines of a Dockerfile, continued ones joined, without comments. */
function readLines(file: string): Line[] {
  const text = readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ');
  return Array.from(text.matchAll(/^([A-Z]+) (.*)$/gm), ([, word = '', rest = '']) => ({ word, rest }));
}

const STEPS: Readonly<Record<string, (image: Image, rest: string, place: string) => unknown>> = {
  FROM(image, rest, place) {
    image.root = join(place, String(image.stages.size));
    image.stages.set(/ AS (\S+)/.exec(rest)?.[1] ?? 'final', image.root);
  },
  WORKDIR(image, rest) {
    image.directory = join(image.root, rest);
    mkdirSync(image.directory, { recursive: true });
  },
  COPY: copy,
  RUN(image, rest) {
    const [program = '', ...args] = rest.split(' ');
    return program === 'npm' ? run('npm', args, { cwd: image.directory }) : undefined;
  },
  ENV(image, rest) {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.environment[name] = value;
  },
  CMD(image, rest) {
    image.command = JSON.parse(rest) as string[];
  },
};

async function buildImage(place: string): Promise<Image> {
  const image: Image = { stages: new Map(), root: '', directory: '', environment: {}, command: [] };
  for (const { word, rest } of readLines(join(ROOT, 'deploy/docker/Dockerfile'))) {
    await STEPS[word]?.(image, rest, place);
  }
  return image;
}

function copy({ stages, directory }: Image, rest: string): void {
  const [, stage] = /^--from=(\S+) /.exec(rest) ?? [];
  const words = rest.replace(/^--from=\S+ /, '').split(' ');
  const to = words.pop() ?? '';
  for (const from of words) {
    const source = stage === undefined ? join(ROOT, from) : join(stages.get(stage) ?? '', from);
    const isInto = statSync(source).isFile() && (to.endsWith('/') || to === '.' || to === './');
    cpSync(source, isInto ? join(directory, to, basename(from)) : join(directory, to), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => stage !== undefined || !path.includes('node_modules'),
    });
  }
}

async function isUp(url: string): Promise<boolean> {
  const answer = await send('GET', `${url}/health`).catch(() => undefined);
  return answer?.status === 200;
}

/** Starts the image's command as its user would, on a sandbox, and waits until it answers. */
async function start(
  t: TestContext,
  { directory, environment, command }: Image,
  variables: Record<string, string>,
) {
  const [, ...args] = command;
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { PATH: '/usr/bin', ...environment, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => void child.kill('SIGKILL'));
  const output: string[] = [];
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  return { child, output };
}

const place = mkdtempSync(join(tmpdir(), 'image-'));
after(() => rmSync(place, { recursive: true, force: true }));
const image = await buildImage(place);

test('what the Dockerfile builds serves, holds nothing of the laptop, and stops when told', async (t) => {
  for (const name of [
    'litesvm',
    '@staking-agent/sandbox',
    '@staking-agent/dev',
    'typescript',
    'fast-check',
    'esbuild',
    'preact',
  ]) {
    assert.ok(!existsSync(join(image.directory, 'node_modules', name)), `${name} is in the image`);
  }
  const world = await startWorld(t);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/api/v1`;
  const key = (name: string, byte: number) => `${name}:${Buffer.alloc(32, byte).toString('base64')}`;
  const { child, output } = await start(t, image, {
    ...sandboxEnvironment(world.sandbox),
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_PORT: 'off',
    DATA_DIR: join(place, 'data'),
    SHUTDOWN_SECONDS: '0',
    SERVICE_TOKEN_KEYS: key('t', 7),
    PARTNER_KEY_SECRETS: key('p', 9),
  });
  while (!(await isUp(url))) {
    assert.equal(child.exitCode, null, output.join(''));
    await sleep(50);
  }
  const wallet = await createWallet();
  const stake = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
  const answer = await send('POST', `${url}/stake`, stake);
  assert.equal(answer.status, 200, answer.text);
  const site = `http://127.0.0.1:${port}`;
  const { text } = await send('GET', `${site}/llms.txt`);
  const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link = '']) => link);
  assert.ok(links.length > 10, text);
  const console = ['/', '/console.json', '/assets/console.js', '/assets/console.css'].map(
    (path) => site + path,
  );
  for (const page of [...links, ...console, `${site}/docs/api`, `${site}/assets/minisearch.js`]) {
    assert.equal((await send('GET', page)).status, 200, page);
  }
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null], output.join(''));
});

test('the image in production refuses to start without its settings, naming them', async (t) => {
  const { child, output } = await start(t, image, { DATA_DIR: join(place, 'data') });
  const [code] = await once(child, 'exit');
  assert.notEqual(code, 0);
  for (const name of ['LEDGER_RPC_URLS', 'ROUTER_URL', 'SERVICE_TOKEN_KEYS', 'BASE_URL']) {
    assert.match(output.join(''), new RegExp(name));
  }
});
