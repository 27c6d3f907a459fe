import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Signature } from '@solana/kit';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { createStakingClient, isStakingError } from '@staking-agent/sdk';
import { type Postgres, startPostgres } from '@staking-agent/test-postgres';
import { createDataDirectory } from '../admin.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createSigner } from '../sdk/sdk-world.ts';
import { type ServiceProcess, startProcess } from '../service-process.ts';
import { DEPLOYMENT, type World } from '../world.ts';

// biome-ignore lint/style/noProcessEnv: the person who runs the test says how often.
const STRIKES = Number(process.env['CRASH_STRIKES'] ?? 6);
/** One stop of the database for so many processes that are killed. */
const KILLS_PER_STOP = 5;
const CLIENTS = 4;
const FUNDS = 10_000_000_000n;
const STAKED = 2_000_000_000n;

/** Breaks a process at each turn, and at some turns the database. */
type Place = {
  readonly sandbox: Sandbox;
  readonly replicas: readonly ServiceProcess[];
  readonly database?: Postgres | undefined;
};

/** The wallets that were told `landed`, and how many of their calls were cut off or refused. */
type Paid = { readonly wallets: string[]; failed: number };

async function startPlace(t: TestContext): Promise<Sandbox> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  return sandbox;
}

test(`SQLite, its process killed ${STRIKES} times: each wallet pays exactly once`, async (t) => {
  const sandbox = await startPlace(t);
  const service = await startProcess(t, sandbox, { DATA_DIR: createDataDirectory(t) });
  await torment(t, { sandbox, replicas: [service] });
});

test(`PostgreSQL stopped and two replicas killed ${STRIKES} times: each wallet pays exactly once`, async (t) => {
  const sandbox = await startPlace(t);
  const database = await startPostgres();
  t.after(() => database.close());
  const place = { DATABASE_URL: await database.createDatabase() };
  const replicas = await Promise.all([startProcess(t, sandbox, place), startProcess(t, sandbox, place)]);
  await torment(t, { sandbox, replicas, database });
});

async function torment(t: TestContext, place: Place): Promise<void> {
  const paid: Paid = { wallets: [], failed: 0 };
  const state = { isOver: false };
  const clients = Promise.all(Array.from({ length: CLIENTS }, () => payOnceAndAgain(place, paid, state)));
  let stops = 0;
  let paidAtLastStrike = 0;
  for (let strike = 0; strike < STRIKES; strike += 1) {
    await sleep(200 + Math.random() * 1_000);
    // A machine that is slow to start processes would kill each before it serves: a payment lies between two strikes.
    while (paid.wallets.length <= paidAtLastStrike) await sleep(50);
    paidAtLastStrike = paid.wallets.length;
    const isOff = place.database !== undefined && strike % KILLS_PER_STOP === 0;
    if (isOff) await place.database.stop();
    const replica = place.replicas[strike % place.replicas.length] as ServiceProcess;
    await replica.stop('SIGKILL');
    if (isOff) {
      await sleep(Math.random() * 3_000);
      await place.database.start();
      stops += 1;
    }
    await replica.start();
  }
  state.isOver = true;
  await clients;
  const { balance } = createLedgerClient(place);
  const wrong: string[] = [];
  for (const wallet of paid.wallets) {
    const stakes = Number((FUNDS - (await balance(wallet))) / STAKED);
    if (stakes !== 1) wrong.push(`${wallet} paid ${stakes} times`);
  }
  t.diagnostic(
    `${STRIKES} kills, ${stops} stops of the database: ${paid.wallets.length} wallets paid, ${paid.failed} calls failed`,
  );
  assert.deepEqual(wrong, []);
  assert.ok(paid.wallets.length >= STRIKES && paid.failed > 0, 'nothing was put to the test');
}

/** Stakes from one new wallet after the other until told to stop, each until the client says that it has landed. */
async function payOnceAndAgain(place: Place, paid: Paid, state: { readonly isOver: boolean }): Promise<void> {
  const { sandbox, replicas } = place;
  // Every call goes to any replica, as behind a load balancer.
  const balance: Fetch = async (url, init) => {
    const { url: base } = replicas[Math.floor(Math.random() * replicas.length)] as ServiceProcess;
    try {
      const answer = await globalThis.fetch(String(url).replace('http://balancer/api/v1', base), init);
      if (!answer.ok) paid.failed += 1;
      return answer;
    } catch (error) {
      paid.failed += 1;
      throw error;
    }
  };
  const client = createStakingClient({
    url: 'http://balancer',
    deployment: 'sandbox',
    rpc: sandbox.url,
    fetch: balance,
  });
  while (!state.isOver) {
    const signer = await createSigner({ sandbox } as World, '10');
    for (let isPaid = false; !isPaid; ) {
      try {
        await client.stakeAndConfirm({ strategy: 'sol-native-stake', amount: '2', signer });
        isPaid = true;
      } catch (error) {
        if (!isStakingError(error)) throw error;
        if (error.signature !== undefined && error.outcome === 'unknown')
          isPaid = await hasLanded(error.signature, sandbox);
        await sleep(100);
      }
    }
    paid.wallets.push(signer.address);
  }
}

type Fetch = typeof globalThis.fetch;

/** Looks a signature up as a caller does whose flow ended without a word; its blockhash is dead by then. */
async function hasLanded(signature: string, sandbox: Sandbox): Promise<boolean> {
  sandbox.ledger.advanceSlots(200);
  const { rpc } = createLedgerClient({ sandbox });
  const asked = rpc.getSignatureStatuses([signature as Signature], { searchTransactionHistory: true });
  const [status] = (await asked.send()).value;
  return status?.err === null;
}
