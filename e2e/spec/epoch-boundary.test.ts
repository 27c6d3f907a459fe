import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { advanceEpochs, createFundedWallet, fundUsdc, startWorld } from '../world.ts';

/** What a request is answered with between the beginning of an epoch and the update of the pool. */
type Expected = 'goes on' | 'POOL_NOT_UPDATED';
type Row = readonly [title: string, path: string, body: (own: Own) => object, expected: Expected];
type Own = { readonly wallet: string; readonly stakeAccount: string };

const native = { strategy: 'sol-native-stake' };
const liquid = { strategy: 'sol-liquid-stake' };
const leveraged = { strategy: 'sol-leveraged-stake' };
const usdc = { strategy: 'usdc-earn' };

const TABLE: readonly Row[] = [
  ['native stake', '/stake', ({ wallet }) => ({ ...native, wallet, amount: '2' }), 'goes on'],
  ['native deactivate', '/unstake', (own) => ({ ...native, ...own, kind: 'deactivate' }), 'goes on'],
  ['native instant', '/unstake', (own) => ({ ...native, ...own, kind: 'instant' }), 'POOL_NOT_UPDATED'],
  ['native quote', '/quote', (own) => ({ ...native, ...own, amount: '2' }), 'POOL_NOT_UPDATED'],
  ['liquid stake', '/stake', ({ wallet }) => ({ ...liquid, wallet, amount: '2' }), 'goes on'],
  [
    'liquid instant',
    '/unstake',
    ({ wallet }) => ({ ...liquid, wallet, amount: '1', kind: 'instant' }),
    'goes on',
  ],
  [
    'liquid slow',
    '/unstake',
    ({ wallet }) => ({ ...liquid, wallet, amount: '2', kind: 'slow' }),
    'POOL_NOT_UPDATED',
  ],
  ['leveraged stake', '/stake', ({ wallet }) => ({ ...leveraged, wallet, amount: '2' }), 'POOL_NOT_UPDATED'],
  [
    'leveraged exit through a flash loan',
    '/unstake',
    ({ wallet }) => ({ ...leveraged, wallet, amount: '2000', kind: 'instant' }),
    'POOL_NOT_UPDATED',
  ],
  [
    'leveraged quote',
    '/quote',
    ({ wallet }) => ({ ...leveraged, wallet, amount: '2000' }),
    'POOL_NOT_UPDATED',
  ],
  ['USDC stake', '/stake', ({ wallet }) => ({ ...usdc, wallet, amount: '2' }), 'goes on'],
  ['USDC exit', '/unstake', ({ wallet }) => ({ ...usdc, wallet, amount: '1', kind: 'instant' }), 'goes on'],
];

const world = await startWorld({ after });

async function land(wallet: Wallet, body: object): Promise<string> {
  const built = await world.post('/stake', { ...body, wallet: wallet.address });
  assert.equal(built.status, 200, built.text);
  const { transaction, service_token, route, routerKind, router_order, stakeAccount } = built.body;
  const signed_tx = await wallet.sign(transaction);
  const routed = route === 'router' ? { route, routerKind, router_order } : {};
  const sent = await world.post('/broadcast', { signed_tx, service_token, ...routed });
  assert.equal(sent.status, 200, sent.text);
  await world.get(`/transactions/${sent.body.signature}?wait=30`);
  return stakeAccount;
}

describe('before the pool is updated in an epoch', () => {
  let own: Own;
  before(async () => {
    const wallet = await createFundedWallet(world, '9000');
    await fundUsdc(world, wallet, '100');
    const stakeAccount = await land(wallet, { ...native, amount: '2' });
    await land(wallet, { ...liquid, amount: '10' });
    await land(wallet, { ...leveraged, amount: '4000' });
    await land(wallet, { ...usdc, amount: '50' });
    await advanceEpochs(world, 2);
    world.sandbox.ledger.advanceEpochs(1, { updatePool: false });
    own = { wallet: wallet.address, stakeAccount };
  });
  for (const [title, path, body, expected] of TABLE) {
    test(`${title}: ${expected}`, async () => {
      const answer = await world.post(path, body(own));
      if (expected === 'goes on') {
        assert.equal(answer.status, 200, answer.text);
        return;
      }
      assertProblem(answer, { slug: 'upstream_error', code: 'POOL_NOT_UPDATED' });
      assert.equal(answer.body.retryable, true);
      assert.equal(answer.headers['retry-after'], '60');
      assert.match(answer.body.detail, /not been updated in this epoch yet.* within minutes/);
    });
  }
  test('and after it, all of them go on', async () => {
    await advanceEpochs(world, 1);
    for (const [title, path, body] of TABLE) {
      const answer = await world.post(path, body(own));
      assert.equal(answer.status, 200, `${title}: ${answer.text}`);
    }
  });
});
