import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../../test/manual-clock.ts';
import { UPSTREAM_PORTS } from '../../../test/upstream-ports.ts';
import { JsonRpcError, UpstreamFault } from '../../problems/faults.ts';
import type { HttpAnswer } from '../http.ts';
import type { LedgerMethod } from './answers.ts';
import { createLedgerNode } from './node.ts';

type Asked = {
  readonly id: number;
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: unknown;
};

/** A node that answers as it is told; what it is asked is kept, by which of its two ways it came. */
function start(answer: (asked: Asked) => Partial<HttpAnswer>) {
  const asked: (Asked & { readonly way: number; readonly milliseconds: number })[] = [];
  let ways = 0;
  const node = createLedgerNode('http://node.example', 'rpc1', {
    ...UPSTREAM_PORTS,
    clock: createManualClock(),
    openEndpoint: () => {
      ways += 1;
      const way = ways;
      return {
        send: async ({ body, milliseconds }) => {
          const one = JSON.parse(body ?? '');
          asked.push({ ...one, way, milliseconds });
          return { status: 200, text: '', retryAfter: undefined, ...answer(one) };
        },
        close: async () => undefined,
      };
    },
  });
  return { node, asked };
}

const say = (members: object) => (asked: Asked) => ({
  text: JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...members }),
});
const HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const BLOCKHASH = { blockhash: HASH, lastValidBlockHeight: 5 };

test('a call goes out under a number of its own, and its answer is what comes back', async () => {
  const { node, asked } = start(say({ result: 7 }));
  assert.equal(await node.call('getBlockHeight', [{ commitment: 'confirmed' }], 900), 7);
  await node.call('getBlockHeight', [], 900);
  const [first, second] = asked;
  assert.deepEqual(
    [first?.jsonrpc, first?.method, first?.params, first?.milliseconds],
    ['2.0', 'getBlockHeight', [{ commitment: 'confirmed' }], 900],
  );
  assert.notEqual(first?.id, second?.id);
});

test('reads that hang keep no send from leaving: sends have a way of their own', async () => {
  const { node, asked } = start((one) => say({ result: one.method === 'sendTransaction' ? HASH : 7 })(one));
  await node.call('getBlockHeight', [], 900);
  await node.call('sendTransaction', ['AQ=='], 900);
  assert.equal(new Set(asked.map(({ way }) => way)).size, 2);
});

suite('an answer is not believed', () => {
  const broken: readonly (readonly [string, LedgerMethod, (asked: Asked) => Partial<HttpAnswer>])[] = [
    ['to another call', 'getBlockHeight', (asked) => say({ result: 7 })({ ...asked, id: asked.id + 1 })],
    ['to no call', 'getBlockHeight', () => ({ text: '{"jsonrpc":"2.0","result":7}' })],
    ['that is null', 'getBlockHeight', () => ({ text: 'null' })],
    ['that is no object', 'getBlockHeight', () => ({ text: '7' })],
    ['that is not JSON', 'getBlockHeight', () => ({ text: '<html>' })],
    ['without a result', 'getBlockHeight', say({})],
    ['of another type', 'getBlockHeight', say({ result: '7' })],
    ['that is negative', 'getBlockHeight', say({ result: -1 })],
    ['that is no integer', 'getBlockHeight', say({ result: 7.5 })],
    ['of another method', 'getBlockHeight', say({ result: { context: { slot: 1 }, value: BLOCKHASH } })],
    [
      'with a height of 2^64',
      'getLatestBlockhash',
      say({
        result: {
          context: { slot: 1 },
          value: { ...BLOCKHASH, lastValidBlockHeight: JSON.rawJSON('18446744073709551616') },
        },
      }),
    ],
    ['without its slot', 'getLatestBlockhash', say({ result: { context: {}, value: BLOCKHASH } })],
    [
      'with a short blockhash',
      'getLatestBlockhash',
      say({ result: { context: { slot: 1 }, value: { ...BLOCKHASH, blockhash: 'x' } } }),
    ],
    [
      'with statuses of no shape',
      'getSignatureStatuses',
      say({ result: { context: { slot: 1 }, value: [{}] } }),
    ],
    ['with a refusal without a code', 'getBlockHeight', say({ error: { message: 'no' } })],
    ['with a refusal without words', 'getBlockHeight', say({ error: { code: -32_000 } })],
    ['with a refusal of text', 'getBlockHeight', say({ error: 'no' })],
    ['with a refusal of null', 'getBlockHeight', say({ result: 7, error: null })],
  ];
  for (const [name, method, answer] of broken) {
    test(name, async () => {
      const { node } = start(answer);
      await assert.rejects(
        node.call(method, [], 900),
        (error) => error instanceof UpstreamFault && error.kind === 'malformed',
      );
      assert.equal(node.failures, 1);
    });
  }

  const ACCOUNT = { lamports: 1, owner: 'x', data: ['', 'base64'] };
  const short: readonly (readonly [string, LedgerMethod, unknown])[] = [
    ['one status of two', 'getSignatureStatuses', { context: { slot: 1 }, value: [null] }],
    ['three statuses of two', 'getSignatureStatuses', { context: { slot: 1 }, value: [null, null, null] }],
    ['no status of two', 'getSignatureStatuses', { context: { slot: 1 }, value: [] }],
    ['one account of two', 'getMultipleAccounts', { context: { slot: 1 }, value: [ACCOUNT] }],
    ['one reward of two', 'getInflationReward', [null]],
  ];
  for (const [name, method, result] of short) {
    test(`with ${name}`, async () => {
      const { node } = start(say({ result }));
      await assert.rejects(
        node.call(method, [['a', 'b'], {}], 900),
        (error) => error instanceof UpstreamFault && error.kind === 'malformed',
      );
    });
  }

  test('but with an item for each', async () => {
    const { node } = start(say({ result: [null, null] }));
    assert.deepEqual(await node.call('getInflationReward', [['a', 'b'], {}], 900), [null, null]);
  });

  for (const status of [201, 204, 400, 429, 500, 503]) {
    test(`with status ${status}`, async () => {
      const { node } = start((asked) => ({ ...say({ result: 7 })(asked), status, retryAfter: 3 }));
      await assert.rejects(
        node.call('getBlockHeight', [], 900),
        (error) => error instanceof UpstreamFault && error.status === status && error.retryAfter === 3,
      );
      // A limit says nothing of health.
      assert.equal(node.failures, status === 429 ? 0 : 1);
    });
  }
});

