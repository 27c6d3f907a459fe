import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Keypair } from '@solana/web3.js';
import type { ClientOptions } from '@staking-agent/sdk';
import { createHastyClock } from './hasty-clock.ts';
import { createLedgerClient } from './ledger-client.ts';
import { advanceEpochs, control, DEPLOYMENT, startWorld } from './world.ts';

/*
 * Installs the kits that the plugins of examples/agent-kits are written for, and does what a kit does when a model calls a tool.
 */

const ROOT = join(import.meta.dirname, '..');
const KITS = join(ROOT, 'examples/agent-kits');
const PLUGIN = join(KITS, 'solana-agent-kit.ts');
const SOL = 1_000_000_000n;

const run = promisify(execFile);
// Nothing of the folder is there when the types of this file are checked: they are checked by themselves, below.
const load = (path: string) => import(pathToFileURL(path).href);
let kit: Awaited<ReturnType<typeof load>>;
let plugin: Awaited<ReturnType<typeof load>>;

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);

/** An agent with the plugin and a wallet of 10 SOL and 100 USDC, and its tools as a model calls them. */
async function createAgent(options: Partial<ClientOptions> = {}, config = {}) {
  const keypair = Keypair.generate();
  const wallet = keypair.publicKey.toBase58();
  await control(world, 'fund', { wallet, sol: '10', usdc: '100' });
  const { url } = world.service;
  const staking = plugin.stakingPlugin({ url, deployment: 'sandbox', rpc: world.sandbox.url, ...options });
  const signer = new kit.KeypairWallet(keypair, world.sandbox.url);
  const agent = new kit.SolanaAgentKit(signer, world.sandbox.url, config).use(staking);
  const call = async (name: string, input: object = {}) => {
    const action = agent.actions.find((each: { name: string }) => each.name === `STAKING_${name}`);
    // What a model gets: text.
    return JSON.parse(JSON.stringify(await kit.executeAction(action, agent, input)));
  };
  const ok = async (name: string, input: object = {}) => {
    const result = await call(name, input);
    assert.equal(result.status, 'success', `${name}: ${JSON.stringify(result)}`);
    return result;
  };
  const readBalance = () => ledger.balance(wallet);
  return { agent, signer, wallet, call, ok, readBalance };
}

const NATIVE = { strategy: 'sol-native-stake', amount: '2' };

