import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { base58 } from '@scure/base';
import { createManualClock } from '../../../test/manual-clock.ts';
import { UpstreamFault } from '../../problems/faults.ts';
import { sleep } from '../../runtime/clock.ts';
import { startBlockhashFeed } from './blockhash.ts';
import type { LedgerClient } from './client.ts';

const LIFETIME = 150;

/** A feed of one node whose ledger makes a block every so many milliseconds, from height 1,000 on. */
function setUp(t: TestContext, ledger: { blockTime: number; isHalted?: boolean }) {
  const clock = createManualClock();
  let height = 1_000;
  let since = 0;
  const node = {
    name: 'node',
    calls: 0,
    call: async () => {
      node.calls += 1;
      const blocks = ledger.isHalted ? 0 : Math.floor((clock.elapsed() - since) / ledger.blockTime);
      height += blocks;
      since += blocks * ledger.blockTime;
      const blockhash = base58.encode(new Uint8Array(32).fill(height % 256));
      return { context: { slot: height * 2 }, value: { blockhash, lastValidBlockHeight: height + LIFETIME } };
    },
  };
  const feed = startBlockhashFeed({ nodes: [node] } as unknown as LedgerClient, clock, () => {
    assert.ok(ledger.isHalted, 'nothing fails while the ledger moves');
  });
  t.after(() => feed.close());
  return { feed, clock, node };
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

describe('while nobody asks', () => {
  test('a node is polled every five seconds, and the first who asks gets a blockhash of now', async (t) => {
    const { feed, clock, node } = setUp(t, { blockTime: 200 });
    await clock.pass(31_000);
    const before = node.calls;
    await clock.pass(600_000);
    assert.equal(node.calls - before, 120);
    await clock.pass(3_400);
    assert.equal(feed.peek(), undefined, 'what it has is older than two seconds');
    const { lastValidBlockHeight } = await feed.get();
    assert.equal(lastValidBlockHeight, 1_000n + BigInt(clock.elapsed() / 200 + LIFETIME));
    const awake = node.calls;
    await clock.pass(10_000);
    assert.equal(node.calls - awake, 10);
  });

  test('it is fresh while nodes go on, neither readiness nor metrics wake it', async (t) => {
    const ledger = { blockTime: 200, isHalted: false };
    const { feed, clock, node } = setUp(t, ledger);
    await clock.pass(31_000);
    const before = node.calls;
    for (let i = 0; i < 60; i += 1) {
      await clock.pass(1_000);
      assert.equal(feed.isFresh(), true);
    }
    assert.equal(node.calls - before, 12);
    ledger.isHalted = true;
    await clock.pass(25_000);
    assert.equal(feed.isFresh(), false);
  });

  test('the height is one that the ledger has reached, and asking for it wakes the feed', async (t) => {
    const { feed, clock, node } = setUp(t, { blockTime: 200 });
    await clock.pass(64_000);
    const before = node.calls;
    const height = feed.blockHeight() ?? 0n;
    const present = 1_000n + BigInt(clock.elapsed() / 200);
    assert.ok(height <= present && height >= present - 25n, String(height));
    await clock.pass(10_000);
    assert.equal(node.calls - before, 11);
  });
});

describe('the first who asks after a rest', () => {
  /** Two nodes of one ledger; the second one says that it is a thousand slots ahead, and answers first. */
  function setUpLiar(t: TestContext) {
    const clock = createManualClock();
    const honest = { slow: 0, isDown: false };
    const nodeAt = (lead: number, before: () => Promise<void>) => ({
      name: `node ${lead}`,
      call: async () => {
        await before();
        const height = 1_000 + Math.floor(clock.elapsed() / 200) + lead;
        const blockhash = base58.encode(new Uint8Array(32).fill(lead === 0 ? 1 : 2));
        return { context: { slot: height }, value: { blockhash, lastValidBlockHeight: height + LIFETIME } };
      },
    });
    const nodes = [
      nodeAt(0, async () => {
        if (honest.isDown) throw new UpstreamFault('ledger', 'unreachable');
        if (honest.slow > 0) await sleep(clock, honest.slow);
      }),
      nodeAt(1_000, async () => undefined),
    ];
    const feed = startBlockhashFeed({ nodes } as unknown as LedgerClient, clock, () => undefined);
    t.after(() => feed.close());
    return { clock, feed, honest };
  }

  test('gets no blockhash from further ahead than the ledger can be, though that node answers first', async (t) => {
    const { clock, feed, honest } = setUpLiar(t);
    await clock.pass(64_000);
    honest.slow = 400;
    const asked = feed.get();
    await clock.pass(1_000);
    assert.deepEqual((await asked).blockhash, new Uint8Array(32).fill(1));
  });

  test('gets none from it while the honest node is down but was heard lately', async (t) => {
    const { clock, feed, honest } = setUpLiar(t);
    await clock.pass(64_000);
    honest.isDown = true;
    await assert.rejects(feed.get(), UpstreamFault);
  });
});

/** Lets one of two nodes say that blockhashes live so many blocks longer, in readings from slots so far apart. */
async function readBeside(
  t: TestContext,
  life: number,
  ahead: number,
  isHonestDown = false,
): Promise<bigint> {
  const clock = createManualClock();
  let isDown = false;
  const nodes = [0, life].map((more, i) => ({
    name: `node ${i}`,
    call: async () => {
      if (i === 0 && isDown) throw new UpstreamFault('ledger', 'unreachable');
      const height = 1_000 + Math.floor(clock.elapsed() / 200);
      const blockhash = base58.encode(new Uint8Array(32).fill(1 + i));
      const slot = height + i * ahead;
      return { context: { slot }, value: { blockhash, lastValidBlockHeight: slot + LIFETIME + more } };
    },
  }));
  const feed = startBlockhashFeed({ nodes } as unknown as LedgerClient, clock, () => undefined);
  t.after(() => feed.close());
  await clock.pass(10_000);
  isDown = isHonestDown;
  await clock.pass(10_000);
  const { lastValidBlockHeight, contextSlot } = await feed.get();
  return lastValidBlockHeight - contextSlot;
}

for (const isHonestDown of [false, true]) {
  test(`no node makes the life of a blockhash shorter than another one allows${isHonestDown ? ' that is down since' : ''}`, async (t) => {
    assert.equal(await readBeside(t, -140, 2, isHonestDown), BigInt(LIFETIME));
    assert.equal(await readBeside(t, -1, 40, isHonestDown), BigInt(LIFETIME));
    assert.equal(await readBeside(t, 30, 2, isHonestDown), BigInt(LIFETIME + 30));
  });
}
