import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { LeveragedInstantAnswer, LeveragedStakeAnswer, LeveragedStrategyAnswer } from '@staking-agent/wire';
import deploymentFile from '../../deployments/sandbox.json' with { type: 'json' };
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import {
  advanceEpochs,
  createCalls,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  deployWith,
  startWorld,
  type World,
} from '../world.ts';

const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const { leveraged } = deploymentFile;

type Lacking = readonly (keyof typeof leveraged)[];

describe('a deployment that lacks a part of exits through a flash loan', () => {
  const cleanup = createCleanup();
  let world: World;
  let wallet: Wallet;

  // Given a wallet whose deposit is larger than what the manager leaves at hand
  before(async () => {
    world = await startWorld(cleanup);
    wallet = await createFundedWallet(world, '9000');
    const { body } = await world.post('/stake', { ...LEVERAGED, wallet: wallet.address, amount: '8000' });
    await land(world.post, body);
    await advanceEpochs(world, 1);
  });

  async function land(post: World['post'], built: { transaction: string; service_token: string }) {
    const sent = await post('/broadcast', await signBuild(wallet, built));
    assert.equal(sent.status, 200, sent.text);
  }

  async function startWithout(t: TestContext, changes: object) {
    const directory = createDataDirectory(t);
    const environment = { ...deployWith(t, changes), DATA_DIR: directory, RATE_LIMITS: 'off' };
    const service = await startReplica(t, world.sandbox, environment);
    return { service, ...createCalls(service) };
  }

  const rows: readonly Lacking[] = [['lending'], ['adaptor', 'lookupTables']];
  for (const lacks of rows) {
    test(`without ${lacks.join(', ')}: stakes, pays small exits, and says what a larger one lacks`, async (t) => {
      // Nor a market, which the router stands in for.
      const left = Object.entries(leveraged).filter(
        ([part]) => part !== 'market' && !lacks.includes(part as Lacking[number]),
      );
      const { get, post } = await startWithout(t, { leveraged: Object.fromEntries(left) });
      const ask = (path: string, amount: string, more: object = {}) =>
        post(path, { ...LEVERAGED, wallet: wallet.address, amount, ...more });
      const named = new RegExp(`need ${lacks.map((part) => `leveraged\\.${part}`).join(', ')}, which`);

      const detail = await get('/strategies/sol-leveraged-stake');
      assertOk(detail, LeveragedStrategyAnswer);
      assert.equal(detail.body.strategy.status, 'live');
      assert.match(detail.body.strategy.actions.unstake.notes, named);

      const staked = await ask('/stake', '2', { include: ['receipt'] });
      assertOk(staked, LeveragedStakeAnswer);
      const [{ detail: loan }] = staked.body.receipt.warnings;
      assert.match(loan, /^The vault borrows SOL against raSOL\. .*All that you put in can be lost/);
      // It knows the loan where it knows the adaptor.
      assert.equal(/ it owes /.test(loan), !lacks.includes('adaptor'));
      await land(post, staked.body);

      const quoted = await ask('/quote', '1');
      assert.equal(quoted.body.path, 'vault-idle', quoted.text);
      const exit = await ask('/unstake', '1', { kind: 'instant' });
      assertOk(exit, LeveragedInstantAnswer);
      assert.equal(exit.body.path, 'vault-idle');
      assert.equal(exit.body.initializedLendingAccount, false);
      await land(post, exit.body);

      for (const refused of [
        await ask('/quote', '2000'),
        await ask('/unstake', '2000', { kind: 'instant' }),
      ]) {
        assertProblem(refused, { slug: 'upstream_error', code: 'EXIT_EXCEEDS_IDLE', detail: named });
        assert.match(refused.body.detail, /^The vault has \d+(\.\d+)? raSOL idle/);
        assert.equal(refused.body.retryable, true);
      }
    });
  }

  test('says first what is wrong with the wallet', async (t) => {
    const { post } = await startWithout(t, { leveraged: { vault: leveraged.vault } });
    const poor = await createFundedWallet(world, '1');
    const body = { ...LEVERAGED, wallet: poor.address, kind: 'instant', amount: '2000' };
    assertProblem(await post('/unstake', body), { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS' });
  });

  test('with all parts offers the larger exit, and its detail lacks nothing', async () => {
    const detail = await world.get('/strategies/sol-leveraged-stake');
    assert.doesNotMatch(detail.body.strategy.actions.unstake.notes, /leveraged\./);
    const body = { ...LEVERAGED, wallet: wallet.address, kind: 'instant', amount: '2000' };
    assert.equal((await world.post('/unstake', body)).body.path, 'flash-bracket');
  });

  test('without leveraged at all announces the strategy', async (t) => {
    const { get, post } = await startWithout(t, { leveraged: undefined });
    const { body } = await get('/strategies');
    const status = (key: string) => body.strategies.find((each: { key: string }) => each.key === key)?.status;
    assert.equal(status('sol-leveraged-stake'), 'coming_soon');
    assert.equal(status('sol-liquid-stake'), 'live');
    const stake = { ...LEVERAGED, wallet: wallet.address, amount: '1' };
    assertProblem(await post('/stake', stake), { slug: 'service_unavailable' });
  });

  test('captures epochs of the vault alone', async (t) => {
    const { get } = await startWithout(t, { leveraged: { vault: leveraged.vault } });
    const rate = await until('the capture of the epoch', async () => {
      const { body } = await get('/strategies/sol-leveraged-stake');
      return body.strategy?.live.exchangeRate ?? undefined;
    });
    assert.ok(rate > 1, String(rate));
  });
});

test('the world that these run in has all parts', () => {
  assert.deepEqual(Object.keys(DEPLOYMENT.leveraged).toSorted(), Object.keys(leveraged).toSorted());
});
