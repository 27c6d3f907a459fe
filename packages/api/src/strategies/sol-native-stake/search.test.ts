import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { toAddress } from '@staking-agent/chain/address';
import { createManualClock } from '../../../test/manual-clock.ts';
import { UPSTREAM_PORTS } from '../../../test/upstream-ports.ts';
import { UpstreamFault } from '../../problems/faults.ts';
import { sleep } from '../../runtime/clock.ts';
import { createLedgerClient } from '../../upstreams/ledger/client.ts';
import { findStakes, SEARCH_MILLISECONDS } from './search.ts';

const WALLET = toAddress(new Uint8Array(32).fill(9));
const listed = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    signature: base58.encode(new Uint8Array(64).fill(i + 1)),
    slot: 1,
    err: null,
  }));

/** Searches at two nodes that stall at some methods, and says what was asked, and how long the search took. */
async function searchWhile(stalling: readonly string[]) {
  const clock = createManualClock();
  const asked = new Set<string>();
  const ledger = createLedgerClient(['http://one.example', 'http://two.example'], [], {
    ...UPSTREAM_PORTS,
    clock,
    openEndpoint: () => ({
      send: async ({ body, milliseconds }) => {
        const { id, method } = JSON.parse(body ?? '');
        asked.add(method);
        if (stalling.includes(method)) {
          await sleep(clock, milliseconds);
          throw new UpstreamFault('ledger', 'timeout');
        }
        const results: Record<string, unknown> = {
          getSignaturesForAddress: listed(40),
          getTransaction: null,
        };
        const text = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] });
        return { status: 200, text, retryAfter: undefined };
      },
      close: async () => undefined,
    }),
  });
  const deadline = clock.elapsed() + SEARCH_MILLISECONDS.one;
  const options = { named: [], isThorough: true, deadline };
  const { searched } = await clock.passUntil(findStakes(WALLET, options, { ledger, clock }));
  return { searched, asked: [...asked], took: clock.elapsed() };
}

const SEARCHES = ['getProgramAccounts', 'getProgramAccountsV2'];

suite('a search for stake accounts at nodes that stall', () => {
  test('goes on to the pages and the history within the deadline of its request', async () => {
    const { searched, asked, took } = await searchWhile(SEARCHES);
    assert.equal(searched, 'history');
    assert.deepEqual(asked, [...SEARCHES, 'getSignaturesForAddress', 'getTransaction']);
    assert.ok(took <= SEARCH_MILLISECONDS.one, `${took}`);
  });

  for (const last of ['getSignaturesForAddress', 'getTransaction']) {
    test(`ends with the deadline where ${last} stalls too`, async () => {
      const { searched, asked, took } = await searchWhile([...SEARCHES, last]);
      assert.equal(searched, last === 'getTransaction' ? 'history' : 'named');
      assert.ok(asked.includes(last));
      assert.ok(took <= SEARCH_MILLISECONDS.one + 100, `${took}`);
    });
  }
});
