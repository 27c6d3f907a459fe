import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { base58 } from '@scure/base';
import { createManualClock } from '../../../test/manual-clock.ts';
import { startBlockhashFeed } from './blockhash-feed.ts';
import type { LedgerNode } from './ledger-node.ts';

const LIFETIME = 150;

/** A feed of one node whose ledger makes a block every so many milliseconds, from height 1,000 on. */
function setUp(t: TestContext, ledger: { blockTime: number; isHalted?: boolean }) {
  const clock = createManualClock();
  let height = 1_000;
  let since = 0;
  const node = {
    name: 'node',
    call: async () => {
      const blocks = ledger.isHalted ? 0 : Math.floor((clock.elapsed() - since) / ledger.blockTime);
      height += blocks;
      since += blocks * ledger.blockTime;
      const blockhash = base58.encode(new Uint8Array(32).fill(height % 256));
      return { context: { slot: height * 2 }, value: { blockhash, lastValidBlockHeight: height + LIFETIME } };
    },
  };
  const feed = startBlockhashFeed({ nodes: [node as unknown as LedgerNode] }, clock, () => {
    assert.ok(ledger.isHalted, 'nothing fails while the ledger moves');
  });
  t.after(() => feed.close());
  return { feed, clock };
}

test('says nothing of seconds before the ledger has moved', async (t) => {
  const { feed, clock } = setUp(t, { blockTime: 200, isHalted: true });
  await clock.pass(5_000);
  assert.equal(feed.untilPast(1_150n), undefined);
  assert.equal(feed.slotMilliseconds(), undefined);
});

for (const blockTime of [100, 200, 400]) {
  test(`counts the time to a height at ${blockTime} ms a block`, async (t) => {
    const { feed, clock } = setUp(t, { blockTime });
    await clock.pass(30_000);
    const { lastValidBlockHeight } = await feed.get();
    // The newest blockhash dies with the 151st block from now.
    const left = feed.untilPast(lastValidBlockHeight) ?? 0;
    assert.ok(Math.abs(left - 151 * blockTime) <= 1_000, String(left));
    await clock.pass(blockTime * 100);
    const later = feed.untilPast(lastValidBlockHeight) ?? 0;
    assert.ok(Math.abs(later - 51 * blockTime) <= 1_000, String(later));
    await clock.pass(blockTime * 60 + 1_000);
    assert.equal(feed.untilPast(lastValidBlockHeight), 0);
    assert.equal(feed.slotMilliseconds(), blockTime / 2);
  });
}

test('the seconds go down between two readings too', async (t) => {
  const { feed, clock } = setUp(t, { blockTime: 200 });
  await clock.pass(30_100);
  const before = feed.untilPast(2_000n) ?? 0;
  await clock.pass(400);
  assert.equal(feed.untilPast(2_000n), before - 400);
});

test('a node that stands still for over ten seconds has no blockhash to give, until it moves again', async (t) => {
  const ledger = { blockTime: 400, isHalted: false };
  const { feed, clock } = setUp(t, ledger);
  await clock.pass(20_000);
  ledger.isHalted = true;
  await clock.pass(10_000);
  assert.notEqual(feed.peek(), undefined);
  await clock.pass(4_000);
  assert.equal(feed.peek(), undefined);
  await assert.rejects(feed.get());
  ledger.isHalted = false;
  await clock.pass(1_000);
  assert.notEqual(feed.peek(), undefined);
});
