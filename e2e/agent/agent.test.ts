import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { findFreePort } from '@staking-agent/dev';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import { createHastyClock } from '../hasty-clock.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { advanceEpochs, send, startWorld } from '../world.ts';
import { readInstructions } from './follow-next.ts';
import { readWorkflows } from './run-arazzo.ts';

const port = await findFreePort();
const clock = createHastyClock();
const world = await startWorld({ after }, { PORT: String(port) }, clock, { slotMilliseconds: 60 });
// The rounds in which the service asks for statuses.
clock.hasten([1_000, 1_000]);
const { url: origin } = world.service;
const FUNDS = { sol: '100', usdc: '500' };

const createMeans = async () => {
  const { address: wallet, sign } = await makeSandboxWallet(world, FUNDS);
  const waitForEpoch = () => advanceEpochs(world, 1);
  // As long as positions are given again.
  const pause = async () => clock.pass(2_000);
  return { origin, wallet, sign, waitForEpoch, pause, amounts: { SOL: '10', USDC: '250' } };
};

/** Everything the wallet has, as the ledger says. */
async function readBalance(wallet: string): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] };
  const headers = { 'content-type': 'application/json' };
  const { body } = await send('POST', world.sandbox.url, JSON.stringify(call), headers);
  return body.result.value / 1e9;
}

describe('an agent that has the base URL and reads llms.txt', () => {
  test('goes into all strategies, and out of them by the first call that is offered', async () => {
    const means = await createMeans();
    const agent = await readInstructions(means);
    assert.deepEqual(await agent.enterAll(), STRATEGY_KEYS);
    await means.waitForEpoch();
    const called = await agent.leaveAll(([first]) => first);
    assert.deepEqual(called.toSorted(), [
      'unstake sol-leveraged-stake instant',
      'unstake sol-liquid-stake instant',
      'unstake sol-liquid-stake instant',
      'unstake sol-native-stake deactivate',
      'unstake usdc-earn instant',
      'withdraw',
    ]);
    assert.ok((await readBalance(means.wallet)) > 99.9);
  });

  test('goes out by the last call that is offered just as well', async () => {
    const means = await createMeans();
    const agent = await readInstructions(means);
    await agent.enterAll();
    await means.waitForEpoch();
    const called = await agent.leaveAll((calls) => calls.at(-1));
    for (const way of ['sol-native-stake instant', 'sol-liquid-stake slow', 'usdc-earn instant']) {
      assert.ok(called.includes(`unstake ${way}`), way);
    }
    assert.ok((await readBalance(means.wallet)) > 99);
  });

  test('learns from a refusal where it is explained', async () => {
    const body = JSON.stringify({ strategy: 'sol-native-stake', wallet: 'x', amount: '1.5000000001' });
    const refused = await send('POST', `${origin}/api/v1/stake`, body, {
      'content-type': 'application/json',
    });
    const [, help = ''] = /<([^>]+)>; rel="help"/.exec(String(refused.headers['link'])) ?? [];
    const explained = await send('GET', help, undefined, { accept: 'application/json' });
    assert.equal(explained.body.code, refused.body.code);
    assert.equal(explained.body.type, refused.body.type);
    assert.ok(explained.body.cause && explained.body.cure);
  });
});

describe('a tool that runs the workflows llms.txt leads to', () => {
  const linked = async () => {
    const { text } = await send('GET', `${origin}/llms.txt`);
    const [, url = ''] = /\[Workflows\]\((\S+)\)/.exec(text) ?? [];
    // Only the caller has a signer.
    return readWorkflows(url, { signer: `${world.sandbox.url}/sandbox` });
  };

  test('completes every workflow', async () => {
    const runner = await linked();
    const { wallet } = await createMeans();
    const done = new Set<string>();
    const run = async (id: string, inputs: object = {}) => {
      done.add(id);
      return runner.run(id, { wallet, ...inputs });
    };
    const stakes = [];
    for (const _ of ['to deactivate', 'to trade', 'to split']) {
      stakes.push((await run('stake-sol-native-stake', { amount: '3' }))['stakeAccount']);
    }
    const [cooling, traded, divided] = stakes;
    await run('stake-sol-liquid-stake', { amount: '8' });
    await run('stake-sol-leveraged-stake', { amount: '5' });
    await run('stake-usdc-earn', { amount: '250' });
    await advanceEpochs(world, 1);
    await run('unstake-usdc-earn-instant');
    await run('unstake-sol-liquid-stake-slow', { amount: '4' });
    await run('unstake-sol-leveraged-stake-instant', { amount: 'max' });
    await run('unstake-sol-liquid-stake-instant', { amount: 'max' });
    const parts = { stakeAccount: divided, amount: '1.25' };
    const { newStakeAccount } = await run('split-sol-native-stake', parts);
    await run('merge-sol-native-stake', { into: cooling, from: [newStakeAccount, divided] });
    await run('unstake-sol-native-stake-instant', { stakeAccount: traded });
    await run('unstake-sol-native-stake-deactivate', { stakeAccount: cooling });
    await advanceEpochs(world, 1);
    const left = async () => {
      clock.pass(2_000);
      return (await world.get(`/wallets/${wallet}/positions`)).body.positions;
    };
    for (const { stakeAccount } of await left()) await run('withdraw-sol-native-stake', { stakeAccount });
    assert.deepEqual(await left(), []);
    assert.deepEqual([...done].sort(), [...runner.workflowIds].sort());
    assert.ok((await readBalance(wallet)) > 99.9);
  });

  test('ends with the refusal where a step is refused', async () => {
    const runner = await linked();
    const { wallet } = await createMeans();
    const inputs = { wallet, amount: '1.5000000001' };
    await assert.rejects(runner.run('stake-sol-native-stake', inputs), /build: 400 .*AMOUNT_TOO_FINE/);
    await assert.rejects(runner.run('stake-sol-native-stake', { wallet }), /needs amount/);
  });
});
