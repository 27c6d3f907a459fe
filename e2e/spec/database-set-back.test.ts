import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { createDataDirectory, createOperator } from '../admin.ts';
import { assertProblem } from '../assert-answer.ts';
import { until } from '../until.ts';
import { createFundedWallet, send, startWorld } from '../world.ts';

const SET_BACK = { slug: 'service_unavailable', code: 'STORE_SET_BACK' } as const;

test('a database that lost what it acknowledged is refused by name until the operator starts it', async (t) => {
  const DATA_DIR = createDataDirectory({ after: (stop) => after(stop) });
  const world = await startWorld({ after }, { DATA_DIR, ADMIN_PORT: '0' });
  const operator = createOperator({ DATA_DIR });
  const wallet = await createFundedWallet(world, '20');
  const asked = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  const keyed = () => world.post('/stake', asked, { 'idempotency-key': 'kept' });
  const kept = await keyed();
  const { body: built } = await world.post('/stake', asked);
  const state = new DatabaseSync(join(DATA_DIR, 'state.sqlite'), { timeout: 5_000 });
  t.after(() => state.close());
  await until('the service was heard of twice', async () => {
    const rows = state
      .prepare("select last_valid_block_height as count from pending_transactions where route = 'process'")
      .all();
    return rows.some(({ count }) => Number(count) > 1);
  });
  state.exec("update pending_transactions set last_valid_block_height = '0' where route = 'process'");
  const refused = await until('builds are refused', async () => {
    const answer = await world.post('/stake', asked);
    return answer.status === 503 && answer;
  });
  assertProblem(refused, SET_BACK);
  assert.equal(refused.headers['retry-after'], '60');
  const { transaction, service_token } = built;
  const broadcast = await world.post('/broadcast', {
    signed_tx: await wallet.sign(transaction),
    service_token,
  });
  assertProblem(broadcast, SET_BACK);
  assert.equal(broadcast.body.outcome, 'unknown');
  assertProblem(await world.post('/refresh', { transaction, service_token }), SET_BACK);
  assert.equal((await keyed()).text, kept.text);
  const ready = await send('GET', `${world.service.adminUrl}/ready`);
  assert.deepEqual([ready.status, ready.body.checks.store], [503, 'set back']);
  const { body: status } = await world.get('/status');
  assert.deepEqual(
    status.strategies
      .map(({ state }: { state: string }) => state)
      .filter((each: string) => each !== 'coming_soon'),
    status.strategies.flatMap(({ state }: { state: string }) => (state === 'coming_soon' ? [] : ['stopped'])),
  );
  await until(
    'the stop is in the database',
    async () => state.prepare("select 1 from stops where target = 'database'").all().length > 0,
  );
  await assert.rejects(operator.run('start', 'database'), /--complete/);
  await operator.run('start', 'database', '--complete');
  await until('builds are given again', async () => (await world.post('/stake', asked)).status === 200);
});
