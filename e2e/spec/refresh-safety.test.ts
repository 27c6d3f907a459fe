import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Base64EncodedWireTransaction, getBase58Decoder } from '@solana/kit';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startLyingNode } from '../lying-node.ts';
import { passSlots } from '../pass-slots.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, type DEPLOYMENT, send, setLedgerFault, startWorld } from '../world.ts';

/** Two replicas whose token keys are being exchanged, each on two nodes that may lie, and on one database. */
const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 40 });
const ledger = createLedgerClient(world);
const nodes = await Promise.all([0, 1].map(() => startLyingNode({ after }, world.sandbox.url)));
const keyOf = (kid: string, byte: number) => `${kid}:${Buffer.alloc(32, byte).toString('base64')}`;
const environment = {
  DATABASE_URL: await createSharedDatabase(),
  LEDGER_RPC_URLS: nodes.map(({ url }) => url).join(','),
  RATE_LIMITS: 'off',
};
const startWithKeys = (...keys: readonly string[]) =>
  startReplica({ after }, world.sandbox, { ...environment, SERVICE_TOKEN_KEYS: keys.join() });
const older = await startWithKeys(keyOf('old', 7), keyOf('new', 9));
const newer = await startWithKeys(keyOf('new', 9), keyOf('old', 7));

type Build = Answer['body'];

const postTo = ({ url }: { readonly url: string }, path: string, body: object, headers = {}) =>
  send('POST', `${url}/api/v1${path}`, JSON.stringify(body), {
    'content-type': 'application/json',
    ...headers,
  });
const refreshAt = (replica: typeof newer, { transaction, service_token }: Build, headers = {}) =>
  postTo(replica, '/refresh', { transaction, service_token }, headers);

