import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { assertProblem } from '../assert-answer.ts';
import { createLedgerClient, readSignature } from '../ledger-client.ts';
import { passSlots } from '../pass-slots.ts';
import { startReplica } from '../replica.ts';
import { type Habit, makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, createFundedWallet, DEPLOYMENT, send, setLedgerFault, startWorld } from '../world.ts';

/*
 * The service end to end: one flow of each rule on two replicas. What the rules are in all histories is tested by
 * packages/api/src/sending and judged by the simulation.
 */

/** Two replicas on one PostgreSQL, whose token keys are being exchanged. */
const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 200 });
const ledger = createLedgerClient(world);
const keyOf = (kid: string, byte: number) => `${kid}:${Buffer.alloc(32, byte).toString('base64')}`;
const environment = { DATABASE_URL: await createSharedDatabase(), RATE_LIMITS: 'off' };
const startWithKeys = (...keys: readonly string[]) =>
  startReplica({ after }, world.sandbox, { ...environment, SERVICE_TOKEN_KEYS: keys.join() });
const older = await startWithKeys(keyOf('old', 7), keyOf('new', 9));
const newer = await startWithKeys(keyOf('new', 9), keyOf('old', 7));
const both = [older, newer];

type Replica = { readonly url: string };
type Build = Answer['body'];

const HELD = 100_000_000n;
const DEPOSITED = 2_000_000n;
const HABITS = [undefined, 'phantom', 'android', 'restamp'] as const;

const postTo = ({ url }: Replica, path: string, body: object, headers = {}) =>
  send('POST', `${url}/api/v1${path}`, JSON.stringify(body), {
    'content-type': 'application/json',
    ...headers,
  });
const refreshAt = (replica: Replica, { transaction, service_token }: Build, headers = {}) =>
  postTo(replica, '/refresh', { transaction, service_token }, headers);
const postForm = (replica: Replica, { transaction, service_token }: Build, signed_tx: string) =>
  postTo(replica, '/broadcast', { signed_tx, service_token, built_transaction: transaction });

const makeWallet = () => makeSandboxWallet(world, { sol: '50', usdc: '100' });
const usdcOf = ({ address }: SandboxWallet) => ledger.tokens(address, DEPLOYMENT.usdcMint);

async function build({ address }: SandboxWallet, strategy = 'usdc-earn', replica = older): Promise<Build> {
  const answer = await postTo(replica, '/stake', { strategy, wallet: address, amount: '2' });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function signAs(wallet: SandboxWallet, { transaction }: Build, as?: Habit): Promise<string> {
  // Else the newest blockhash may still be the one that was built with.
  if (as === 'restamp') await passSlots(world, 3, both);
  return await wallet.sign(transaction, as);
}

/** Edits the bid for priority, micro-lamports per compute unit. */
function bidFor(transaction: string, price: bigint): string {
  const bytes = Buffer.from(transaction, 'base64');
  // SetComputeUnitPrice: nine bytes of data, tag 3.
  const at = bytes.indexOf(Buffer.of(9, 3), 65);
  assert.ok(at > 0);
  bytes.writeBigUInt64LE(price, at + 2);
  return bytes.toString('base64');
}

describe('a build is refreshed once', () => {
  test('all that refresh it at once or later get one transaction, with one order of the router', async () => {
    const built = await build(await makeWallet(), 'sol-liquid-stake');
    assertProblem(await refreshAt(older, built), { slug: 'forbidden', code: 'REFRESH_TOO_EARLY' });
    await passSlots(world, 170, both);
    const answers = await until('the build is dead', async () => {
      const all = await Promise.all([older, newer, older, newer].map((each) => refreshAt(each, built)));
      return all.every(({ status }) => status === 200) && all;
    });
    answers.push(await refreshAt(newer, built));
    assert.equal(new Set(answers.map(({ body }) => body.transaction)).size, 1);
    assert.equal(new Set(answers.map(({ body }) => body.service_token)).size, 1);
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.router_order))).size, 1);
  });

  test('a native stake keeps its account while keys are exchanged, and of the chain one lands', async () => {
    const wallet = await makeWallet();
    const builds = [await build(wallet, 'sol-native-stake')];
    for (const replica of [newer, older, newer]) {
      await passSlots(world, 170, both);
      const answer = await refreshAt(replica, builds.at(-1));
      assert.equal(answer.status, 200, answer.text);
      builds.push(answer.body);
    }
    assert.equal(new Set(builds.map(({ stakeAccount }) => stakeAccount)).size, 1);
    // An older one is followed to the newest.
    assert.equal((await refreshAt(older, builds[0])).body.transaction, builds.at(-1).transaction);
    const refused = await postForm(older, builds[0], await wallet.sign(builds[0].transaction));
    assertProblem(refused, { slug: 'forbidden', code: 'BUILD_REPLACED', detail: /same refresh gives it/ });
    for (const { transaction } of builds)
      await ledger.send(await wallet.sign(transaction)).catch(() => undefined);
    await passSlots(world, 3, both);
    assert.ok((await ledger.balance(wallet.address)) > 47_900_000_000n);
  });

  test('a key that is retired makes nothing anew, and no other account', async (t) => {
    const built = await build(await makeWallet(), 'sol-native-stake');
    const last = await startReplica(t, world.sandbox, {
      ...environment,
      SERVICE_TOKEN_KEYS: keyOf('new', 9),
    });
    const expected = { slug: 'forbidden', code: 'TOKEN_KEY_UNKNOWN' } as const;
    assertProblem(await refreshAt(last, built), expected);
    // Its token is of a key in use, its account of the retired one.
    await passSlots(world, 170, both);
    const second = (await refreshAt(newer, built)).body;
    await passSlots(world, 170, both);
    assertProblem(await refreshAt(last, second), expected);
  });
});

