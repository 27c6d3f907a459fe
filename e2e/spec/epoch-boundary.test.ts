import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EPOCH_REWARDS_ADDRESS } from '@staking-agent/chain/ledger';
import { assertProblem } from '../assert-answer.ts';
import { changeData } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { landBuild, signBuild } from '../land-build.ts';
import { until } from '../until.ts';
import { type Answer, advanceEpochs, createFundedWallet, fundUsdc, startWorld } from '../world.ts';

type Own = { readonly stakeAccount: string; readonly cooled: string };
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
const MOVES_STAKE: ReadonlySet<Title> = new Set([
  ...(['native stake', 'native deactivate', 'native instant', 'withdraw', 'liquid slow'] as const),
]);
/** What prices alone is not asked for while rewards are paid out. */
const WHILE_PAYING = TITLES.filter((title) => !title.includes('quote'));

const clock = createHastyClock();
// The rounds in which the service asks whether rewards are being paid.
clock.hasten([9_000, 31_000], 'loops');
const world = await startWorld({ after }, {}, clock);
const wallet = await createFundedWallet(world, '9000');
await fundUsdc(world, wallet, '100');

const post = (path: string, body: object) => world.post(path, { wallet: wallet.address, ...body });

async function send(built: Answer): Promise<string> {
  const { stakeAccount } = await landBuild(world, wallet, built);
  return stakeAccount;
}

const own: Own = {
  stakeAccount: await send(await post('/stake', { ...native, amount: '2' })),
  cooled: await send(await post('/stake', { ...native, amount: '3' })),
};
for (const body of [
  { ...liquid, amount: '10' },
  { ...leveraged, amount: '4000' },
  { ...usdc, amount: '50' },
])
  await send(await post('/stake', body));
await send(await post('/unstake', { ...native, kind: 'deactivate', stakeAccount: own.cooled }));
await advanceEpochs(world, 2);

function ask(title: Title): Promise<Answer> {
  const [path, body]: Ask = ASKS[title];
  return post(path, body(own));
}

/** Declares a test of each request: those refused have the code, all others succeed. */
function declare(titles: readonly Title[], refused: ReadonlySet<Title>, code: string, detail: RegExp): void {
  for (const title of titles) {
    const isRefused = refused.has(title);
    test(`${title}: ${isRefused ? code : 'goes on'}`, async () => {
      const answer = await ask(title);
      if (!isRefused) return assert.equal(answer.status, 200, answer.text);
      assertProblem(answer, { slug: 'upstream_error', code, detail });
      assert.equal(answer.body.retryable, true);
      assert.equal(answer.headers['retry-after'], '60');
    });
  }
}

async function assertAllGoOn(titles: readonly Title[]): Promise<void> {
  for (const title of titles) {
    const answer = await ask(title);
    assert.equal(answer.status, 200, `${title}: ${answer.text}`);
  }
}

describe('before the pool is updated in an epoch', () => {
  /** Built in the epoch before, and sent when the pool has not been updated. */
  const early: (readonly [title: string, signed: object])[] = [];
  before(async () => {
    for (const title of ['leveraged stake', 'leveraged exit through a flash loan', 'liquid slow'] as const)
      early.push([title, await signBuild(wallet, (await ask(title)).body)]);
    world.sandbox.ledger.advanceEpochs(1, { updatePool: false });
  });
  declare(TITLES, NEEDS_POOL, 'POOL_NOT_UPDATED', /not been updated in this epoch yet.* within minutes/);

  test('a slow exit of more than the wallet holds waits for the pool too: a smaller one is not refused for good', async () => {
    const answer = await post('/unstake', { ...liquid, kind: 'slow', amount: '100' });
    assertProblem(answer, { slug: 'upstream_error', code: 'POOL_NOT_UPDATED' });
  });

  test('what was built an epoch earlier is refused at broadcast with the same cause, and nothing was sent', async () => {
    for (const [title, signed] of early) {
      const sent = await world.post('/broadcast', { ...signed, route: 'rpc' });
      assertProblem(sent, { slug: 'upstream_error', code: 'LEDGER_REJECTED', outcome: 'rejected' });
      assert.equal(sent.body.failure.code, 'POOL_NOT_UPDATED', title);
    }
  });

  test('and after it, all of them go on', async () => {
    await advanceEpochs(world, 1);
    await assertAllGoOn(TITLES);
  });
});

describe('while the rewards of the last epoch are paid out', () => {
  let sent: Answer;
  before(async () => {
    const early = await signBuild(wallet, (await ask('native stake')).body);
    setPaying(true);
    sent = await world.post('/broadcast', early);
    await untilStakesAre('refused');
  });
  declare(WHILE_PAYING, MOVES_STAKE, 'EPOCH_REWARDS_BEING_PAID', /./);

  test('what was built before is refused at broadcast, with the cause', () => {
    assertProblem(sent, { slug: 'upstream_error', outcome: 'rejected', detail: /EpochRewardsActive/ });
  });

  test('and after it, all of them go on', async () => {
    setPaying(false);
    await untilStakesAre('built');
    await assertAllGoOn(WHILE_PAYING);
  });
});

/** Waits until the service knows whether rewards are being paid, which it asks in rounds. */
const untilStakesAre = (become: 'built' | 'refused') =>
  until(
    'the service knows',
    async () => ((await ask('native stake')).status === 200) === (become === 'built'),
  );

/** Sets the sysvar of epoch rewards: 80 bytes, then whether they are being paid out. */
function setPaying(isPaying: boolean): void {
  changeData(world, EPOCH_REWARDS_ADDRESS, (data) => data.fill(Number(isPaying), 80, 81));
}
