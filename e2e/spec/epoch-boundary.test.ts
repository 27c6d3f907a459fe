import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { address, lamports } from '@solana/kit';
import type { Wallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { type Answer, advanceEpochs, createFundedWallet, fundUsdc, startWorld } from '../world.ts';

type Own = { readonly wallet: string; readonly stakeAccount: string; readonly cooled: string };
type Ask = readonly [path: string, body: (own: Own) => object];

const native = { strategy: 'sol-native-stake' };
const liquid = { strategy: 'sol-liquid-stake' };
const leveraged = { strategy: 'sol-leveraged-stake' };
const usdc = { strategy: 'usdc-earn' };

/** What is asked for around the end of an epoch, each by the same wallet. */
const ASKS = {
  'native stake': ['/stake', () => ({ ...native, amount: '2' })],
  'native deactivate': ['/unstake', ({ stakeAccount }) => ({ ...native, stakeAccount, kind: 'deactivate' })],
  withdraw: ['/withdraw', ({ cooled }) => ({ stakeAccount: cooled })],
  'native instant': ['/unstake', ({ stakeAccount }) => ({ ...native, stakeAccount, kind: 'instant' })],
  'native quote': ['/quote', ({ stakeAccount }) => ({ ...native, stakeAccount, amount: '2' })],
  'liquid stake': ['/stake', () => ({ ...liquid, amount: '2' })],
  'liquid instant': ['/unstake', () => ({ ...liquid, amount: '1', kind: 'instant' })],
  'liquid quote': ['/quote', () => ({ ...liquid, amount: '1' })],
  'liquid slow': ['/unstake', () => ({ ...liquid, amount: '2', kind: 'slow' })],
  'leveraged stake': ['/stake', () => ({ ...leveraged, amount: '2' })],
  'leveraged exit through a flash loan': [
    '/unstake',
    () => ({ ...leveraged, amount: '2000', kind: 'instant' }),
  ],
  'leveraged exit from idle funds': ['/unstake', () => ({ ...leveraged, amount: '1', kind: 'instant' })],
  'quote of a leveraged exit from idle funds': ['/quote', () => ({ ...leveraged, amount: '1' })],
  'leveraged quote': ['/quote', () => ({ ...leveraged, amount: '2000' })],
  'USDC stake': ['/stake', () => ({ ...usdc, amount: '2' })],
  'USDC exit': ['/unstake', () => ({ ...usdc, amount: '1', kind: 'instant' })],
} as const satisfies Readonly<Record<string, Ask>>;
type Title = keyof typeof ASKS;
const TITLES = Object.keys(ASKS) as Title[];

/** What needs the price of the epoch; all else goes on before the pool is updated. */
const NEEDS_POOL: ReadonlySet<Title> = new Set([
  ...(['native instant', 'native quote', 'liquid slow', 'leveraged stake', 'leveraged quote'] as const),
  'leveraged exit through a flash loan',
]);
/** What moves stake; all else goes on while the rewards of the last epoch are paid out. */
const MOVES_STAKE: ReadonlySet<Title> = new Set(['native instant', 'withdraw', 'liquid slow']);
/** What is built without a look at the ledger, or prices alone: it is not asked for while rewards are paid out. */
const NOT_ASKED: ReadonlySet<Title> = new Set(
  TITLES.filter((title) => /quote|native (?:stake|dea)/.test(title)),
);
const WHILE_PAYING = TITLES.filter((title) => !NOT_ASKED.has(title));

async function ask(title: Title, own: Own): Promise<Answer> {
  const [path, body]: Ask = ASKS[title];
  return world.post(path, { wallet: own.wallet, ...body(own) });
}

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
const REFUSED_LATER = ['leveraged stake', 'leveraged exit through a flash loan', 'liquid slow'] as const;

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
    own = { wallet: wallet.address, stakeAccount, cooled };
    for (const title of REFUSED_LATER) {
      const { body: built } = await ask(title, own);
      early.push([title, { ...built, signed_tx: await wallet.sign(built.transaction) }]);
    }
    world.sandbox.ledger.advanceEpochs(1, { updatePool: false });
  });
  for (const title of TITLES) {
    test(`${title}: ${NEEDS_POOL.has(title) ? 'POOL_NOT_UPDATED' : 'goes on'}`, async () => {
      const answer = await ask(title, own);
      if (!NEEDS_POOL.has(title)) {
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
    for (const title of TITLES) {
      const answer = await ask(title, own);
      assert.equal(answer.status, 200, `${title}: ${answer.text}`);
    }
  });
});

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
  for (const title of WHILE_PAYING) {
    test(`${title}: ${MOVES_STAKE.has(title) ? 'EPOCH_REWARDS_BEING_PAID' : 'goes on'}`, async () => {
      const answer = await ask(title, own);
      if (!MOVES_STAKE.has(title)) {
        assert.equal(answer.status, 200, answer.text);
        return;
      }
      assertProblem(answer, { slug: 'upstream_error', code: 'EPOCH_REWARDS_BEING_PAID' });
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
    for (const title of WHILE_PAYING) {
      const answer = await ask(title, own);
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
