import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { openStore, type Store } from '@staking-agent/api/store';
import { createWallet, type Wallet } from '@staking-agent/dev';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { passSlots } from '../pass-slots.ts';
import { startReplica } from '../replica.ts';
import { SERVICE_TOKEN_KEYS, startProcess } from '../service-process.ts';
import { until } from '../until.ts';
import { createFundedWallet, DEPLOYMENT, routerRequests, send, setLedgerFault } from '../world.ts';

describe('a sent transaction', { concurrency: 2 }, () => {
  for (const name of ['SQLite', 'PostgreSQL']) {
    test(`outlives its process: ${name}`, async (t) => {
      await outliveProcess(t, await startPlace(t, name === 'PostgreSQL'));
    });
  }

  test('is sent by another replica when its own is killed for good', async (t) => {
    const place = await startPlace(t, true);
    const [one, other] = await Promise.all([
      startProcess(t, place.sandbox, place.environment),
      startNext(t, place),
    ]);
    const wallet = await createFundedWallet(place, '5');
    const signed = await sign(one, wallet);
    await setLedgerFault(place, { mode: 'garbage', method: 'sendTransaction' });
    assertProblem(await post(one, '/broadcast', signed), { slug: 'upstream_error', outcome: 'unknown' });
    await one.stop('SIGKILL');
    await setLedgerFault(place, { mode: 'none' });
    await untilSpent(place, wallet);
    await other.close();
  });
});

const FUNDED = 5_000_000_000n;

/** Where services follow each other: a ledger and a database, which variables name. */
type Place = {
  readonly sandbox: Sandbox;
  readonly environment: Record<string, string>;
  /** What was sent. */
  readonly store: Store;
};

/** Starts a ledger, and makes an empty database. */
async function startPlace(t: TestContext, isPostgres: boolean): Promise<Place> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const databaseUrl = isPostgres ? await createSharedDatabase() : undefined;
  const store = await openStore({ databaseUrl, dataDirectory });
  t.after(async () => {
    await store.close();
    rmSync(dataDirectory, { recursive: true });
  });
  const environment = { DATA_DIR: dataDirectory, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  return { sandbox, environment, store };
}

/** What serves a place; its URL has the base path. */
type Server = { readonly url: string };

/** Starts the next service of a place. It is one of this process: a process of its own takes a second to start. */
async function startNext(t: TestContext, { sandbox, environment }: Place) {
  const variables = { ...environment, SERVICE_TOKEN_KEYS, RATE_LIMITS: 'off' };
  const { url, close } = await startReplica(t, sandbox, variables);
  return { url: `${url}/api/v1`, close };
}

/** Asks a server to do something. */
const post = ({ url }: Server, path: string, body: object) => send('POST', `${url}${path}`, body);

/** Has a stake built and signs it. */
async function sign(service: Server, wallet: Wallet, strategy = 'sol-native-stake') {
  const { body } = await post(service, '/stake', { strategy, wallet: wallet.address, amount: '1' });
  return await signBuild(wallet, body);
}

/** Waits until a wallet that had 5 SOL has sent something. */
async function untilSpent({ sandbox }: Place, wallet: Wallet): Promise<void> {
  const ledger = createLedgerClient({ sandbox });
  await until('the transaction is sent', async () => (await ledger.balance(wallet.address)) !== FUNDED);
}

/** Counts the forms of a state, by where they went. */
async function countForms(
  { store }: Place,
  state: 'sent' | 'landed' = 'sent',
  channel: 'ledger' | 'router' = 'ledger',
): Promise<number> {
  const rows = await store.db
    .selectFrom('forms')
    .select('id')
    .where('state', '=', state)
    .where('channel', '=', channel)
    .execute();
  return rows.length;
}

/** Asserts that what one process had to send is sent, once, by those that come after it in the same place. */
async function outliveProcess(t: TestContext, place: Place): Promise<void> {
  const service = await startProcess(t, place.sandbox, place.environment);

  await endWithOutcome(t, place, service);

  const buyer = await createFundedWallet(place, '5');
  const bought = await sign(service, buyer, 'sol-liquid-stake');
  assertOk(await post(service, '/broadcast', bought), BroadcastAnswer);
  await until('it has landed', async () => (await countForms(place, 'landed', 'router')) === 1);
  const asked = await routerRequests(place);

  let next: Awaited<ReturnType<typeof startNext>>;
  await t.test('is sent by the next process when its own is killed during the first send', async () => {
    const wallet = await createFundedWallet(place, '5');
    const signed = await sign(service, wallet);
    await setLedgerFault(place, { mode: 'hang', method: 'sendTransaction', ms: 60_000 });
    const lost = post(service, '/broadcast', signed);
    lost.catch(() => undefined);
    await until('it is written before it is sent', async () => (await countForms(place)) > 0);
    await service.stop('SIGKILL');
    await assert.rejects(lost);
    await setLedgerFault(place, { mode: 'none' });
    assert.equal(await createLedgerClient(place).balance(wallet.address), FUNDED);
    next = await startNext(t, place);
    await untilSpent(place, wallet);
    assertOk(await post(next, '/broadcast', signed), BroadcastAnswer);
  });

  await t.test('that the router took is not handed to it again by the next process', async () => {
    assertOk(await post(next, '/broadcast', bought), BroadcastAnswer);
    assert.equal(await routerRequests(place), asked);
  });

  await t.test('is handed over by one that is told to stop', async () => {
    const wallet = await createFundedWallet(place, '5');
    const signed = await sign(next, wallet);
    await setLedgerFault(place, { mode: 'garbage', method: 'sendTransaction' });
    const answer = await post(next, '/broadcast', signed);
    assertProblem(answer, { slug: 'upstream_error', outcome: 'unknown' });
    assert.equal(await next.close(), true);
    await setLedgerFault(place, { mode: 'none' });
    const last = await startNext(t, place);
    await untilSpent(place, wallet);
    await last.close();
  });
}

async function endWithOutcome(t: TestContext, place: Place, service: Server): Promise<void> {
  await t.test('is none once it was refused', async () => {
    const poor = await createWallet();
    // The blocks pass that could hold what was lost with a database before this process.
    await passSlots({ sandbox: place.sandbox, service: { url: service.url.replace('/api/v1', '') } }, 200);
    const signed = await sign(service, poor);
    const answer = await until('it is told to the end', async () => {
      const said = await post(service, '/broadcast', signed);
      return said.body.outcome !== 'unknown' && said;
    });
    assertProblem(answer, { slug: 'upstream_error', outcome: 'rejected' });
    await until('none is left', async () => (await countForms(place)) === 0);
  });

  await t.test('is none once it is confirmed', async () => {
    const rich = await createFundedWallet(place, '5');
    const signed = await sign(service, rich);
    // Nobody learns that it is confirmed before the row was seen.
    await setLedgerFault(place, { mode: 'garbage', method: 'getSignatureStatuses' });
    assertOk(await post(service, '/broadcast', signed), BroadcastAnswer);
    assert.equal(await countForms(place), 1);
    await setLedgerFault(place, { mode: 'none' });
    await until('it is there no longer', async () => (await countForms(place)) === 0);
  });
}