test('a refusal is an answer, with its code and data', async () => {
  const { node } = start(
    say({ error: { code: -32_002, message: 'preflight', data: { err: 'AlreadyProcessed' } } }),
  );
  await assert.rejects(
    node.call('sendTransaction', [], 900),
    (error) =>
      error instanceof JsonRpcError &&
      error.code === -32_002 &&
      JSON.stringify(error.data) === '{"err":"AlreadyProcessed"}',
  );
  assert.equal(node.failures, 0);
});

for (const [name, limit] of [
  ['status 429', () => ({ status: 429 })],
  ['code 429', say({ error: { code: 429, message: 'slow down' } })],
  ['code -32429', say({ error: { code: -32_429, message: 'slow down' } })],
] as const) {
  test(`${name} makes a node be asked less`, async () => {
    const countRoom = (node: ReturnType<typeof start>['node']): number => {
      let room = 0;
      while (node.pace.trySpend(0)) room += 1;
      return room;
    };
    const fresh = countRoom(start(say({ result: 7 })).node);
    const { node } = start(limit);
    await assert.rejects(node.call('getBlockHeight', [], 900));
    assert.ok(countRoom(node) < fresh - 1, 'it is asked as much as before');
  });
}

test('failures are counted up to the next answer', async () => {
  const state = { isDown: true };
  const { node } = start((asked) => (state.isDown ? { status: 500 } : say({ result: 7 })(asked)));
  for (const count of [1, 2]) {
    await assert.rejects(node.call('getBlockHeight', [], 900));
    assert.equal(node.failures, count);
  }
  // Many nodes block this one.
  await assert.rejects(node.call('getProgramAccounts', [], 900));
  assert.equal(node.failures, 2);
  state.isDown = false;
  await node.call('getBlockHeight', [], 900);
  assert.equal(node.failures, 0);
});

test('the slot of an answer is what the node has shown', async () => {
  const { node } = start(say({ result: { context: { slot: 123 }, value: BLOCKHASH } }));
  assert.equal(node.slot, 0n);
  await node.call('getLatestBlockhash', [], 900);
  assert.equal(node.slot, 123n);
});

test('the highest number of 64 bits is an answer', async () => {
  const { node } = start(say({ result: JSON.rawJSON('18446744073709551615') }));
  assert.equal(await node.call('getBlockHeight', [], 900), 2n ** 64n - 1n);
});

test('a slot beyond what a double holds is read exactly', async () => {
  const slot = 2n ** 53n + 1n;
  const { node } = start(({ id }) => ({
    text: `{"jsonrpc":"2.0","id":${id},"result":{"context":{"slot":${slot}},"value":true}}`,
  }));
  await node.call('isBlockhashValid', [], 900);
  assert.equal(node.slot, slot);
});
