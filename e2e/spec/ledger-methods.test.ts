import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { ANSWERS } from '../../packages/api/src/upstreams/ledger/answers.ts';
import { signBuild } from '../land-build.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { createCalls, startWorld } from '../world.ts';

const PAGE = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

/** The table of methods, by operation. */
const documented = new Map(
  [...PAGE.matchAll(/^\| ([^|]+) \| ((?:`\w+`(?:, )?)+) \| [^|]+ \|$/gm)].map(
    ([, operation = '', methods = '']) => [operation, new Set(methods.replaceAll('`', '').split(', '))],
  ),
);
const rest = documented.get('at start and at rest') ?? assert.fail('operations.md has no such row');

const world = await startWorld({ after });
const node = await startLyingNode({ after }, world.sandbox.url);
const { calls } = node;
const service = await startReplica({ after }, world.sandbox, {
  LEDGER_RPC_URLS: node.url,
  RATE_LIMITS: 'off',
});
const { get, post } = createCalls(service);

/** Runs an operation and adds what it calls to what is known of its row; what happens at rest is left out. */
const observed = new Map<string, Set<string>>();
async function observe<T>(row: string, act: () => Promise<T>): Promise<T> {
  const from = calls.length;
  const result = await act();
  const found = calls.slice(from).map((call) => String(JSON.parse(call).method));
  const known = observed.get(row) ?? new Set();
  observed.set(row, known.union(new Set(found.filter((method) => !rest.has(method)))));
  return result;
}

const ok = async (answer: Promise<Awaited<ReturnType<typeof post>>>) => {
  const { status, body, text } = await answer;
  assert.equal(status, 200, text);
  return body;
};

async function land(wallet: Wallet, body: Parameters<typeof signBuild>[1]) {
  const { signature } = await observe('`POST /broadcast`', async () =>
    ok(post('/broadcast', await signBuild(wallet, body))),
  );
  const query = `lastValidBlockHeight=${body.expiry.lastValidBlockHeight}&wait=20`;
  const fate = await observe('`GET /transactions/{signature}`', () =>
    ok(get(`/transactions/${signature}?${query}`)),
  );
  assert.equal(fate.status, 'landed');
}

test('every operation calls the methods that operations.md says it calls, and no other', async () => {
  const wallet = await makeSandboxWallet(world, { sol: '90', usdc: '500' });
  const { address } = wallet;
  const build = (path: string, body: object) =>
    observe('every build', () => ok(post(path, { wallet: address, ...body })));
  const native = await build('/stake', { strategy: 'sol-native-stake', amount: '3' });
  await land(wallet, native);
  for (const [strategy, amount, exit] of [
    ['sol-liquid-stake', '5', '1'],
    ['sol-leveraged-stake', '20', '1'],
    ['usdc-earn', '300', '100'],
  ] as const) {
    await land(wallet, await build('/stake', { strategy, amount, include: ['receipt'] }));
    await build('/unstake', { strategy, kind: 'instant', amount: exit });
  }
  const first = await build('/unstake', {
    strategy: 'sol-native-stake',
    kind: 'deactivate',
    stakeAccount: native.stakeAccount,
  });
  const unknown = '1'.repeat(64);
  await observe('`GET /transactions/{signature}`', () =>
    get(`/transactions/${unknown}?lastValidBlockHeight=1`),
  );
  world.sandbox.ledger.advanceSlots(200);
  await until('the build can be refreshed', () =>
    observe('`POST /refresh`', async () => {
      const { service_token, transaction } = first;
      return (await post('/refresh', { service_token, transaction })).status === 200 || undefined;
    }),
  );
  const positions = () =>
    observe('`GET /wallets/{wallet}/positions`, `POST /positions`', () =>
      ok(get(`/wallets/${address}/positions`)),
    );
  await positions();
  await observe('`GET /wallets/{wallet}/positions`, `POST /positions`', () =>
    ok(post('/positions', { wallets: [address] })),
  );
  world.sandbox.ledger.advanceEpochs(2);
  await observe('`GET /wallets/{wallet}/history`', () => ok(get(`/wallets/${address}/history`)));
  node.tell((answer) => {
    if (answer.method.startsWith('getProgramAccounts'))
      answer.error = { code: -32_601, message: 'Method not found' };
  });
  await until('the last reading is over', async () => (await positions()).searched === 'history');
  node.tell(undefined);
  await observe('`GET /limits`, facts and options', async () => {
    await ok(get(`/limits?wallet=${address}`));
    for (const key of ['sol-native-stake', 'usdc-earn', 'sol-liquid-stake', 'sol-leveraged-stake']) {
      await ok(get(`/strategies/${key}/facts`));
    }
    await ok(post('/exit-options', { wallet: address, strategy: 'usdc-earn', amount: '10' }));
  });
  for (const [row, methods] of observed) {
    const listed = documented.get(row) ?? assert.fail(`operations.md has no row ${row}`);
    assert.deepEqual([...methods.difference(listed)], [], row);
  }
  // Each is called somewhere, those of rare cases aside: a wallet's own blockhash, a refresh that no feed decides, and the
  // time from which a requested withdrawal can be claimed.
  const rare = ['isBlockhashValid', 'getBlockHeight', 'getBlocks'];
  const all = (sets: Iterable<ReadonlySet<string>>) =>
    [...sets].reduce((known, each) => known.union(each), new Set(rare));
  const called = all([rest, ...observed.values()]);
  assert.deepEqual([...all(documented.values())].toSorted(), [...called].toSorted());
  assert.deepEqual([...called].toSorted(), Object.keys(ANSWERS).toSorted());
});
