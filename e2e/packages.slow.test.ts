import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startSdkWorld } from './sdk/sdk-world.ts';
import { send } from './send.ts';

/*
 * Packs what is published, installs it into an empty folder as a stranger would, and uses it under every Node that it
 * promises to run on. Those come from the registry, as packages of one binary each.
 */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const QUIETLY = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
/** The oldest Node of each line that something is promised for; the newest runs this test. */
const NODES = { twenty: '20.19.5', oldest: '22.13.0', twentyFour: '24.11.0' } as const;
const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/sdk/package.json'), 'utf8'));
const PACKED = [
  'staking-agent',
  'staking-agent-conformance',
  'staking-agent-mcp',
  'staking-agent-sdk',
  'staking-agent-verify',
].map((name) => `${name}-${version}.tgz`);

const world = await startSdkWorld({ after }, { RATE_LIMITS: '' });
const folder = mkdtempSync(join(tmpdir(), 'staking-packages-'));
const tarballs = join(folder, 'tarballs');
const app = join(folder, 'app');
/** Nothing of the clone's own npm reaches what is installed outside of it. */
const STRANGER = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder };
after(() => rmSync(folder, { recursive: true }));

async function installNode(version: string): Promise<string> {
  const place = join(folder, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  await run('npm', ['install', ...QUIETLY, '--prefix', place, `${name}@${version}`], { cwd: folder });
  return join(place, 'node_modules', name, 'bin/node');
}

async function fund(): Promise<{ readonly file: string; readonly wallet: string }> {
  const made = await send('POST', `${world.sandbox.url}/sandbox/wallets`, '{"sol":"10"}', {
    'content-type': 'application/json',
  });
  const file = join(folder, `${made.body.wallet}.json`);
  writeFileSync(file, JSON.stringify(made.body.secretKey), { mode: 0o600 });
  return { file, wallet: String(made.body.wallet) };
}

const nodes: string[] = [];
let twenty = '';
before(async () => {
  mkdirSync(app);
  await run('npm', ['run', 'pack', '--', tarballs], { cwd: ROOT });
  writeFileSync(join(app, 'package.json'), '{"type":"module","private":true}');
  const others = ['@solana/kit@8.4.0', '@solana/web3.js@1.99.0'];
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  await run('npm', ['install', ...QUIETLY, ...files, ...others], { cwd: app });
  cpSync(join(import.meta.dirname, 'sdk/use-package.mjs'), join(app, 'use-package.mjs'));
  twenty = await installNode(NODES.twenty);
  nodes.push(await installNode(NODES.oldest), await installNode(NODES.twentyFour), process.execPath);
});

test('npm run pack writes the packages that are published, and each says so itself', async () => {
  assert.deepEqual(readdirSync(tarballs).sort(), PACKED);
  for (const name of PACKED) {
    await run(join(BIN, 'publint'), ['--strict', join(tarballs, name)], { cwd: ROOT });
  }
  // Commands have no entry to import.
  for (const name of PACKED.slice(3)) {
    await run(join(BIN, 'attw'), ['--profile', 'esm-only', join(tarballs, name)], { cwd: ROOT });
  }
});

test('no package needs one that is not published', () => {
  assert.deepEqual(readdirSync(join(app, 'node_modules/@staking-agent')).sort(), [
    'conformance',
    'mcp',
    'sdk',
    'verify',
  ]);
});

describe('the client', () => {
  const EXACT = 'landed exact';
  const LANDED = [EXACT, 'landed bounded', EXACT, EXACT, 'landed bounded'];

  test('runs four flows with kit, web3.js and a key pair, under every Node', async () => {
    const runs = [twenty, ...nodes].map(async (node) => {
      const places = [world.service.url, world.sandbox.url];
      const { stdout } = await run(node, ['use-package.mjs', ...places], { cwd: app, env: STRANGER });
      const { results } = JSON.parse(stdout);
      assert.deepEqual(results, { kit: LANDED, 'web3.js': LANDED, 'key pair': LANDED }, node);
    });
    await Promise.all(runs);
  });

  test('has types that stand by themselves', async () => {
    writeFileSync(join(app, 'typed.ts'), TYPED);
    const strictly = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    await run(process.execPath, [TSC, ...strictly, '--types', '', 'typed.ts'], { cwd: app });
  });

  test('has a binary that judges what is piped to it', async () => {
    const wallet = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
    const request = { strategy: 'sol-native-stake', wallet, amount: '2' } as const;
    const answer = await world.connect().call('stake', request);
    const ask = async (input: unknown) => {
      const child = spawn(join(app, 'node_modules/.bin/staking-verify'), { cwd: app });
      child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
      const [verdict, code] = await Promise.all([
        text(child.stdout),
        new Promise((resolve) => child.on('close', resolve)),
      ]);
      return { code, verdict: JSON.parse(verdict) };
    };
    const asked = { operation: 'stake', request, answer, deployment: 'sandbox' };
    const harmless = await ask(asked);
    assert.deepEqual([harmless.code, harmless.verdict.level], [0, 'exact']);
    assert.equal(harmless.verdict.explanation.length > 3, true);
    const other = await ask({ ...asked, request: { ...request, amount: '1' } });
    assert.deepEqual([other.code, other.verdict.findings.length > 0], [1, true]);
    const unreadable = [
      '',
      '{',
      '[]',
      {},
      { ...asked, operation: 'broadcast' },
      { ...asked, deployment: 'devnet' },
    ];
    for (const input of unreadable) assert.equal((await ask(input)).code, 2);
  });
});

describe('the command line', () => {
  test('lands a stake from its tarball by one line of npx', async () => {
    const { file, wallet } = await fund();
    const empty = mkdtempSync(join(folder, 'empty-'));
    // npm runs an absolute path as it is; as a file: or relative it installs it.
    const tarball = `file:${join(tarballs, PACKED[0] ?? '')}`;
    const words = ['stake', 'sol-native-stake', '1.5', '--url', world.service.url];
    const { stdout } = await run(
      'npx',
      [
        '--yes',
        '--prefer-offline',
        tarball,
        ...words,
        '--deployment',
        'sandbox',
        '--keypair',
        file,
        '--json',
      ],
      {
        cwd: empty, // biome-ignore lint/style/noProcessEnv: npm finds its registry and its cache as it did for npm ci.
        env: { ...process.env, NODE_OPTIONS: '', PATH: `${join(process.execPath, '..')}:${STRANGER.PATH}` },
      },
    );
    assert.equal(JSON.parse(stdout).status, 'landed');
    const { body } = await world.get(`/wallets/${wallet}/positions`);
    assert.equal(body.positions.length, 1);
  });

  test('lands a stake under every Node that it promises, and refuses an older one in a sentence', async () => {
    const command = join(app, 'node_modules/.bin/staking-agent');
    for (const node of nodes) {
      const { file } = await fund();
      const words = [
        'stake',
        'sol-native-stake',
        '1.5',
        '--url',
        world.service.url,
        '--deployment',
        'sandbox',
      ];
      const { stdout } = await run(node, [command, ...words, '--keypair', file, '--json'], { env: STRANGER });
      assert.equal(JSON.parse(stdout).status, 'landed', node);
    }
    await assert.rejects(run(twenty, [command, '--help'], { env: STRANGER }), {
      code: 2,
      stderr: `staking-agent needs Node 22.13 or newer; this is ${NODES.twenty}.\n`,
    });
  });
});

describe('the server of tools', () => {
  test('serves an official client under every Node that it promises', async (t) => {
    const main = join(app, 'node_modules/@staking-agent/mcp/dist/main.js');
    for (const command of nodes) {
      const env = { ...STRANGER, STAKING_URL: world.service.url, STAKING_DEPLOYMENT: 'sandbox' };
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StdioClientTransport({ command, args: [main], env }));
      t.after(() => client.close());
      const { tools } = await client.listTools();
      assert.ok(tools.length > 10, command);
      const answer = await client.callTool({ name: 'list_strategies', arguments: {} });
      assert.equal(answer.isError, undefined);
    }
  });
});

