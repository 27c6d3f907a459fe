import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createFundedWallet, startWorld } from '../world.ts';

/** What honest callers met while somebody attacked. */
export type AttackResult = {
  readonly stakes: number;
  readonly refused: readonly string[];
  /** 99th percentile of the time of an honest stake, milliseconds. */
  readonly p99: number;
};

type Post = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
type Target = { readonly url: string; readonly post: Post };

const ATTACKER = { 'x-forwarded-for': '198.51.100.66' };
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const LIQUID = { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1' };
const NATIVE = { ...LIQUID, strategy: 'sol-native-stake' };

/** Sends bytes on a socket of its own, and closes it after a while. */
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
const request = (method: string, path: string, headers = '') =>
  `${method} /api/v1${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ATTACKER['x-forwarded-for']}\r\n${headers}\r\n`;

/** One round of each attack. */
export const ATTACKS: Readonly<Record<string, (target: Target, round: number) => Promise<unknown>>> = {
  nobody: () => sleep(100),
  'a program as wallet': ({ post }) =>
    times(20, () => post('/stake', { ...LIQUID, wallet: PROGRAM }, ATTACKER)),
  '40 quotes at once': ({ post }) => times(40, () => post('/quote', LIQUID, ATTACKER)),
  '4.3 MB of pipelined reads': (target) => sendRaw(target, request('GET', '/strategies').repeat(50_000)),
  'pipelined builds': (target) => {
    const body = JSON.stringify(NATIVE);
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    return sendRaw(target, (request('POST', '/stake', headers) + body).repeat(5_000));
  },
  'a flood of keys': ({ post }, round) =>
    times(50, (i) => post('/stake', NATIVE, { ...ATTACKER, 'idempotency-key': `${round}-${i}` })),
  'half-open requests': (target) =>
    times(100, () =>
      sendRaw(target, request('POST', '/stake', 'Content-Length: 60000\r\n').slice(0, -2), 500),
    ),
  'bodies that drip': (target) =>
    times(100, () => sendRaw(target, `${request('POST', '/stake', 'Content-Length: 60000\r\n')}{`, 500)),
  'bodies of 64 KB': ({ post }) =>
    times(20, () => post('/stake', `{"a":[${'[],'.repeat(20_000)}[]]}`, ATTACKER)),
  'broadcasts of nothing': ({ post }) =>
    times(50, () => post('/broadcast', { signed_tx: 'AQ==', service_token: 'st1.a.b.c' }, ATTACKER)),
};

/** Attacks a service for some time while honest callers of other addresses stake, natively and through the router. */
export async function attackWhileStaking(name: string, seconds: number): Promise<AttackResult> {
  const stops: (() => Promise<void>)[] = [];
  const world = await startWorld(
    { after: (stop) => stops.push(stop) },
    { TRUST_PROXY: 'loopback', RATE_LIMITS: 'reads=1200' },
  );
  const wallet = await createFundedWallet(world, '100');
  const until = performance.now() + seconds * 1_000;
  const target = { url: world.service.url, post: world.post };
  const attack = async () => {
    for (let round = 0; performance.now() < until; round += 1) await ATTACKS[name]?.(target, round);
  };
  const durations: number[] = [];
  const refused: string[] = [];
  const stake = async (strategy: string, address: string) => {
    while (performance.now() < until) {
      const began = performance.now();
      const body = { strategy, wallet: wallet.address, amount: '2' };
      const { status, text } = await world.post('/stake', body, { 'x-forwarded-for': address });
      durations.push(performance.now() - began);
      if (status !== 200) refused.push(text);
      await sleep(150);
    }
  };
  await Promise.all([
    attack(),
    stake('sol-native-stake', '192.0.2.1'),
    stake('sol-liquid-stake', '192.0.2.2'),
    stake('sol-native-stake', '192.0.2.3'),
  ]);
  for (const stop of stops) await stop();
  durations.sort((a, b) => a - b);
  const p99 = durations[Math.min(durations.length - 1, Math.floor(durations.length * 0.99))] ?? 0;
  return { stakes: durations.length, refused, p99 };
}