describe('of each build one signed form is sent', () => {
  test('after one every other is refused, and names the first', async () => {
    const wallet = await makeWallet();
    const built = await build(wallet);
    const forms = [];
    for (const habit of HABITS) forms.push(await signAs(wallet, built, habit));
    const [sent = '', ...others] = forms.toReversed();
    assert.equal((await postForm(older, built, sent)).status, 200);
    const signature = readSignature(sent);
    for (const [i, form] of others.entries()) {
      const refused = await postForm(both[i % 2] ?? older, built, form);
      assertProblem(refused, {
        slug: 'forbidden',
        code: refused.body.code,
        outcome: 'not_sent',
        detail: new RegExp(signature),
      });
      const outcomes: Record<string, string> = { OTHER_FORM_SENT: 'unknown', OTHER_FORM_LANDED: 'landed' };
      assert.deepEqual(refused.body.first, { signature, outcome: outcomes[refused.body.code] });
      assert.equal(refused.body.signature, readSignature(form));
    }
    assert.equal((await postForm(newer, built, sent)).status, 200);
    await until('it landed', async () => (await usdcOf(wallet)) < HELD);
    await passSlots(world, 3, both);
    assert.equal(await usdcOf(wallet), HELD - DEPOSITED);
    assertProblem(await refreshAt(newer, built), { slug: 'forbidden', code: 'TRANSACTION_LANDED' });
  });

  test('of fifty that come at once one lands, and each other is told of it', async () => {
    const wallet = await createFundedWallet(world, '50');
    const answer = await postTo(older, '/stake', {
      strategy: 'sol-leveraged-stake',
      wallet: wallet.address,
      amount: '2',
    });
    assert.equal(answer.status, 200, answer.text);
    const built: Build = answer.body;
    const forms = await Promise.all(
      Array.from({ length: 50 }, (_, i) => wallet.sign(bidFor(built.transaction, BigInt(1_000 + i)))),
    );
    const answers = await Promise.all(forms.map((form, i) => postForm(both[i % 2] ?? older, built, form)));
    const [sent, ...more] = answers.filter(({ status }) => status === 200);
    assert.deepEqual([sent?.status, more.length], [200, 0]);
    for (const { status, body } of answers) {
      if (status === 200) continue;
      assert.match(body.code, /^OTHER_FORM_(SENT|LANDED)$/);
      assert.deepEqual([body.outcome, body.first.signature], ['not_sent', sent?.body.signature]);
    }
    await until('it landed', async () => (await ledger.balance(wallet.address)) < 48_000_000_000n);
    await passSlots(world, 3, both);
    assert.ok((await ledger.balance(wallet.address)) > 47_900_000_000n);
  });

  test('one that died is not called dead beside an edit that landed past the service', async (t) => {
    const wallet = await makeWallet();
    const built = await build(wallet);
    const signed = await wallet.sign(built.transaction);
    const edited = await signAs(wallet, built, 'restamp');
    await ledger.send(edited);
    assert.equal(await ledger.outcome(readSignature(edited)), null);
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    await setLedgerFault(world, { mode: '500', method: 'sendTransaction' });
    // Refused by every node, or by the edit, where that is confirmed by then: neither says what became of these bytes.
    const first = await postForm(older, built, signed);
    assert.deepEqual([first.status === 200, first.body.outcome], [false, 'unknown'], first.text);
    await passSlots(world, 200, both);
    await setLedgerFault(world, { mode: 'none' });
    const told = await until('its end is known', async () => {
      const answer = await postForm(newer, built, signed);
      return answer.body.code !== 'OUTCOME_UNKNOWN' && answer;
    });
    assertProblem(told, {
      slug: 'forbidden',
      code: 'OTHER_FORM_LANDED',
      detail: new RegExp(readSignature(edited)),
    });
    assert.notEqual(told.body.outcome, 'expired');
    const query = `lastValidBlockHeight=${built.expiry.lastValidBlockHeight}`;
    const { body } = await send('GET', `${older.url}/api/v1/transactions/${readSignature(signed)}?${query}`);
    assert.deepEqual(
      [body.status, body.isFinal, body.otherForm],
      ['unknown', false, { signature: readSignature(edited), outcome: 'landed' }],
    );
  });
});
