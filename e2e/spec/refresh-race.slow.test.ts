import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { type Answer, send, startWorld } from '../world.ts';

const REFRESHES = 1_000;
/** So many are asked at once, half of each replica; then slots pass, fewer than a build lives. */
const [AT_ONCE, SLOTS] = [20, 20];
/** What each packet to the database and from it takes. */
const DELAY_MILLISECONDS = 15;

type Build = Answer['body'];

/** Opens a way to a database on which every packet takes a while; packets of a connection stay in order. */
async function slowDown(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream =
      folder === null
        ? connect(Number(url.port), url.hostname)
        : connect(`${folder}/.s.PGSQL.${url.port || 5432}`);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      let last: Promise<unknown> = Promise.resolve();
      from.on('data', (packet) => {
        last = Promise.all([last, sleep(DELAY_MILLISECONDS)]).then(() => to.write(packet));
      });
      from.on('error', () => to.destroy());
      from.on('close', () => void last.then(() => to.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return `postgresql://${url.username}:${url.password}@127.0.0.1:${address.port}${url.pathname}`;
}

const heightOf = ({ expiry }: Build) => BigInt(expiry.lastValidBlockHeight);

test('of refreshes that race on two replicas over a slow database none gives a form that is dead or was replaced when it was asked for', async () => {
  const DATABASE_URL = await slowDown(await createSharedDatabase());
  const environment = {
    DATABASE_URL,
    SERVICE_TOKEN_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64')}`,
    RATE_LIMITS: 'off',
  };
  // Slots pass by hand alone: what a replica has heard of the ledger is up to a second old, and that is many of them.
  const world = await startWorld({ after }, environment, {}, { slotMilliseconds: 600_000 });
  const services = [world.service, await startReplica({ after }, world.sandbox, environment)];
  const { address: wallet } = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
  const ask = (path: string, body: object, i = 0) => {
    const { url } = services[i % services.length] ?? world.service;
    return send('POST', `${url}/api/v1${path}`, body);
  };
  const first = await ask('/stake', { strategy: 'usdc-earn', wallet, amount: '2' });
  assert.equal(first.status, 200, first.text);
  /** The builds by their age: the one that takes the place of another lives longer. */
  const chain: Build[] = [first.body];
  const { blocks } = world.sandbox.ledger;
  let given = 0;

  const refresh = async (i: number) => {
    const [asked, newest] = [chain[i % chain.length], chain.at(-1)];
    const { height } = blocks.tip();
    const { transaction, service_token } = asked;
    const { status, body, text } = await ask('/refresh', { transaction, service_token }, i);
    if (status !== 200) {
      assert.equal(body.code, 'REFRESH_TOO_EARLY', text);
      assert.ok(asked === newest || heightOf(newest) < height, 'refused though its successor can land');
      return;
    }
    given += 1;
    assert.ok(heightOf(body) >= height, `one of ${body.expiry.lastValidBlockHeight} at ${height}`);
    assert.ok(heightOf(body) >= heightOf(newest), 'one that had been replaced');
    if (heightOf(body) > heightOf(chain.at(-1))) chain.push(body);
    assert.equal(body.transaction, chain.find((build) => heightOf(build) === heightOf(body)).transaction);
  };

  for (let i = 0; given < REFRESHES; i += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => refresh(i + at)));
    world.sandbox.ledger.advanceSlots(SLOTS);
  }
  assert.ok(chain.length > 5, `${chain.length} builds`);
});
