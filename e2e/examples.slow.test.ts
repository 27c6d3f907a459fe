import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { generateKeyPair, getAddressFromPublicKey } from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { createStakingClient } from '@staking-agent/sdk';
import { signAndBroadcast as signWithKit } from '../examples/kit/sign-and-broadcast.ts';
import { stakeAndLeave } from '../examples/kit/stake-and-leave.ts';
import { withdrawWhenCool } from '../examples/sdk/withdraw-when-cool.ts';
import { earnOnUsdc } from '../examples/web3js/earn-on-usdc.ts';
import { signAndBroadcast as signWithWeb3js } from '../examples/web3js/sign-and-broadcast.ts';
import { findBlocks } from './find-blocks.ts';
import { createSigner } from './sdk/sdk-world.ts';
import { advanceEpochs, send, startWorld } from './world.ts';

/*
 * Runs the examples, and the code in them that docs/guides/signing.md shows. One build has a second signer, who has signed; the
 * other goes to the router.
 */

const ROOT = join(import.meta.dirname, '..');
const world = await startWorld({ after });
const { url } = world.service;
const sandbox = world.sandbox.url;
const ADDRESS = '[1-9A-HJ-NP-Za-km-z]{32,44}';

describe('the example for', () => {
  test('kit stakes natively and starts the way back', async () => {
    const lines: string[] = [];
    await stakeAndLeave(url, sandbox, (line) => lines.push(line));
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /1\.5 SOL/);
    assert.match(lines[2] ?? '', new RegExp(`^${ADDRESS} can be withdrawn`));
  });

  test('web3.js puts USDC into the vault and takes it out', async () => {
    const lines: string[] = [];
    await earnOnUsdc(url, sandbox, (line) => lines.push(line));
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /50 USDC/);
  });

  test('the SDK withdraws stake as soon as it can', async () => {
    const signer = await createSigner(world, '5');
    const client = createStakingClient({ url, deployment: 'sandbox' });
    const stake = { strategy: 'sol-native-stake', amount: '1.5', signer } as const;
    const { stakeAccount } = (await client.stakeAndConfirm(stake)).build;
    await advanceEpochs(world, 1);
    const lines: string[] = [];
    await withdrawWhenCool(url, signer, stakeAccount, (line) => {
      lines.push(line);
      if (lines.length === 1) void advanceEpochs(world, 1);
    });
    assert.match(lines[0] ?? '', new RegExp(`^${ADDRESS} is on its way out`));
    assert.match(lines[1] ?? '', /^Withdrawn in epoch \d+: /);
  });

  test('Python stakes for raSOL and sells it', async (t) => {
    const python = await promisify(execFile)('python3', ['-c', 'import cryptography']).catch(() => undefined);
    if (python === undefined) return t.skip('there is no python3 with the package cryptography');
    // biome-ignore lint/style/noProcessEnv: a program is found by the path of the environment.
    const env = { ...process.env, STAKING_URL: url, SANDBOX_URL: sandbox };
    const script = join(ROOT, 'examples/python/stake_liquid.py');
    const { stdout } = await promisify(execFile)('python3', ['-B', script], { env });
    assert.match(stdout, /raSOL[\s\S]*^in [\d.]+ SOL$/m);
    return undefined;
  });

  test('each is named in examples/README.md with the command that runs it', () => {
    const readme = readFileSync(join(ROOT, 'examples/README.md'), 'utf8');
    for (const command of [
      'npx node examples/kit/stake-and-leave.ts',
      'npx node examples/web3js/earn-on-usdc.ts',
      'examples/sdk/withdraw-when-cool.ts',
      'python3 examples/python/stake_liquid.py',
    ]) {
      assert.ok(readme.includes(command));
    }
  });
});

type Build = Parameters<typeof signWithKit>[1];

describe('the signing code', () => {
  test('is shown in the guide', () => {
    const shown = findBlocks(readFileSync(join(ROOT, 'docs/guides/signing.md'), 'utf8'), 'ts');
    const written = ['kit', 'web3js'].map((name) =>
      readFileSync(join(ROOT, `examples/${name}/sign-and-broadcast.ts`), 'utf8').trimEnd(),
    );
    assert.deepEqual(
      shown.map((block) => block.trimEnd()),
      written,
    );
  });

  test('for kit throws the code and the detail of a refusal', async () => {
    const keyPair = await generateKeyPair();
    const wallet = await getAddressFromPublicKey(keyPair.publicKey);
    await assertRefused(await buildStake(wallet), (build) => signWithKit(`${url}/api/v1`, build, keyPair));
  });

  test('for web3.js throws the code and the detail of a refusal', async () => {
    const keypair = Keypair.generate();
    const build = await buildStake(keypair.publicKey.toBase58());
    await assertRefused(build, (altered) => signWithWeb3js(`${url}/api/v1`, altered, keypair));
  });

  test('of both submits what has a second signer, and what goes to the router', async () => {
    const [keyPair, keypair] = [await generateKeyPair(), Keypair.generate()];
    const wallets = [await getAddressFromPublicKey(keyPair.publicKey), keypair.publicKey.toBase58()] as const;
    for (const strategy of ['sol-native-stake', 'sol-liquid-stake']) {
      const [one, other] = [await buildStake(wallets[0], strategy), await buildStake(wallets[1], strategy)];
      for (const signature of [
        await signWithKit(`${url}/api/v1`, one, keyPair),
        await signWithWeb3js(`${url}/api/v1`, other, keypair),
      ]) {
        assert.match(signature, /^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
      }
    }
  });
});

async function assertRefused(build: Build, submit: (build: Build) => Promise<string>): Promise<void> {
  await assert.rejects(submit({ ...build, service_token: 'st1.x' }), /^Error: [A-Z_]*TOKEN[A-Z_]*: /);
}

async function buildStake(wallet: string, strategy = 'sol-native-stake'): Promise<Build> {
  await fund(wallet);
  const { status, text, body } = await world.post('/stake', { strategy, wallet, amount: '2' });
  assert.equal(status, 200, text);
  return body;
}

async function fund(wallet: string): Promise<void> {
  assert.equal((await send('POST', `${sandbox}/sandbox/fund`, { wallet, sol: '10' })).status, 200);
}
