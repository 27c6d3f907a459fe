import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { createDataDirectory, PARTNER_KEY_SECRETS } from '../admin.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, DEPLOYMENT, send, startWorld } from '../world.ts';

/** One service on a file, and two replicas on one PostgreSQL. */
const DATA_DIR = createDataDirectory({ after });
const world = await startWorld({ after }, { DATA_DIR, PARTNER_KEY_SECRETS });
const ledger = createLedgerClient(world);
const shared = {
  DATABASE_URL: await createSharedDatabase(),
  SERVICE_TOKEN_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64')}`,
  RATE_LIMITS: 'off',
};
const replicas = await Promise.all([0, 1].map(() => startReplica({ after }, world.sandbox, shared)));

type Post = (path: string, body: object) => Promise<Answer>;
const postTo =
  ({ url }: { readonly url: string }): Post =>
  (path, body) =>
    send('POST', `${url}/api/v1${path}`, body);
const SERVICES: Readonly<Record<string, readonly Post[]>> = {
  'on one service': [world.post],
  'on two replicas': replicas.map(postTo),
};

const rasolOf = ({ address }: SandboxWallet) => ledger.tokens(address, DEPLOYMENT.rasolMint);
const stakeOf = ({ address }: SandboxWallet, more: object = {}) => ({
  strategy: 'sol-liquid-stake',
  wallet: address,
  amount: '1',
  ...more,
});

async function postAtOnce(posts: readonly Post[], path: string, body: object, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) => (posts[i % posts.length] as Post)(path, body)),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  return answers.map((answer) => answer.body);
}

async function broadcast(post: Post, wallet: SandboxWallet, build: Answer['body']): Promise<Answer> {
  const signed_tx = await wallet.sign(build.transaction);
  return await post('/broadcast', { signed_tx, service_token: build.service_token });
}

for (const [where, posts] of Object.entries(SERVICES)) {
  const [first] = posts as [Post];

  describe(`equal builds of the router, ${where}`, () => {
    test('at once are as many transactions, and as many stakes', async () => {
      const wallet = await makeSandboxWallet(world, { sol: '20' });
      const builds = await postAtOnce(posts, '/stake', stakeOf(wallet), 4);
      assert.equal(new Set(builds.map(({ transaction }) => transaction)).size, 4);
      const [one] = builds;
      assert.equal((await broadcast(first, wallet, one)).status, 200);
      const each = await until('it landed', async () => (await rasolOf(wallet)) || undefined);
      for (const build of builds.slice(1)) {
        const answer = await broadcast(posts.at(-1) ?? first, wallet, build);
        assert.equal(answer.status, 200, answer.text);
      }
      await until('all landed', async () => (await rasolOf(wallet)) === 4n * each);
    });
  });
}
