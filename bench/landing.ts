import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signBuild } from '../e2e/land-build.ts';
import { readSignature } from '../e2e/ledger-client.ts';
import { listen } from '../e2e/listen.ts';
import { send } from '../e2e/send.ts';
import { createWallet, sandboxEnvironment } from '../packages/dev/src/index.ts';
import { MAIN, startPinned, withService } from './pinned-process.ts';
import { createCall } from './prepare-requests.ts';
import { formatSection } from './report.ts';

/*
 * `node bench/landing.ts [MAIN …]` measures how transactions land while most senders fail, and how soon a caller who waits
 * hears of a confirmation: of this checkout, and of others whose entry files are named.
 */

const BROADCASTS = 20;
const BROADCAST_EVERY_MILLISECONDS = 400;
/** Callers who wait one after the other on a ledger without faults. */
const WAITERS = 15;
const WAIT_SECONDS = 30;
const POLL_MILLISECONDS = 10;
/** Sends a second that the node takes; it answers 429 to the others. */
const QUOTA = 10;
/** The node loses all sends but each third, and says that it has them. */
const KEPT_OF = 3;

type Signed = { readonly body: object; readonly signature: string };
type RpcCall = { readonly id: unknown; readonly method: string };

const rows: string[][] = [];
for (const main of [MAIN, ...process.argv.slice(2)]) rows.push(await measure(main));
const headings = ['landing', 'landed', 'sends each', 's to land p50', 'p99', 'delay ms median', 'most'];
process.stdout.write(`${formatSection({ id: 'landing', headings, rows, ratios: [] })}\n`);
process.exit(0);

async function measure(main: string): Promise<string[]> {
  const sandbox = await startPinned('servers/sandbox.ts', 1);
  const url = String(sandbox.ready);
  const senders = await startSenders(url);
  try {
    const seconds = await withService(
      main,
      { ...sandboxEnvironment({ url }), ...senders.variables },
      ({ base }) => measureLanding(url, base),
    );
    const delays = await withService(main, sandboxEnvironment({ url }), ({ base }) =>
      measureDelays(url, base),
    );
    return [
      main === MAIN ? 'this checkout' : main,
      `${seconds.length} of ${BROADCASTS}`,
      (senders.count() / BROADCASTS).toFixed(1),
      pick(seconds, 0.5).toFixed(1),
      pick(seconds, 0.99).toFixed(1),
      pick(delays, 0.5).toFixed(0),
      pick(delays, 1).toFixed(0),
    ];
  } finally {
    await senders.close();
    sandbox.stop();
  }
}

/** Starts a node over the sandbox that loses sends, a send-only endpoint that refuses all, and one that stalls. */
async function startSenders(sandboxUrl: string) {
  let sends = 0;
  let taken = 0;
  let second = { startedAt: 0, sends: 0 };
  const count = ({ method }: RpcCall) => {
    if (method === 'sendTransaction') sends += 1;
    return method === 'sendTransaction';
  };
  const stops: (() => Promise<void>)[] = [];
  const start = (handle: (call: RpcCall, text: string, response: ServerResponse) => unknown) => {
    const server = createServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString();
      await handle(JSON.parse(text), text, response);
    });
    return listen({ after: (stop) => void stops.push(stop) }, server);
  };
  const node = await start(async (call, text, response) => {
    if (count(call)) {
      const now = performance.now();
      if (now - second.startedAt > 1_000) second = { startedAt: now, sends: 0 };
      second.sends += 1;
      if (second.sends > QUOTA) return response.writeHead(429).end();
      taken += 1;
      if (taken % KEPT_OF !== 0) return reply(response, { id: call.id, result: '1'.repeat(64) });
    }
    const answer = await send('POST', sandboxUrl, text, { 'content-type': 'application/json' });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  const refusing = await start((call, _, response) => {
    count(call);
    reply(response, { id: call.id, error: { code: -32_003, message: 'Transaction refused' } });
  });
  const stalling = await start((call, _, response) => {
    if (count(call)) return;
    reply(response, { id: call.id, error: { code: -32_601, message: 'Method not found' } });
  });
  return {
    variables: { LEDGER_RPC_URLS: node, LEDGER_SEND_URLS: `${refusing},${stalling}` },
    count: () => sends,
    close: async () => {
      for (const stop of stops) await stop();
    },
  };
}

function reply(response: ServerResponse, members: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', ...members }));
}

/** Returns the seconds from broadcast to the answer `landed`, of those that land. */
async function measureLanding(sandboxUrl: string, base: string): Promise<number[]> {
  const seconds: number[] = [];
  const land = async () => {
    const { body, signature } = await signStake(sandboxUrl, base);
    const startedAt = performance.now();
    // An answer that is no 200 may leave the outcome open: the ledger says whether it lands.
    await send('POST', `${base}/broadcast`, body);
    if (await hasLanded(base, signature)) seconds.push((performance.now() - startedAt) / 1_000);
  };
  const landings: Promise<void>[] = [];
  for (let i = 0; i < BROADCASTS; i += 1) {
    landings.push(land());
    await sleep(BROADCAST_EVERY_MILLISECONDS);
  }
  await Promise.all(landings);
  return seconds;
}

/** Returns the milliseconds by which callers hear of a confirmation later than the sandbox shows it. */
async function measureDelays(sandboxUrl: string, base: string): Promise<number[]> {
  const delays: number[] = [];
  for (let i = 0; i < WAITERS; i += 1) {
    const { body, signature } = await signStake(sandboxUrl, base);
    await createCall(base)('POST', '/broadcast', body);
    const [confirmedAt, heardAt] = await Promise.all([
      untilConfirmed(sandboxUrl, signature),
      hasLanded(base, signature).then(() => performance.now()),
    ]);
    delays.push(heardAt - confirmedAt);
  }
  return delays;
}

/** Builds and signs a native stake of a new wallet. */
async function signStake(sandboxUrl: string, base: string): Promise<Signed> {
  const wallet = await createWallet();
  await createCall(`${sandboxUrl}/sandbox`)('POST', '/fund', { wallet: wallet.address, sol: '10' });
  const order = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
  const body = await signBuild(wallet, await createCall(base)('POST', '/stake', order));
  return { body, signature: readSignature(body.signed_tx) };
}

async function hasLanded(base: string, signature: string): Promise<boolean> {
  const { status } = await createCall(base)('GET', `/transactions/${signature}?wait=${WAIT_SECONDS}`);
  return status === 'landed';
}

async function untilConfirmed(sandboxUrl: string, signature: string): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'getSignatureStatuses', params: [[signature]] };
  const until = performance.now() + WAIT_SECONDS * 1_000;
  while (performance.now() < until) {
    const { body } = await send('POST', sandboxUrl, call);
    if (['confirmed', 'finalized'].includes(body.result.value[0]?.confirmationStatus))
      return performance.now();
    await sleep(POLL_MILLISECONDS);
  }
  throw new Error('A broadcast was not confirmed on a ledger without faults.');
}

/** Returns the value below which a share of the values lies. */
function pick(values: readonly number[], share: number): number {
  const index = Math.min(values.length - 1, Math.floor(values.length * share));
  return values.toSorted((a, b) => a - b)[index] ?? Number.NaN;
}
