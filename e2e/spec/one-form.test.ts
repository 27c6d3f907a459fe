import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Base64EncodedWireTransaction, getBase58Decoder } from '@solana/kit';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { type Habit, makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, DEPLOYMENT, fundUsdc, send, setLedgerFault, startWorld } from '../world.ts';

/** Two replicas on one PostgreSQL, and one service on a file. */
const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 40 });
const ledger = createLedgerClient(world);
const environment = {
  DATABASE_URL: await createSharedDatabase(),
  SERVICE_TOKEN_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64')}`,
  RATE_LIMITS: 'off',
};
const replicas = await Promise.all([0, 1].map(() => startReplica({ after }, world.sandbox, environment)));

type Build = Answer['body'];
type Post = (path: string, body: object) => Promise<Answer>;

const DEPOSITED = 2_000_000n;
const HELD = 100_000_000n;

const postTo =
  ({ url }: { readonly url: string }): Post =>
  (path, body) =>
    send('POST', `${url}/api/v1${path}`, JSON.stringify(body), { 'content-type': 'application/json' });
const [one, other] = replicas.map(postTo) as [Post, Post];
const SERVICES: Readonly<Record<string, readonly [Post, Post]>> = {
  'on two replicas': [one, other],
  'on one service with a file': [world.post, world.post],
};

/** What one has not heard of is built with a blockhash that is dead, in the next test too. */
const ALL = [one, other, world.post];

const makeWallet = () => makeSandboxWallet(world, { sol: '50', usdc: '100' });
const usdcOf = ({ address }: SandboxWallet) => ledger.tokens(address, DEPLOYMENT.usdcMint);
const readSignature = (signed: string) =>
  getBase58Decoder().decode(Buffer.from(signed, 'base64').subarray(1, 65));

