import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, describe, type TestContext, test } from 'node:test';
import { getBase58Decoder } from '@solana/kit';
import { startSandbox } from '@staking-agent/sandbox';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createFundedWallet, DEPLOYMENT, send } from '../world.ts';

const from = (address: string) => ({ 'x-forwarded-for': address });
const drawSignature = () => getBase58Decoder().decode(randomBytes(64));

/** The ledger of both tests. */
const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
after(async () => void (await sandbox.close()));

async function setUp(t: TestContext) {
  const node = await startLyingNode(t, sandbox.url);
  const environment = { LEDGER_RPC_URLS: node.url, TRUST_PROXY: 'loopback', RATE_LIMITS: 'off' };
  const { url } = await startReplica(t, sandbox, environment);
  const base = `${url}/api/v1`;
  const get = (path: string, headers: Record<string, string>) =>
    send('GET', `${base}${path}`, undefined, headers);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send('POST', `${base}${path}`, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const wallet = await createFundedWallet({ sandbox }, '5');
  const built = await post('/stake', {
    strategy: 'sol-native-stake',
    wallet: wallet.address,
    amount: '1',
  });
  const { transaction, service_token } = built.body;
  const signed_tx = await wallet.sign(transaction);
  const signature = getBase58Decoder().decode(Buffer.from(signed_tx, 'base64').subarray(1, 65));
  return { node, url, get, post, body: { signed_tx, service_token }, signature };
}

describe('callers who ask what became of transactions', () => {
  test('ask a node a bounded number of times, however many they are, and hold up no broadcast', async (t) => {
    const { node, get, post, body } = await setUp(t);
    let isOver = false;
    let asked = 0;
    const before = node.counts.get('getSignatureStatuses') ?? 0;
    const askOn = async (address: string) => {
      while (!isOver) {
        const { status } = await get(`/transactions/${drawSignature()}`, from(address));
        assert.equal(status, 200);
        asked += 1;
      }
    };
    const callers = Array.from({ length: 120 }, (_, i) => askOn(`198.51.100.${(i % 6) + 1}`));
    await until('many have asked', () => asked > 600);
    assertOk(await post('/broadcast', body, from('192.0.2.1')), BroadcastAnswer);
    isOver = true;
    await Promise.all(callers);
    const calls = (node.counts.get('getSignatureStatuses') ?? 0) - before;
    assert.ok(calls < asked / 4, `${calls} calls for ${asked} callers`);
  });

  test('cannot take the places of all who wait', async (t) => {
    const { url, get, post, body, signature } = await setUp(t);
    const { hostname, port } = new URL(url);
    let answered = 0;
    const greedy = Array.from({ length: 300 }, () => {
      const socket = connect(Number(port), hostname);
      socket.once('data', () => {
        answered += 1;
      });
      const path = `/api/v1/transactions/${drawSignature()}?wait=30`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.66\r\n\r\n`);
      return socket;
    });
    // Who finds no place is answered at once, the others in half a minute.
    await until('the rest of them is answered', () => answered >= 300 - 32);
    const waiting = get(`/transactions/${signature}?wait=30`, from('192.0.2.1'));
    assertOk(await post('/broadcast', body, from('192.0.2.1')), BroadcastAnswer);
    const { status, body: told } = await waiting;
    assert.deepEqual([status, told.status], [200, 'landed']);
    for (const socket of greedy) socket.destroy();
  });
});
