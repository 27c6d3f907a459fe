import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePort } from '@staking-agent/dev';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { NativeStakeAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { startReplica } from '../replica.ts';
import { send } from '../send.ts';
import { until } from '../until.ts';
import { createFundedWallet, startWorld } from '../world.ts';

async function countBuilds(adminUrl: string | undefined): Promise<number> {
  const { text } = await send('GET', `${adminUrl}/metrics`);
  return Number(/^staking_builds_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

test('replicas that share a port share its connections and their keys; one that may not is refused', async (t) => {
  const world = await startWorld(t);
  const wallet = await createFundedWallet(world, '100');
  const port = await findFreePort();
  const shared = {
    PORT: String(port),
    ADMIN_PORT: '0',
    REUSE_PORT: 'on',
    RATE_LIMITS: 'off',
    DATABASE_URL: await createSharedDatabase(),
  };
  const replicas = [
    await startReplica(t, world.sandbox, shared),
    await startReplica(t, world.sandbox, shared),
  ];
  await assert.rejects(startReplica(t, world.sandbox, { ...shared, REUSE_PORT: 'off' }), {
    code: 'EADDRINUSE',
  });

  const url = `http://127.0.0.1:${port}/api/v1/stake`;
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  // A connection for each: the system deals connections out, not requests.
  const alone = { connection: 'close' };
  const first = await send('POST', url, body, { ...alone, 'idempotency-key': 'shared' });
  assertOk(first, NativeStakeAnswer);
  await until('both replicas have built', async () => {
    assertOk(await send('POST', url, body, alone), NativeStakeAnswer);
    const counts = await Promise.all(replicas.map(({ adminUrl }) => countBuilds(adminUrl)));
    return counts.every((count) => count > 0);
  });
  for (let i = 0; i < 10; i += 1) {
    const again = await send('POST', url, body, { ...alone, 'idempotency-key': 'shared' });
    assert.equal(again.text, first.text);
  }
  await replicas[0]?.close();
  assertOk(await send('POST', url, body, alone), NativeStakeAnswer);
});