async function buildAt(replica: typeof older, body: object, path = '/stake'): Promise<Build> {
  const answer = await postTo(replica, path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Asks both replicas again and again until a refresh is no longer too early; they agree on everything else. */
async function refreshOnceDead(built: Build): Promise<Answer> {
  return await until('the build is dead', async () => {
    for (const replica of [older, newer]) {
      const answer = await refreshAt(replica, built);
      if (answer.body.code !== 'REFRESH_TOO_EARLY') return answer;
    }
    return undefined;
  });
}

function tellBoth(lie: Parameters<(typeof nodes)[number]['tell']>[0]): void {
  for (const node of nodes) node.tell(lie);
}

async function untilConfirmed(signature: string): Promise<void> {
  type Signatures = Parameters<typeof ledger.rpc.getSignatureStatuses>[0];
  await until('its block is confirmed', async () => {
    const { value } = await ledger.rpc.getSignatureStatuses([signature] as unknown as Signatures).send();
    return ['confirmed', 'finalized'].includes(String(value[0]?.confirmationStatus));
  });
}

const signatureOf = (signed: string) =>
  getBase58Decoder().decode(Buffer.from(signed, 'base64').subarray(1, 65));

async function sendDirectly(signed: string): Promise<string> {
  return await ledger.rpc
    .sendTransaction(signed as Base64EncodedWireTransaction, { encoding: 'base64', skipPreflight: true })
    .send();
}

const LIQUID = { strategy: 'sol-liquid-stake', amount: '2' };
const NATIVE = { strategy: 'sol-native-stake', amount: '2' };
const makeWallet = () => makeSandboxWallet(world, { sol: '50', usdc: '100' });

describe('keys that are being exchanged', () => {
  test('a native stake keeps its account on both replicas, and one of the four lands', async () => {
    const wallet = await makeWallet();
    const first = await buildAt(older, { ...NATIVE, wallet: wallet.address });
    const builds = [first];
    for (const replica of [newer, older, newer]) {
      await passSlots(world, 170, [older, newer]);
      const answer = await refreshAt(replica, builds.at(-1));
      assert.equal(answer.status, 200, answer.text);
      builds.push(answer.body);
    }
    assert.deepEqual(new Set(builds.map(({ stakeAccount }) => stakeAccount)).size, 1);
    for (const { transaction } of builds) {
      await sendDirectly(await wallet.sign(transaction)).catch(() => undefined);
    }
    await passSlots(world, 3, [older, newer]);
    assert.ok((await ledger.balance(wallet.address)) > 47_900_000_000n);
  });

  test('a key that is retired makes nothing anew, and no other account', async (t) => {
    const wallet = await makeWallet();
    const first = await buildAt(older, { ...NATIVE, wallet: wallet.address });
    const last = await startReplica(t, world.sandbox, {
      ...environment,
      SERVICE_TOKEN_KEYS: keyOf('new', 9),
    });
    const expected = { slug: 'forbidden', code: 'TOKEN_KEY_UNKNOWN' } as const;
    assertProblem(await refreshAt(last, first), expected);
    // Its token is of a key in use, its account of the retired one.
    await passSlots(world, 170, [older, newer]);
    const second = (await refreshAt(newer, first)).body;
    await passSlots(world, 170, [older, newer]);
    assertProblem(await refreshAt(last, second), expected);
  });

  test('one Idempotency-Key is one refresh on both, and nothing that others wrote', async () => {
    const wallet = await makeWallet();
    const first = await buildAt(older, { ...NATIVE, wallet: wallet.address });
    const key = { 'idempotency-key': `both-${wallet.address}` };
    await passSlots(world, 170, [older, newer]);
    const [one, other] = [await refreshAt(older, first, key), await refreshAt(newer, first, key)];
    assert.equal(one.status, 200, one.text);
    assert.equal(other.text, one.text);
    assert.equal(other.headers['idempotent-replayed'], 'true');
  });
});

describe('what the wallet edited', () => {
  for (const as of ['phantom', 'android', 'restamp'] as const) {
    test(`landed as ${as} signs it: no second one, by whatever way it went`, async () => {
      for (const isDirect of [false, true]) {
        const wallet = await makeWallet();
        const built = await buildAt(older, {
          strategy: 'usdc-earn',
          wallet: wallet.address,
          amount: '10',
        });
        await passSlots(world, 3, [older, newer]);
        const signed_tx = await wallet.sign(built.transaction, as);
        const { service_token, transaction: built_transaction } = built;
        if (isDirect) await sendDirectly(signed_tx);
        else {
          const sent = await postTo(older, '/broadcast', { signed_tx, service_token, built_transaction });
          assert.equal(sent.status, 200, sent.text);
        }
        await untilConfirmed(signatureOf(signed_tx));
        for (const replica of [older, newer]) {
          assertProblem(await refreshAt(replica, built), {
            slug: 'forbidden',
            code: 'TRANSACTION_LANDED',
            detail: new RegExp(signatureOf(signed_tx)),
          });
        }
        assertProblem(await refreshOnceDead(built), { slug: 'forbidden', code: 'TRANSACTION_LANDED' });
      }
    });
  }

  test('and signed with another blockhash is waited for on every replica', async () => {
    const wallet = await makeWallet();
    const built = await buildAt(older, { strategy: 'usdc-earn', wallet: wallet.address, amount: '11' });
    await passSlots(world, 120, [older, newer]);
    const signed_tx = await wallet.sign(built.transaction, 'restamp');
    // No node takes it, so that only the outbox knows of it.
    await setLedgerFault(world, { mode: '500', method: 'sendTransaction' });
    const { service_token, transaction: built_transaction } = built;
    const sent = await postTo(older, '/broadcast', { signed_tx, service_token, built_transaction });
    assert.equal(sent.body.outcome, 'unknown', sent.text);
    assertProblem(await refreshAt(newer, built), { slug: 'forbidden', code: 'REFRESH_TOO_EARLY' });
    await setLedgerFault(world, { mode: 'none' });
    // The resender brings it to the ledger, or it dies: either way one at most lands.
    const last = await refreshOnceDead(built);
    const height = (await ledger.rpc.getBlockHeight({ commitment: 'confirmed' }).send()) - 10n;
    if (last.status === 200) assert.ok(height > BigInt(built.expiry.lastValidBlockHeight) + 100n);
    else assertProblem(last, { slug: 'forbidden', code: 'TRANSACTION_LANDED' });
  });

  test('in limit and price at once cannot be told from another build that does the same', async () => {
    const wallet = await makeWallet();
    const body = { strategy: 'usdc-earn', wallet: wallet.address, amount: '12' };
    const [built, other] = [await buildAt(older, body), await buildAt(newer, body)];
    const signature = await sendDirectly(await wallet.sign(other.transaction));
    await untilConfirmed(signature);
    const answer = await refreshOnceDead(built);
    assertProblem(answer, {
      slug: 'forbidden',
      code: 'EQUAL_TRANSACTION_LANDED',
      detail: new RegExp(signature),
    });
  });
});

describe('what is sent along', () => {
  test('a signature that is none of the wallet proves nothing', async () => {
    const wallet = await makeWallet();
    const built = await buildAt(older, { ...LIQUID, wallet: wallet.address });
    await untilConfirmed(await sendDirectly(await wallet.sign(built.transaction)));
    const bytes = Buffer.from(built.transaction, 'base64');
    for (const filled of [Buffer.alloc(64, 1), Buffer.alloc(64, 255)]) {
      filled.copy(bytes, 1);
      const answer = await refreshOnceDead({ ...built, transaction: bytes.toString('base64') });
      assertProblem(answer, { slug: 'forbidden', code: 'TRANSACTION_LANDED' });
    }
  });

  test('nor does that of another transaction, which failed', async () => {
    const wallet = await makeWallet();
    const poor = await makeSandboxWallet(world, { sol: '50', usdc: '1' });
    const failing = await buildAt(older, { strategy: 'usdc-earn', wallet: poor.address, amount: '1' });
    const signedFailing = await poor.sign(failing.transaction);
    const spent = await buildAt(newer, { strategy: 'usdc-earn', wallet: poor.address, amount: '1' });
    await untilConfirmed(await sendDirectly(await poor.sign(spent.transaction)));
    await untilConfirmed(await sendDirectly(signedFailing));
    assert.notEqual(await ledger.outcome(signatureOf(signedFailing)), null);
    const built = await buildAt(older, { ...LIQUID, wallet: wallet.address });
    await untilConfirmed(await sendDirectly(await wallet.sign(built.transaction)));
    const bytes = Buffer.from(built.transaction, 'base64');
    Buffer.from(signedFailing, 'base64').copy(bytes, 1, 1, 65);
    const answer = await refreshOnceDead({ ...built, transaction: bytes.toString('base64') });
    assertProblem(answer, { slug: 'forbidden', code: 'TRANSACTION_LANDED' });
  });
});

describe('nodes that lie or lag', () => {
  const landedLies = {
    'lists nothing': (answer: { method: string; result: unknown }) => {
      if (answer.method === 'getSignaturesForAddress') answer.result = [];
    },
    'shows nothing of what it lists': (answer: { method: string; result: unknown }) => {
      if (answer.method === 'getTransaction') answer.result = null;
    },
    'is further on than the ledger': (answer: { method: string; result: { blockHeight?: number } }) => {
      if (answer.method === 'getEpochInfo') answer.result.blockHeight = 1_000_000;
    },
  };
  for (const [name, lie] of Object.entries(landedLies)) {
    test(`one that ${name} brings no second one`, async (t) => {
      t.after(() => tellBoth(undefined));
      const wallet = await makeWallet();
      const built = await buildAt(older, { ...LIQUID, wallet: wallet.address });
      await untilConfirmed(await sendDirectly(await wallet.sign(built.transaction)));
      nodes[0]?.tell(lie);
      for (let tries = 0; tries < 3; tries += 1) {
        for (const replica of [older, newer]) {
          const { status, body } = await refreshAt(replica, built);
          assert.notEqual(status, 200);
          assert.ok(['TRANSACTION_LANDED', 'LEDGER_UNAVAILABLE'].includes(body.code), body.code);
        }
      }
      await passSlots(world, 200, [older, newer]);
      const dead = await refreshOnceDead(built);
      assert.ok(['TRANSACTION_LANDED', 'LEDGER_UNAVAILABLE'].includes(dead.body.code), dead.text);
    });

    test(`one that ${name} lets none be replaced that can still land`, async (t) => {
      t.after(() => tellBoth(undefined));
      const wallet = await makeWallet();
      // Once its funds are confirmed, there is a transaction that a node can list and not show: it has no say then.
      await until('the wallet has a history', async () => {
        const address = wallet.address as typeof DEPLOYMENT.rasolMint;
        const listed = ledger.rpc.getSignaturesForAddress(address, { commitment: 'confirmed' });
        return (await listed.send()).length > 0;
      });
      const built = await buildAt(older, { ...LIQUID, wallet: wallet.address, amount: '3' });
      nodes[0]?.tell(lie);
      const isMute = lie === landedLies['shows nothing of what it lists'];
      const mute = { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' } as const;
      const early = { slug: 'forbidden', code: 'REFRESH_TOO_EARLY' } as const;
      for (const replica of [older, newer]) {
        assertProblem(await refreshAt(replica, built), isMute ? mute : early);
      }
    });
  }

  test('when both list and show nothing yet, it is not called absent', async (t) => {
    t.after(() => tellBoth(undefined));
    const wallet = await makeWallet();
    const built = await buildAt(older, { ...LIQUID, wallet: wallet.address });
    await untilConfirmed(await sendDirectly(await wallet.sign(built.transaction)));
    await passSlots(world, 200, [older, newer]);
    tellBoth(landedLies['shows nothing of what it lists']);
    assertProblem(await refreshAt(newer, built), { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
  });
});
