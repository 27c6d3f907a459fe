import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { startSdkWorld } from './sdk-world.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const world = await startSdkWorld({ after });

/** Every Node on this machine: the one that runs the tests, and those on the path. */
function listNodes(): string[] {
  // biome-ignore lint/style/noProcessEnv: other versions of Node are looked for where a shell would.
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return [process.execPath, ...onPath].filter((file) => existsSync(file));
}

const EXACT = 'landed exact';
const LANDED = [EXACT, 'landed bounded', EXACT, EXACT, 'landed bounded'];

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

describe('the packed client in an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'staking-sdk-'));
  before(async () => {
    await run(process.execPath, [join(ROOT, 'packages/sdk/scripts/build.ts')]);
    await run('npm', ['pack', join(ROOT, 'packages/sdk/dist'), '--pack-destination', folder], {
      cwd: folder,
    });
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
    const others = ['@solana/kit@8.4.0', '@solana/web3.js@1.99.0'];
    const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...quietly, join(folder, archive), ...others], { cwd: folder });
    cpSync(join(import.meta.dirname, 'use-package.mjs'), join(folder, 'use-package.mjs'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('runs four flows with kit, web3.js and a key pair, under every Node that is here', async (t) => {
    const versions = new Set<string>();
    for (const node of listNodes()) {
      const { stdout: version } = await run(node, ['--version']);
      if (versions.has(version)) continue;
      versions.add(version);
      const places = [world.service.url, world.sandbox.url];
      const { stdout } = await run(node, ['use-package.mjs', ...places], {
        cwd: folder,
        env: CHILD_ENVIRONMENT,
      });
      const { results } = JSON.parse(stdout);
      assert.deepEqual(results, { kit: LANDED, 'web3.js': LANDED, 'key pair': LANDED }, version);
    }
    t.diagnostic([...versions].join(' ').replaceAll('\n', ''));
  });

  test('brings no package of its own', () => {
    const scope = readdirSync(join(folder, 'node_modules/@staking-agent'));
    assert.deepEqual(scope, ['sdk']);
    assert.equal(existsSync(join(folder, 'node_modules/typebox')), false);
  });

  test('has types that stand by themselves', async () => {
    writeFileSync(join(folder, 'typed.ts'), TYPED);
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    await run(process.execPath, [TSC, ...options, '--types', '', 'typed.ts'], { cwd: folder });
  });

  test('has a binary that judges what is piped to it', async () => {
    const request = {
      strategy: 'sol-native-stake',
      wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
      amount: '2',
    };
    const answer = await world.connect().call('stake', { ...request, strategy: 'sol-native-stake' });
    const ask = async (input: unknown) => {
      const child = execFile(join(folder, 'node_modules/.bin/staking-verify'), { cwd: folder });
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += chunk;
      });
      child.stdin?.end(typeof input === 'string' ? input : JSON.stringify(input));
      const code = await new Promise((resolve) => child.on('close', resolve));
      return { code, verdict: JSON.parse(text) };
    };
    const asked = { operation: 'stake', request, answer, deployment: 'sandbox' };
    const harmless = await ask(asked);
    assert.deepEqual([harmless.code, harmless.verdict.level], [0, 'exact']);
    assert.equal(harmless.verdict.explanation.length > 3, true);
    const other = await ask({ ...asked, request: { ...request, amount: '1' } });
    assert.deepEqual([other.code, other.verdict.findings.length > 0], [1, true]);
    for (const input of [
      '',
      '{',
      '[]',
      {},
      { ...asked, operation: 'broadcast' },
      { ...asked, deployment: 'devnet' },
    ]) {
      assert.equal((await ask(input)).code, 2);
    }
  });
});