async function build(
  post: Post,
  { address }: SandboxWallet,
  strategy = 'usdc-earn',
  amount = '2',
): Promise<Build> {
  const answer = await post('/stake', { strategy, wallet: address, amount });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const refresh = (post: Post, { transaction, service_token }: Build) =>
  post('/refresh', { transaction, service_token });

const postForm = (post: Post, { transaction, service_token }: Build, signed_tx: string) =>
  post('/broadcast', { signed_tx, service_token, built_transaction: transaction });

async function signAs(wallet: SandboxWallet, { transaction }: Build, as?: Habit): Promise<string> {
  // Else the newest blockhash may still be the one that was built with.
  if (as === 'restamp') world.sandbox.ledger.advanceSlots(3);
  return await wallet.sign(transaction, as);
}

/** Lets slots pass at once, and waits until all have heard of it. */
async function advance(slots: number, posts: readonly Post[]): Promise<void> {
  const { ledger: state } = world.sandbox;
  state.advanceSlots(slots);
  const newest = state.blocks.tip().height + 140n;
  const ask = { strategy: 'sol-native-stake', wallet: DEPLOYMENT.voteAccount, amount: '1' };
  for (const post of posts) {
    await until('it has heard of it', async () => {
      const { body } = await post('/stake', ask);
      return BigInt(body.expiry.lastValidBlockHeight) >= newest;
    });
  }
}

/** Refreshes until that is not too early. */
async function refreshOnceDead(posts: readonly Post[], built: Build): Promise<readonly Answer[]> {
  await advance(170, ALL);
  return await until('the build is dead', async () => {
    const answers = await Promise.all(posts.map((post) => refresh(post, built)));
    return answers.every(({ body }) => body.code !== 'REFRESH_TOO_EARLY') && answers;
  });
}

async function sendDirectly(signed: string): Promise<void> {
  const bytes = signed as Base64EncodedWireTransaction;
  await ledger.rpc.sendTransaction(bytes, { encoding: 'base64', skipPreflight: true }).send();
}

for (const [where, posts] of Object.entries(SERVICES)) {
  const [first, second] = posts;

  describe(`a build is refreshed once, ${where}`, () => {
    for (const strategy of ['usdc-earn', 'sol-liquid-stake', 'sol-leveraged-stake']) {
      test(`all that refresh it at once or later get one transaction: ${strategy}`, async () => {
        const wallet = await makeWallet();
        const built = await build(first, wallet, strategy);
        const many = Array.from({ length: 4 }, (_, i) => posts[i % 2] ?? first);
        const answers = [...(await refreshOnceDead(many, built)), await refresh(second, built)];
        for (const { status, text } of answers) assert.equal(status, 200, text);
        assert.equal(new Set(answers.map(({ body }) => body.transaction)).size, 1);
        assert.equal(new Set(answers.map(({ body }) => body.service_token)).size, 1);
        const orders = answers.map(({ body }) => JSON.stringify(body.router_order));
        assert.equal(new Set(orders).size, 1);
        for (const { body } of answers) assert.ok(body.expiry.validForSeconds >= 0);
      });
    }

    test('whoever signs all that refreshes gave pays once', async () => {
      const wallet = await makeWallet();
      const built = await build(first, wallet);
      const answers = await refreshOnceDead([first, second, first, second], built);
      for (const { body } of answers) await sendDirectly(await wallet.sign(body.transaction)).catch(() => 0);
      await until('it landed', async () => (await usdcOf(wallet)) < HELD);
      await advance(5, []);
      assert.equal(await usdcOf(wallet), HELD - DEPOSITED);
      const again = await refresh(second, built);
      assert.equal(again.body.transaction, answers[0]?.body.transaction);
      await advance(170, ALL);
      const late = await until('it is dead', async () => {
        const answer = await refresh(second, built);
        return answer.status !== 200 && answer.body.code !== 'REFRESH_TOO_EARLY' && answer;
      });
      assertProblem(late, { slug: 'forbidden', code: 'TRANSACTION_LANDED' });
    });

    test('of a chain of refreshes each gives the newest, and of the whole chain one lands', async () => {
      const wallet = await makeWallet();
      const builds = [await build(first, wallet)];
      for (const post of [second, first, second]) {
        const [answer] = await refreshOnceDead([post], builds.at(-1));
        assert.equal(answer?.status, 200, String(answer?.text));
        builds.push(answer?.body);
      }
      const newest = builds.at(-1);
      assert.equal(new Set(builds.map(({ transaction }) => transaction)).size, builds.length);
      for (const [i, older] of builds.slice(0, -1).entries()) {
        const { body } = await refresh(posts[i % 2] ?? first, older);
        assert.equal(body.transaction, newest.transaction);
      }
      const { service_token } = newest;
      const sent = await first('/broadcast', {
        signed_tx: await wallet.sign(newest.transaction),
        service_token,
      });
      assert.equal(sent.status, 200, sent.text);
      for (const older of builds.slice(0, -1)) {
        for (const as of [undefined, 'android', 'restamp'] as const) {
          const signed = await signAs(wallet, older, as);
          const refused = await postForm(second, older, signed);
          assertProblem(refused, {
            slug: 'forbidden',
            code: 'BUILD_REPLACED',
            detail: /same refresh gives it/,
          });
          assert.ok(['not_sent', 'unknown'].includes(refused.body.outcome), refused.text);
        }
      }
      await until('it landed', async () => (await usdcOf(wallet)) < HELD);
      assert.equal(await usdcOf(wallet), HELD - DEPOSITED);
    });

    test('one that was sent and expired is not called dead once it is replaced', async (t) => {
      const wallet = await makeWallet();
      const built = await build(first, wallet);
      const { service_token } = built;
      const body = { signed_tx: await wallet.sign(built.transaction), service_token };
      t.after(() => setLedgerFault(world, { mode: 'none' }));
      await setLedgerFault(world, { mode: '500', method: 'sendTransaction' });
      assertProblem(await first('/broadcast', body), { slug: 'upstream_error', outcome: 'unknown' });
      const [answer] = await refreshOnceDead([second], built);
      assert.equal(answer?.status, 200, String(answer?.text));
      await setLedgerFault(world, { mode: 'none' });
      const late = await first('/broadcast', body);
      assertProblem(late, { slug: 'forbidden', code: 'BUILD_REPLACED', outcome: 'unknown' });
      assert.equal(late.body.signature, readSignature(body.signed_tx));
    });
  });

  describe(`of each build one signed form is sent, ${where}`, () => {
    const HABITS = [undefined, 'phantom', 'android', 'restamp'] as const;
    for (const as of HABITS) {
      test(`after one as ${as ?? 'it was built'} every other is refused, and names the first`, async () => {
        const wallet = await makeWallet();
        const built = await build(first, wallet);
        const forms = await Promise.all(HABITS.map((habit) => signAs(wallet, built, habit)));
        const sent = forms[HABITS.indexOf(as)] ?? '';
        const answer = await postForm(first, built, sent);
        assert.equal(answer.status, 200, answer.text);
        const signature = readSignature(sent);
        for (const [i, form] of forms.filter((each) => each !== sent).entries()) {
          // Of a replica that stood still for seconds nobody knows what it has sent, until it has said that it lives.
          const refused = await until('it is told to the end', async () => {
            const said = await postForm(posts[i % 2] ?? first, built, form);
            return said.body.outcome !== 'unknown' && said;
          });
          assert.match(refused.body.code, /^OTHER_FORM_(SENT|LANDED)$/, refused.text);
          assertProblem(refused, {
            slug: 'forbidden',
            code: refused.body.code,
            outcome: 'not_sent',
            detail: new RegExp(signature),
          });
          const isLanded = refused.body.code === 'OTHER_FORM_LANDED';
          assert.deepEqual(refused.body.first, { signature, outcome: isLanded ? 'landed' : 'unknown' });
          assert.equal(refused.body.signature, readSignature(form));
        }
        assert.equal((await postForm(second, built, sent)).status, 200);
        await until('it landed', async () => (await usdcOf(wallet)) < HELD);
        await advance(5, []);
        assert.equal(await usdcOf(wallet), HELD - DEPOSITED);
      });
    }

    test('of many that come at once one lands', async () => {
      const wallet = await makeWallet();
      const built = await build(first, wallet);
      const forms: string[] = [];
      for (const as of [...HABITS, 'restamp', 'restamp'] as const)
        forms.push(await signAs(wallet, built, as));
      const answers = await Promise.all(forms.map((form, i) => postForm(posts[i % 2] ?? first, built, form)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const { status, body } of answers) {
        if (status !== 200) assert.match(body.code, /^OTHER_FORM_/);
      }
      await until('it landed', async () => (await usdcOf(wallet)) < HELD);
      await advance(5, []);
      assert.equal(await usdcOf(wallet), HELD - DEPOSITED);
    });

    test('another one is sent once the first is dead, and that one no more', async (t) => {
      const wallet = await makeWallet();
      const built = await build(first, wallet);
      t.after(() => setLedgerFault(world, { mode: 'none' }));
      await setLedgerFault(world, { mode: '500', method: 'sendTransaction' });
      const lost = await signAs(wallet, built, 'android');
      assertProblem(await postForm(first, built, lost), { slug: 'upstream_error', outcome: 'unknown' });
      assertProblem(await postForm(second, built, await signAs(wallet, built)), {
        slug: 'forbidden',
        code: 'OTHER_FORM_SENT',
        detail: /may still land/,
      });
      await advance(170, ALL);
      await setLedgerFault(world, { mode: 'none' });
      const renewed = await signAs(wallet, built, 'restamp');
      const answer = await until('the first is dead', async () => {
        const said = await postForm(second, built, renewed);
        return said.body.code !== 'OTHER_FORM_SENT' && said;
      });
      assert.equal(answer.status, 200, answer.text);
      await until('it landed', async () => (await usdcOf(wallet)) < HELD);
      assert.equal(await usdcOf(wallet), HELD - DEPOSITED);
      const late = await until('its block is there', async () => {
        const said = await postForm(first, built, lost);
        return said.body.code !== 'OTHER_FORM_SENT' && said;
      });
      assertProblem(late, {
        slug: 'forbidden',
        code: 'OTHER_FORM_LANDED',
        detail: new RegExp(readSignature(renewed)),
      });
    });

    for (const isOnLedger of [false, true]) {
      test(`another one is sent once the first ${isOnLedger ? 'failed' : 'was refused'}`, async () => {
        const wallet = await makeWallet();
        const [built, spent] = [
          await build(first, wallet, 'usdc-earn', '60'),
          await build(first, wallet, 'usdc-earn', '70'),
        ];
        const spending = await wallet.sign(spent.transaction);
        await sendDirectly(spending);
        // A node that has not seen it in a confirmed block would take what is to fail.
        assert.equal(await ledger.outcome(readSignature(spending)), null);
        const failing = await signAs(wallet, built, 'android');
        if (isOnLedger) await sendDirectly(failing);
        const refused = await until('the node has seen that', async () => {
          const said = await postForm(first, built, failing);
          return said.body.outcome === 'rejected' && said;
        });
        const code = isOnLedger ? 'LEDGER_EXECUTION_FAILED' : 'LEDGER_REJECTED';
        assertProblem(refused, { slug: 'upstream_error', code, outcome: 'rejected' });
        await fundUsdc(world, wallet, '100');
        const next = await signAs(wallet, built, 'restamp');
        const answer = await until('the node has seen that', async () => {
          const said = await postForm(second, built, next);
          return said.body.outcome !== 'rejected' && said;
        });
        assert.equal(answer.status, 200, answer.text);
        await until('it landed', async () => (await usdcOf(wallet)) === HELD - 30_000_000n);
      });
    }
  });
}