describe('the plugin of Solana Agent Kit', () => {
  before(async () => {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: KITS });
    kit = await load(join(KITS, 'node_modules/solana-agent-kit/dist/index.js'));
    plugin = await load(PLUGIN);
  });

  test('is one file below 100 lines that the types of the kit allow', async () => {
    assert.ok(readFileSync(PLUGIN, 'utf8').split('\n').length <= 100);
    await run('npx', ['tsc', '-p', KITS], { cwd: ROOT });
  });

  test('makes tools of every framework that the kit serves', async () => {
    const { agent } = await createAgent();
    const names = agent.actions.map(({ name }: { name: string }) => name);
    assert.equal(names.length, 8);
    const makers = ['createVercelAITools', 'createLangchainTools', 'createOpenAITools'];
    for (const make of makers) assert.equal(Object.keys(kit[make](agent, agent.actions)).length, 8, make);
  });

  test('goes into a native stake and out again, and says what the ledger says', async () => {
    const { wallet, ok, readBalance } = await createAgent();
    const limits = await ok('LIMITS');
    assert.equal(limits.network.isSandbox, true);
    const { transactions } = await ok('STAKE', NATIVE);
    const [own] = transactions[0].changes;
    assert.equal(10n * SOL - BigInt(own.baseUnits), await readBalance());
    const [position] = (await ok('POSITIONS')).positions;
    const { stakeAccount } = position;
    const landed = await ok('TRANSACTION', { signature: transactions[0].signature });
    assert.equal(landed.transaction.status, 'landed');
    await ok('LEAVE_NATIVE', { kind: 'deactivate', stakeAccount });
    await advanceEpochs(world, 1);
    await ok('WITHDRAW', { stakeAccount });
    assert.equal(await ledger.balance(stakeAccount), 0n);
    assert.ok((await readBalance()) > 9_990_000_000n, wallet);
  });

  test('goes into liquid stake and the vault and out of both', async () => {
    const { wallet, ok, readBalance } = await createAgent();
    await ok('STAKE', { strategy: 'sol-liquid-stake', amount: '3' });
    const rasol = await ledger.tokens(wallet, DEPLOYMENT.rasolMint);
    assert.ok(rasol > 0n);
    await ok('LEAVE', { strategy: 'sol-liquid-stake', amount: 'max' });
    assert.equal(await ledger.tokens(wallet, DEPLOYMENT.rasolMint), 0n);
    assert.ok((await readBalance()) > 9_900_000_000n);
    await ok('STAKE', { strategy: 'usdc-earn', amount: '60' });
    assert.equal(await ledger.tokens(wallet, DEPLOYMENT.usdcMint), 40_000_000n);
    await ok('LEAVE_USDC', { amount: 'max' });
    assert.ok((await ledger.tokens(wallet, DEPLOYMENT.usdcMint)) > 99_000_000n);
  });

  const odd: Record<string, [string, object, string]> = {
    'an amount that is a number': ['STAKE', { ...NATIVE, amount: 2 }, 'VALIDATION_ERROR'],
    'a strategy that is none': ['STAKE', { ...NATIVE, strategy: 'sol' }, 'VALIDATION_ERROR'],
    'a member that is not asked for': ['STAKE', { ...NATIVE, wallet: 'x' }, 'VALIDATION_ERROR'],
    'an amount too fine': ['STAKE', { ...NATIVE, amount: '1.0000000001' }, 'AMOUNT_TOO_FINE'],
    'more than there is': ['STAKE', { ...NATIVE, amount: '11' }, 'BUILD_WOULD_FAIL'],
    'a stake account that is none': [
      'WITHDRAW',
      { stakeAccount: DEPLOYMENT.voteAccount },
      'NOT_A_STAKE_ACCOUNT',
    ],
  };
  for (const [name, [action, input, code]] of Object.entries(odd)) {
    test(`moves nothing for ${name}, and says why`, async () => {
      const { call, readBalance } = await createAgent();
      const result = await call(action, input);
      assert.deepEqual([result.status, result.code], ['error', code], JSON.stringify(result));
      assert.equal(await readBalance(), 10n * SOL);
    });
  }

  test('moves nothing for an agent that only signs', async () => {
    const { call, readBalance } = await createAgent({}, { signOnly: true });
    assert.match((await call('STAKE', NATIVE)).message, /only signs/);
    assert.equal(await readBalance(), 10n * SOL);
  });

  test('tells of an answer that is lost for good with the signature, by which the stake is found', async () => {
    let isLost = true;
    let ahead = 0;
    const { call, ok, readBalance } = await createAgent({
      fetch: async (url, init) => {
        const { pathname } = new URL(String(url));
        if (!isLost || !/broadcast|transactions/.test(pathname)) return await globalThis.fetch(url, init);
        if (pathname.endsWith('/broadcast')) await (await globalThis.fetch(url, init)).text();
        throw new TypeError('terminated');
      },
      pace: {
        now: () => performance.now() + ahead,
        sleep: async (milliseconds) => {
          ahead += milliseconds;
        },
      },
    });
    const { status, code, outcome, signature, retryable } = await call('STAKE', NATIVE);
    assert.deepEqual([status, code, outcome, retryable], ['error', 'OUTCOME_UNKNOWN', 'unknown', false]);
    isLost = false;
    assert.equal(await ledger.outcome(signature), null);
    assert.equal((await ok('TRANSACTION', { signature })).transaction.status, 'landed');
    const left = await readBalance();
    assert.ok(left < 8n * SOL && left > 7_900_000_000n, `${left}`);
  });
});
