import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { startPostgres } from '@staking-agent/test-postgres';
import { Client } from 'pg';
import { REQUEST_LIMITS } from '../../packages/api/src/store/driver.ts';
import { landBuild, signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { startWorld, type World } from '../world.ts';

// A refusal may have been told by the server that is gone and be missing on the one that took over, so that the refused bytes,
// repeated by a proxy, look like bytes seen for the first time.
test('after a standby took over, what was built before is not sent, and what is built since lands', async (t) => {
  const server = await startPostgres();
  t.after(() => server.close());
  const databaseUrl = await server.createDatabase();
  const world = await startWorld(t, { DATABASE_URL: databaseUrl }, undefined, { limits: REQUEST_LIMITS });
  const wallet = await makeSandboxWallet(world, { sol: '50' });
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  const old = await world.post('/stake', body);
  const signed = await signBuild(wallet, old.body);
  const balance = await createLedgerClient(world).balance(wallet.address);

  await server.stop();
  writeFileSync(join(dirname(server.socketPath), 'data/standby.signal'), '');
  await server.start();
  await assertUnknown(world, signed);
  await promote(databaseUrl);
  await until('the store takes writes', async () => {
    const answer = await world.post('/stake', body, { 'idempotency-key': 'since' });
    return answer.status === 200;
  });
  await assertUnknown(world, signed);
  assert.equal(await createLedgerClient(world).balance(wallet.address), balance);

  // A block later, builds rest on a blockhash from after the takeover.
  const since = await until('a build from after the takeover is sent', async () => {
    world.sandbox.ledger.advanceSlots(2);
    const built = await world.post('/stake', body);
    if (built.status !== 200) return false;
    const sent = await world.post('/broadcast', await signBuild(wallet, built.body));
    return sent.status === 200 && sent;
  });
  assert.equal(await createLedgerClient(world).outcome(since.body.signature), null);
  await landBuild(world, wallet, await world.post('/stake', body));

  world.sandbox.ledger.advanceSlots(200);
  const dead = await until('the service has seen that the old build is dead', async () => {
    const answer = await world.post('/broadcast', signed);
    return answer.body.outcome !== 'unknown' && answer;
  });
  assert.equal(dead.body.outcome, 'expired', dead.text);
});

async function assertUnknown(world: World, signed: object): Promise<void> {
  const { body, text } = await world.post('/broadcast', signed);
  assert.equal(body.outcome, 'unknown', text);
}

async function promote(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();
}
