import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { address, lamports } from '@solana/kit';
import type { Wallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { type Answer, advanceEpochs, createFundedWallet, fundUsdc, startWorld } from '../world.ts';

/** What a request is answered with between the beginning of an epoch and the update of the pool. */
type Expected = 'goes on' | 'POOL_NOT_UPDATED';
type Row = readonly [title: string, path: string, body: (own: Own) => object, expected: Expected];
type Own = { readonly wallet: string; readonly stakeAccount: string; readonly cooled?: string };

const native = { strategy: 'sol-native-stake' };
const liquid = { strategy: 'sol-liquid-stake' };
const leveraged = { strategy: 'sol-leveraged-stake' };
const usdc = { strategy: 'usdc-earn' };

const TABLE: readonly Row[] = [
  ['native stake', '/stake', ({ wallet }) => ({ ...native, wallet, amount: '2' }), 'goes on'],
  ['native deactivate', '/unstake', (own) => ({ ...native, ...own, kind: 'deactivate' }), 'goes on'],
  ['native withdraw', '/withdraw', ({ wallet, cooled }) => ({ wallet, stakeAccount: cooled }), 'goes on'],
  ['native instant', '/unstake', (own) => ({ ...native, ...own, kind: 'instant' }), 'POOL_NOT_UPDATED'],
  ['native quote', '/quote', (own) => ({ ...native, ...own, amount: '2' }), 'POOL_NOT_UPDATED'],
  ['liquid stake', '/stake', ({ wallet }) => ({ ...liquid, wallet, amount: '2' }), 'goes on'],
  [
    'liquid instant',
    '/unstake',
    ({ wallet }) => ({ ...liquid, wallet, amount: '1', kind: 'instant' }),
    'goes on',
  ],
  ['liquid quote', '/quote', ({ wallet }) => ({ ...liquid, wallet, amount: '1' }), 'goes on'],
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
    'leveraged exit from idle funds',
    '/unstake',
    ({ wallet }) => ({ ...leveraged, wallet, amount: '1', kind: 'instant' }),
    'goes on',
  ],
  [
    'quote of a leveraged exit from idle funds',
    '/quote',
    ({ wallet }) => ({ ...leveraged, wallet, amount: '1' }),
    'goes on',
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
  await send(wallet, built);
  return built.body.stakeAccount;
}

async function send(wallet: Wallet, built: Answer): Promise<void> {
  assert.equal(built.status, 200, built.text);
  const sent = await world.post('/broadcast', await signBuild(wallet, built.body));
  assert.equal(sent.status, 200, sent.text);
  await world.get(`/transactions/${sent.body.signature}?wait=30`);
}

/** Built in the epoch before, and sent when the pool has not been updated. */
const REFUSED_LATER: readonly (readonly [title: string, path: string, body: object])[] = [
  ['leveraged stake', '/stake', { ...leveraged, amount: '2' }],
  ['leveraged exit through a flash loan', '/unstake', { ...leveraged, amount: '2000', kind: 'instant' }],
  ['liquid slow', '/unstake', { ...liquid, amount: '2', kind: 'slow' }],
];

describe('before the pool is updated in an epoch', () => {
  let own: Own;
  let early: (readonly [title: string, built: Answer['body']])[];
  before(async () => {
    const wallet = await createFundedWallet(world, '9000');
    await fundUsdc(world, wallet, '100');
    const stakeAccount = await land(wallet, { ...native, amount: '2' });
    await land(wallet, { ...liquid, amount: '10' });
    await land(wallet, { ...leveraged, amount: '4000' });
    await land(wallet, { ...usdc, amount: '50' });
    const cooled = await land(wallet, { ...native, amount: '3' });
    const cooling = { ...native, wallet: wallet.address, kind: 'deactivate', stakeAccount: cooled };
    await send(wallet, await world.post('/unstake', cooling));
    await advanceEpochs(world, 2);
    early = [];
    for (const [title, path, body] of REFUSED_LATER) {
      const { body: built } = await world.post(path, { wallet: wallet.address, ...body });
      early.push([title, { ...built, signed_tx: await wallet.sign(built.transaction) }]);
    }
    world.sandbox.ledger.advanceEpochs(1, { updatePool: false });
    own = { wallet: wallet.address, stakeAccount, cooled };
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
  test('what was built an epoch earlier is refused at broadcast with the same cause, and nothing was sent', async () => {
    for (const [title, { signed_tx, service_token }] of early) {
      const sent = await world.post('/broadcast', { signed_tx, service_token });
      assertProblem(sent, { slug: 'upstream_error', code: 'LEDGER_REJECTED', outcome: 'rejected' });
      assert.equal(sent.body.failure.code, 'POOL_NOT_UPDATED', title);
    }
  });

  test('and after it, all of them go on', async () => {
    await advanceEpochs(world, 1);
    for (const [title, path, body] of TABLE) {
      const answer = await world.post(path, body(own));
      assert.equal(answer.status, 200, `${title}: ${answer.text}`);
    }
  });
});

/** What is answered while the rewards of the last epoch are paid out. */
const WHILE_PAYING: readonly (readonly [
  title: string,
  path: string,
  body: (own: Own) => object,
  expected: 'goes on' | 'EPOCH_REWARDS_BEING_PAID',
])[] = [
  [
    'native instant',
    '/unstake',
    (own) => ({ ...native, ...own, kind: 'instant' }),
    'EPOCH_REWARDS_BEING_PAID',
  ],
  [
    'withdraw',
    '/withdraw',
    ({ wallet, cooled }) => ({ wallet, stakeAccount: cooled }),
    'EPOCH_REWARDS_BEING_PAID',
  ],
  [
    'liquid slow',
    '/unstake',
    ({ wallet }) => ({ ...liquid, wallet, amount: '2', kind: 'slow' }),
    'EPOCH_REWARDS_BEING_PAID',
  ],
  ['liquid stake', '/stake', ({ wallet }) => ({ ...liquid, wallet, amount: '2' }), 'goes on'],
  [
    'liquid instant',
    '/unstake',
    ({ wallet }) => ({ ...liquid, wallet, amount: '1', kind: 'instant' }),
    'goes on',
  ],
  ['leveraged stake', '/stake', ({ wallet }) => ({ ...leveraged, wallet, amount: '2' }), 'goes on'],
  [
    'leveraged exit from idle funds',
    '/unstake',
    ({ wallet }) => ({ ...leveraged, wallet, amount: '1', kind: 'instant' }),
    'goes on',
  ],
  [
    'leveraged exit through a flash loan',
    '/unstake',
    ({ wallet }) => ({ ...leveraged, wallet, amount: '2000', kind: 'instant' }),
    'goes on',
  ],
  ['USDC stake', '/stake', ({ wallet }) => ({ ...usdc, wallet, amount: '2' }), 'goes on'],
  ['USDC exit', '/unstake', ({ wallet }) => ({ ...usdc, wallet, amount: '1', kind: 'instant' }), 'goes on'],
];

describe('while the rewards of the last epoch are paid out', () => {
  let own: Own;
  let wallet: Wallet;
  before(async () => {
    wallet = await createFundedWallet(world, '9000');
    await fundUsdc(world, wallet, '100');
    const stakeAccount = await land(wallet, { ...native, amount: '2' });
    const cooled = await land(wallet, { ...native, amount: '3' });
    await land(wallet, { ...liquid, amount: '10' });
    await land(wallet, { ...leveraged, amount: '4000' });
    await land(wallet, { ...usdc, amount: '50' });
    const body = { ...native, wallet: wallet.address, kind: 'deactivate', stakeAccount: cooled };
    await send(wallet, await world.post('/unstake', body));
    await advanceEpochs(world, 2);
    own = { wallet: wallet.address, stakeAccount, cooled };
    setPaying(true);
  });
  for (const [title, path, body, expected] of WHILE_PAYING) {
    test(`${title}: ${expected}`, async () => {
      const answer = await world.post(path, body(own));
      if (expected === 'goes on') {
        assert.equal(answer.status, 200, answer.text);
        return;
      }
      assertProblem(answer, { slug: 'upstream_error', code: expected });
      assert.equal(answer.body.retryable, true);
      assert.equal(answer.headers['retry-after'], '60');
    });
  }

  test('what is built without a look at the ledger is refused at broadcast, with the cause', async () => {
    const built = await world.post('/stake', { ...native, wallet: own.wallet, amount: '2' });
    const sent = await world.post('/broadcast', await signBuild(wallet, built.body));
    assertProblem(sent, { slug: 'upstream_error', outcome: 'rejected' });
    assert.match(sent.body.detail, /EpochRewardsActive/);
  });

  test('and after it, all of them go on', async () => {
    setPaying(false);
    for (const [title, path, body] of WHILE_PAYING) {
      const answer = await world.post(path, body(own));
      assert.equal(answer.status, 200, `${title}: ${answer.text}`);
    }
  });
});

/** Sets the sysvar of epoch rewards: 80 bytes, then whether they are being paid out. */
function setPaying(isPaying: boolean): void {
  world.sandbox.ledger.bank.setAccount({
    address: address('SysvarEpochRewards1111111111111111111111111'),
    programAddress: address('Sysvar1111111111111111111111111111111111111'),
    data: Uint8Array.of(...new Uint8Array(80), Number(isPaying)),
    executable: false,
    lamports: lamports(1_000_000n),
    space: 81n,
  });
}
