import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Service } from '@staking-agent/api';
import type { Wallet } from '@staking-agent/dev';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { createDataDirectory, createOperator } from '../admin.ts';
import { assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { passSlots } from '../pass-slots.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { type Answer, createFundedWallet, send, startWorld, type World } from '../world.ts';

const NATIVE = 'sol-native-stake';
const ABOVE = { slug: 'invalid_request', code: 'AMOUNT_ABOVE_LIMIT' } as const;
const FULL = { slug: 'service_unavailable', code: 'VALUE_LIMIT_EXCEEDED' } as const;
const sol = (amount: number) => ({
  asset: 'SOL',
  amount: String(amount),
  baseUnits: String(BigInt(amount) * 1_000_000_000n),
});

type Replica = Pick<Service, 'url'>;

const post = ({ url }: Replica, path: string, body: object): Promise<Answer> =>
  send('POST', `${url}/api/v1${path}`, body);

async function build(replica: Replica, wallet: Wallet, amount: string, strategy: string = NATIVE) {
  const { status, body, text } = await post(replica, '/stake', { strategy, wallet: wallet.address, amount });
  assert.equal(status, 200, text);
  return await signBuild(wallet, body);
}

/** Asks until the answer is as it should be; what the operator says is known within a second. */
const becomes = (ask: () => Promise<Answer>, isRight: (answer: Answer) => boolean): Promise<Answer> =>
  until('the answer is as it should be', async () => {
    const answer = await ask();
    return isRight(answer) && answer;
  });

/** Broadcasts until the outcome is known: a replica that has just started may have lost what an earlier one has written. */
const broadcast = (replica: Replica, body: object): Promise<Answer> =>
  becomes(
    () => post(replica, '/broadcast', body),
    (answer) => answer.body.outcome !== 'unknown',
  );

/* How many of many are taken within an hour: packages/api/src/store/hour-limits.test.ts and the simulation. */
describe('limits of value on two replicas', () => {
  let world: World;
  let replicas: readonly Replica[];
  let first: Replica;
  let operator: ReturnType<typeof createOperator>;

  const stops: (() => Promise<void>)[] = [];
  const cleanup = { after: (stop: () => Promise<void>) => void stops.unshift(stop) };

  after(async () => {
    for (const stop of stops) await stop();
  });

  before(async () => {
    const DATABASE_URL = await createSharedDatabase();
    // Beside the database, for the keys of tokens.
    const DATA_DIR = createDataDirectory(cleanup);
    const settings = { DATABASE_URL, DATA_DIR, RATE_LIMITS: 'off' };
    world = await startWorld(cleanup, { ...settings, ADMIN_PORT: '0' });
    first = world.service;
    replicas = [first, await startReplica(cleanup, world.sandbox, settings)];
    operator = createOperator({ DATABASE_URL });
    // For the life of a blockhash after its start a replica on PostgreSQL says nothing negative of what it may have lost.
    await passSlots(world, 200, replicas);
  });

  /** Sets limits, and waits until every replica refuses what is above them, or takes what is not. */
  async function limit(argv: readonly string[], probe: string, status: number): Promise<void> {
    await operator.run('limits', ...argv);
    const wallet = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
    for (const replica of replicas) {
      await becomes(
        () => post(replica, '/stake', { strategy: NATIVE, wallet, amount: probe }),
        (answer) => answer.status === status,
      );
    }
  }

  const used = async (strategy = NATIVE): Promise<string | null> =>
    (await operator.run('limits', 'show')).find(
      (row: { strategy: string; span: string }) => row.strategy === strategy && row.span === 'hour',
    ).used;

  test('one transaction: what is above is refused with limit and amount, on every replica, and nothing else is', async () => {
    const wallet = await createFundedWallet(world, '20');
    const early = await build(first, wallet, '3');
    await limit(['set', NATIVE, '--per-transaction', '2'], '3', 400);
    const stake = { strategy: NATIVE, wallet: wallet.address };
    for (const replica of replicas) {
      const refused = await post(replica, '/stake', { ...stake, amount: '2.000000001' });
      assertProblem(refused, {
        ...ABOVE,
        detail: /at most 2 SOL.*in one transaction; it is 2\.000000001 SOL/,
      });
      assert.deepEqual(refused.body.limit, sol(2));
      assert.equal(refused.body.asked.baseUnits, '2000000001');
      assert.equal(refused.body.retryable, false);
      assert.equal((await post(replica, '/stake', { ...stake, amount: '2' })).status, 200);
      const liquid = { ...stake, strategy: 'sol-liquid-stake', amount: '3' };
      assert.equal((await post(replica, '/stake', liquid)).status, 200);
    }
    // What was built before is not sent either.
    assertProblem(await broadcast(first, early), { ...ABOVE, outcome: 'not_sent' });
    await limit(['clear', NATIVE], '3', 200);
    const landed = await broadcast(first, early);
    assert.equal(landed.status, 200, landed.text);
  });

  test('transactions of the router count in the hour of their strategy', async () => {
    await operator.run('limits', 'set', 'sol-liquid-stake', '--per-hour', '3');
    const wallet = await createFundedWallet(world, '20');
    const stake = { strategy: 'sol-liquid-stake', wallet: wallet.address };
    await becomes(
      () => post(first, '/stake', { ...stake, amount: '4' }),
      ({ status }) => status === 400,
    );
    const [one, other] = await Promise.all(
      ['2', '1.5'].map((amount) => build(first, wallet, amount, 'sol-liquid-stake')),
    );
    assert.equal((await broadcast(first, one ?? {})).status, 200);
    assertProblem(await broadcast(first, other ?? {}), { ...FULL, outcome: 'not_sent' });
    assert.equal(await used('sol-liquid-stake'), '2');
  });

  test('limits and what is taken are gauges', async () => {
    const gauges = async () => {
      const { text, ...rest } = await send('GET', `${world.service.adminUrl}/metrics`);
      return { ...rest, text, body: text.match(/^staking_value_.*$/gm) };
    };
    const { body } = await becomes(gauges, ({ body: lines }) =>
      lines.includes('staking_value_hour_used{strategy="sol-liquid-stake"} 2'),
    );
    assert.ok(body.includes('staking_value_limit{strategy="sol-liquid-stake",span="hour"} 3'));
    assert.ok(!body.some((line: string) => line.includes(NATIVE)), 'what has no limit has no gauge');
  });

  test('every change is in the audit log, and looking is not', async () => {
    const lines: { command: string }[] = await operator.run('audit', 'list');
    const limits = lines.map(({ command }) => command.replace(' --json', ''));
    assert.equal(limits[0], `limits set ${NATIVE} --per-transaction 2`);
    assert.equal(limits[1], `limits clear ${NATIVE}`);
    assert.ok(limits.every((command) => !command.includes('show')));
  });
});

describe('limits of the environment', () => {
  test('hold until the operator says otherwise, and again when that is cleared', async (t) => {
    const DATA_DIR = createDataDirectory({ after: (stop) => t.after(stop) });
    const VALUE_LIMITS = `${NATIVE}.transaction=2, ${NATIVE}.hour=5`;
    const world = await startWorld(t, { DATA_DIR, VALUE_LIMITS });
    const operator = createOperator({ DATA_DIR, VALUE_LIMITS });
    const wallet = await createFundedWallet(world, '5');
    const ask = (amount: string) => () =>
      world.post('/stake', { strategy: NATIVE, wallet: wallet.address, amount });
    assertProblem(await ask('3')(), ABOVE);
    await operator.run('limits', 'set', NATIVE, '--per-transaction', 'none');
    await becomes(ask('3'), ({ status }) => status === 200);
    assertProblem(await ask('6')(), { ...ABOVE, detail: /within an hour/ });
    const shown = await operator.run('limits', 'show');
    const [transaction, hour] = shown;
    assert.deepEqual([transaction.limit, transaction.setBy], [null, 'operator']);
    assert.deepEqual([hour.limit, hour.used, hour.setBy, hour.asset], ['5', '0', 'environment', 'SOL']);
    assert.equal(shown.length, 8);
    await operator.run('limits', 'clear', NATIVE, '--per-transaction');
    await becomes(ask('3'), ({ status }) => status === 400);
  });
});
