import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { send } from '../send.ts';

/** Who attacks what: the service without its base path, and the address that a trusted proxy would name. */
export type Target = { readonly url: string; readonly address: string };

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const LIQUID = { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1' };
const NATIVE = { ...LIQUID, strategy: 'sol-native-stake' };
/** 64 bytes of a signature that nobody has made. */
const SIGNATURE = '5'.repeat(87);

/** Sends bytes on a socket of its own, reads what comes back, and closes it after a while. */
async function sendRaw({ url }: Target, bytes: string, milliseconds = 200): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(bytes);
  await sleep(milliseconds);
  socket.destroy();
}

const times = (count: number, ask: (i: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, i) => ask(i)));

const JSON_BODY = { 'content-type': 'application/json' };
const post = ({ url, address }: Target, path: string, body: string | object, headers = {}) =>
  send('POST', `${url}/api/v1${path}`, body, { ...JSON_BODY, 'x-forwarded-for': address, ...headers });
const get = ({ url, address }: Target, path: string) =>
  send('GET', `${url}/api/v1${path}`, undefined, { 'x-forwarded-for': address });

const request = ({ address }: Target, method: string, path: string, headers = '') =>
  `${method} /api/v1${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${headers}\r\n`;
const build = (target: Target) => {
  const body = JSON.stringify(NATIVE);
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return request(target, 'POST', '/stake', headers) + body;
};
const halfOpen = (target: Target) => request(target, 'POST', '/stake', 'Content-Length: 60000\r\n');

/** One round of each attack. */
export const ATTACKS: Readonly<Record<string, (target: Target, round: number) => Promise<unknown>>> = {
  nobody: () => sleep(100),
  'a program as wallet': (target) => times(20, () => post(target, '/stake', { ...LIQUID, wallet: PROGRAM })),
  '40 quotes at once': (target) => times(40, () => post(target, '/quote', LIQUID)),
  '4.3 MB of pipelined reads': (target) =>
    sendRaw(target, request(target, 'GET', '/strategies').repeat(50_000)),
  'pipelined builds': (target) => sendRaw(target, build(target).repeat(5_000)),
  'builds, 30 ahead on each of 200 connections': (target) =>
    times(200, () => sendRaw(target, build(target).repeat(30), 500)),
  'what is free, on 200 connections': (target) =>
    times(200, () =>
      sendRaw(
        target,
        (request(target, 'GET', '/health') + request(target, 'OPTIONS', '/stake')).repeat(15),
        500,
      ),
    ),
  'a flood of keys': (target, round) =>
    times(50, (i) =>
      post(target, '/stake', NATIVE, { 'idempotency-key': `${target.address}-${round}-${i}` }),
    ),
  'half-open requests': (target) => times(100, () => sendRaw(target, halfOpen(target).slice(0, -2), 500)),
  'bodies that drip': (target) => times(100, () => sendRaw(target, `${halfOpen(target)}{`, 500)),
  'bodies of 64 KB': (target) => times(20, () => post(target, '/stake', `{"a":[${'[],'.repeat(20_000)}[]]}`)),
  'headers of 15 KB': (target) =>
    times(50, () => sendRaw(target, request(target, 'GET', '/strategies', 'a: b\r\n'.repeat(2_500)))),
  'broadcasts of nothing': (target) =>
    times(50, () => post(target, '/broadcast', { signed_tx: 'AQ==', service_token: 'st1.a.b.c' })),
  '300 who wait for a transaction': (target) =>
    times(300, () => sendRaw(target, request(target, 'GET', `/transactions/${SIGNATURE}?wait=30`), 1_000)),
  'positions of a wallet': (target) => times(40, () => get(target, `/wallets/${WALLET}/positions`)),
};

/** One round of each attack from many addresses. */
export const CROWDS: typeof ATTACKS = Object.fromEntries(
  [200, 2_000].map((count) => [
    `quotes of ${count} addresses`,
    ({ url }: Target) =>
      times(Math.max(1_000, count), (i) =>
        post({ url, address: `10.0.${Math.floor((i % count) / 250)}.${i % 250}` }, '/quote', LIQUID),
      ),
  ]),
);

/** One attack, for as long as honest callers stake. */
export type Order = { readonly name: string; readonly target: Target; readonly seconds: number };

parentPort?.on('message', async ({ name, target, seconds }: Order) => {
  // Honest callers begin with the attack, not while its code is still read.
  parentPort?.postMessage('begins');
  const until = performance.now() + seconds * 1_000;
  const attack = ATTACKS[name] ?? CROWDS[name];
  for (let round = 0; performance.now() < until; round += 1) await attack?.(target, round);
  parentPort?.postMessage('ended');
});
