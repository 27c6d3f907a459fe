import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { sandboxEnvironment } from '@staking-agent/dev';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { askTarget } from '../ask-target.ts';
import { listen } from '../listen.ts';
import { createLines, startReplica } from '../replica.ts';
import { type Cleanup, createFundedWallet, DEPLOYMENT, send } from '../world.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const LATER = `01-${TRACE}-${PARENT}-01-what-comes-later`;

test('a trace is passed on and named in the log, and a malformed one is ignored', async (t) => {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const wallet = await createFundedWallet({ sandbox }, '10');
  const witness = await startWitness(t, sandbox);
  const { lines, parts } = createLines();
  const environment = { ...sandboxEnvironment({ url: witness.url }), LOG_LEVEL: 'info' };
  const service = await startReplica(t, sandbox, environment, parts);
  const body = JSON.stringify({ strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '1' });
  /** Traces that upstreams are told for one request, and that of its line. */
  const ask = async (traceparent?: string) => {
    const before = witness.seen.length;
    const built = await send('POST', `${service.url}/api/v1/stake`, body, {
      'content-type': 'application/json',
      ...(traceparent !== undefined && { traceparent }),
    });
    assert.equal(built.status, 200, built.text);
    const told = new Set(witness.seen.slice(before).flatMap((one) => one.traceparent ?? []));
    const logged = lines
      .map((line) => JSON.parse(line))
      .find(({ requestId }) => requestId === built.headers['x-request-id']);
    return { told: [...told], logged: [logged?.trace_id, logged?.span_id] };
  };
  assert.deepEqual(await ask(TRACEPARENT), { told: [TRACEPARENT], logged: [TRACE, PARENT] });
  assert.deepEqual(await ask(LATER), { told: [TRACEPARENT], logged: [TRACE, PARENT] });
  for (const malformed of [
    undefined,
    'canary',
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}-01, ${TRACEPARENT}`,
    `00-${TRACE}-${PARENT}-0g`,
    `${TRACEPARENT}${'-'.repeat(600)}`,
  ]) {
    assert.deepEqual(await ask(malformed), { told: [], logged: [undefined, undefined] }, String(malformed));
  }
});

/** Stands in front of the sandbox, and sees what the service sends its upstreams. */
async function startWitness(t: Cleanup, sandbox: Pick<Sandbox, 'url'>) {
  const seen: { readonly path: string; readonly traceparent: string | undefined }[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url = '', headers } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const traceparent = headers['traceparent']?.toString();
    const name = method === 'POST' && url === '/' ? JSON.parse(body.toString()).method : url.split('?')[0];
    seen.push({ path: name, traceparent });
    const answer = await askTarget(`${sandbox.url}${url}`, method === 'POST' ? body : undefined);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status).end(answer.text);
  });
  return { url: await listen(t, server), seen };
}
