import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { LOOKUP_TABLE_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { STEADY_CLOCK } from '../../../test/steady-clock.ts';
import type { LedgerClient } from './client.ts';
import { startLookupTablesFeed } from './feeds.ts';

const FIRST = base58.encode(new Uint8Array(32).fill(1)) as Address;
const SECOND = base58.encode(new Uint8Array(32).fill(2)) as Address;
const NEVER = 2n ** 64n - 1n;

/** A table of one key, in the ledger's form. */
function table(fill: number, deactivatedAt = NEVER) {
  const data = Buffer.alloc(56 + 32, fill);
  data.writeUInt32LE(1, 0);
  data.writeBigUInt64LE(deactivatedAt, 4);
  return { lamports: 1n, owner: LOOKUP_TABLE_PROGRAM_ADDRESS, data: [data.toString('base64')] };
}

function startFeed(t: TestContext) {
  const accounts = new Map<string, unknown>([
    [FIRST, table(7)],
    [SECOND, table(8)],
  ]);
  const faults: string[] = [];
  let isDown = false;
  const read = async (_method: string, [addresses]: [string[]]) => {
    if (isDown) throw new Error('down');
    return { context: { slot: 1 }, value: addresses.map((address) => accounts.get(address) ?? null) };
  };
  const ledger = { read } as unknown as LedgerClient;
  const feed = startLookupTablesFeed(ledger, STEADY_CLOCK, [FIRST, SECOND], (fault) =>
    faults.push(String(fault)),
  );
  t.after(() => feed.close());
  return {
    feed,
    accounts,
    faults,
    setDown: (down: boolean) => {
      isDown = down;
    },
  };
}

suite('the lookup tables', () => {
  test('are what the ledger has, and stay while it does not answer', async (t) => {
    const { feed, setDown } = startFeed(t);
    const { addresses } = await feed.get();
    assert.deepEqual(Object.keys(addresses), [FIRST, SECOND]);
    assert.deepEqual(addresses[SECOND], [base58.encode(new Uint8Array(32).fill(8))]);
    setDown(true);
    await assert.rejects(feed.refresh(), /down/);
    assert.equal(Object.keys((await feed.get()).addresses).length, 2);
  });

  test('leave out one that is closed or being closed, and say so', async (t) => {
    const { feed, accounts, faults } = startFeed(t);
    await feed.get();
    accounts.set(FIRST, table(7, 4_711n));
    await feed.refresh();
    assert.deepEqual(Object.keys((await feed.get()).addresses), [SECOND]);
    assert.ok(faults.some((fault) => fault.includes(FIRST)));
  });

  test('are none at once when the last is closed, and back as soon as one is there', async (t) => {
    const { feed, accounts } = startFeed(t);
    await feed.get();
    accounts.clear();
    await assert.rejects(feed.refresh(), /no lookup table in use/);
    await assert.rejects(feed.get(), /no lookup table in use/);
    accounts.set(SECOND, table(9));
    assert.deepEqual(Object.values((await feed.get()).addresses)[0], [
      base58.encode(new Uint8Array(32).fill(9)),
    ]);
  });
});
