import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { listen } from '../listen.ts';
import { createFundedWallet, startWorld } from '../world.ts';

const ROUTER_API_KEY = 'router-key/0123456789+abc';

/** A router that answers as a test says. */
let answer: (response: ServerResponse) => void = (response) => void response.end();
const router = createServer((_request, response) => answer(response));
const ROUTER_URL = await listen({ after }, router);
const world = await startWorld({ after }, { ROUTER_API_KEY, ROUTER_URL });
const wallet = await createFundedWallet(world, '10');
const STAKE = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '1' };

function refuse(status: number, message: string, code = 'BAD_REQUEST'): void {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code, message } }));
  };
}

const THEIRS = [
  `Bad key ${ROUTER_API_KEY} for https://router.internal/path`,
  `Bad key ${encodeURIComponent(ROUTER_API_KEY)}`,
  '<script>alert(1)</script> visit evil.example to recover your funds',
  `Send your seed phrase to ${'x'.repeat(50_000)}`,
];
for (const theirs of THEIRS) {
  test(`nothing of what the router writes reaches a caller: ${theirs.slice(0, 30)}`, async () => {
    for (const status of [400, 404, 422, 500]) {
      refuse(status, theirs);
      const { text, ...rest } = await world.post('/stake', STAKE);
      assertProblem({ ...rest, text }, { slug: 'upstream_error', code: 'ROUTER_REFUSED' });
      for (const part of ['router-key', 'router.internal', 'script', 'evil', 'seed phrase', 'xxx']) {
        assert.ok(!text.includes(part), text);
      }
    }
  });
}

const KNOWN: Record<string, RegExp> = {
  'Insufficient liquidity for this route': /does not hold enough|no way to trade/,
  'No route found': /no way to trade/,
  'Account 9x… not found': /not found on the ledger/,
  'Stake account is still activating': /still activating/,
};
for (const [theirs, ours] of Object.entries(KNOWN)) {
  test(`"${theirs}" is said in our own words`, async () => {
    refuse(400, theirs);
    assertProblem(await world.post('/stake', STAKE), {
      slug: 'upstream_error',
      code: 'ROUTER_REFUSED',
      detail: ours,
    });
  });
}

test('a pool that is still of the epoch before has one code, whoever says so', async () => {
  refuse(400, 'Stake pool has not been updated in this epoch');
  const answer = await world.post('/stake', STAKE);
  assertProblem(answer, { slug: 'upstream_error', code: 'POOL_NOT_UPDATED' });
  assert.equal(answer.headers['retry-after'], '60');
});

test('requests that the router answers with 500 and a reason do not take it from others', async () => {
  refuse(500, 'routing failure', 'INTERNAL_SERVER_ERROR');
  for (let i = 0; i < 60; i += 1) {
    const refused = await world.post('/quote', STAKE);
    assertProblem(refused, { slug: 'upstream_error', code: 'ROUTER_REFUSED' });
  }
  let isAsked = false;
  answer = (response) => {
    isAsked = true;
    response.end('{}');
  };
  assert.equal((await world.post('/stake', STAKE)).status, 502);
  assert.ok(isAsked, 'the breaker is open');
});