test('the conformance kit passes from its package, under the oldest Node', async () => {
  const command = join(app, 'node_modules/.bin/staking-conformance');
  assert.equal(existsSync(command), true);
  // Under the newest it runs from its sources, in scripts.slow.test.ts.
  const check = ['--url', world.service.url, '--sandbox', world.sandbox.url, '--format', 'json'];
  const { stdout } = await run(twenty, [command, ...check], { env: STRANGER });
  const { totals } = JSON.parse(stdout);
  assert.deepEqual([totals.failed, totals.skipped], [0, 2], 'skipped: what waits for minutes');
});

const TYPED = `
import { createStakingClient, isStakingError, type StakeAnswer } from '@staking-agent/sdk';
import { verifyBuild } from '@staking-agent/sdk/verify';
import { mainnet, parseDeployment } from '@staking-agent/sdk/deployments';

const client = createStakingClient({ url: 'https://stake.example', deployment: mainnet });
export const build: Promise<StakeAnswer<'usdc-earn'>> = client.stake({ strategy: 'usdc-earn', wallet: '', amount: '1' });
// @ts-expect-error an amount as a number
client.stake({ strategy: 'usdc-earn', wallet: '', amount: 1 });
// @ts-expect-error a kind that the strategy does not offer
client.unstake({ strategy: 'sol-native-stake', wallet: '', kind: 'slow', stakeAccount: '' });
export { isStakingError, parseDeployment, verifyBuild };
`;
