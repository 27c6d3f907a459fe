import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Fate, findFate, readDeadAfter } from './own-node.ts';

/** A node that answers these results, or as the function does. */
function createNode(results: Readonly<Record<string, unknown>>): typeof globalThis.fetch {
  return async (_, init) => {
    const { method } = JSON.parse(String(init?.body)) as { method: string };
    const result = results[method];
    if (result instanceof Error) throw result;
    return Response.json({ jsonrpc: '2.0', id: 1, result });
  };
}

const NODE = { rpc: 'http://node.example' };
const status = (err: unknown, confirmationStatus?: string | null) => ({
  value: [{ err, confirmationStatus }],
});
const UNSEEN = { value: [null] };

describe('what a node knows of a signature', () => {
  const cases: readonly (readonly [string, Fate, unknown, unknown, (string | undefined)?])[] = [
    ['confirmed', 'landed', 1, status(null, 'confirmed')],
    ['finalized', 'landed', 1, status(null, 'finalized')],
    ['finalized after its end', 'landed', 900, status(null, 'finalized')],
    ['finalized, without a height to hold it to', 'landed', 1, status(null, 'finalized'), undefined],
    ['confirmed as failed', 'failed', 1, status({ InstructionError: [0, 'Custom'] }, 'confirmed')],
    ['processed', 'alive', 900, status(null, 'processed')],
    ['processed as failed', 'alive', 900, status('AccountInUse', 'processed')],
    ['seen without its commitment', 'alive', 900, status(null, null)],
    ['unseen before its end', 'alive', 281, UNSEEN],
    ['unseen at its end', 'alive', 282, UNSEEN],
    ['unseen past its end', 'dead', 283, UNSEEN],
    ['unseen, without a height to hold it to', 'unknown', 900, UNSEEN, undefined],
    ['unseen, with a height that is none', 'unknown', 900, UNSEEN, ''],
    ['unseen, at a height below zero', 'unknown', 900, UNSEEN, '-1'],
    ['nothing', 'unknown', 900, { value: [] }],
    ['no list', 'unknown', 900, {}],
    ['null', 'unknown', 900, null],
    ['an error', 'unknown', 900, undefined],
    ['no answer', 'unknown', 900, new TypeError('no route to host')],
    ['unseen at no height', 'unknown', undefined, UNSEEN],
    ['unseen at a height as text', 'unknown', '900', UNSEEN],
    ['unseen at half a height', 'unknown', 900.5, UNSEEN],
    ['unseen at a negative height', 'unknown', -900, UNSEEN],
  ];
  for (const [what, fate, getBlockHeight, getSignatureStatuses, ...given] of cases) {
    test(`${what}: ${fate}`, async () => {
      const fetch = createNode({ getBlockHeight, getSignatureStatuses });
      const deadAfter = given.length === 0 ? '282' : given[0];
      assert.equal(await findFate({ ...NODE, signature: 's', deadAfter, fetch }), fate);
    });
  }

  test('a node that answers a page says nothing', async () => {
    const fetch: typeof globalThis.fetch = async () => new Response('<html>');
    assert.equal(await findFate({ ...NODE, signature: 's', deadAfter: '1', fetch }), 'unknown');
    assert.equal(await readDeadAfter({ ...NODE, fetch }), undefined);
  });

  test('the end is 150 blocks and a margin of 32 after the height of now', async () => {
    assert.equal(await readDeadAfter({ ...NODE, fetch: createNode({ getBlockHeight: 100 }) }), '282');
  });
});
