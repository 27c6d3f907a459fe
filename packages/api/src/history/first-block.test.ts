import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import { findFirstBlock } from './first-block.ts';
import type { Block } from './places.ts';

const FIRST = 1_000n;
/** Unix seconds of the block at `FIRST`. */
const BEGIN = 1_800_000_000n;
/** Calls of one search at most. */
const MOST_CALLS = 50;
const refusal = () => new UpstreamRefusal('ledger', 200, 'Slot 7 was skipped', undefined);

type Chain = {
  readonly last: bigint;
  /** Milliseconds after the first block; undefined where a slot was skipped. */
  readonly at: (slot: bigint) => bigint | undefined;
  /** The node has nothing before this slot. */
  readonly kept?: bigint;
};

const toLast = (slot: bigint, at: Chain['at']) => ({ slot, time: BEGIN + (at(slot) ?? 0n) / 1_000n });

/** A node with a chain of blocks, and a search on it. */
function open({ last, at, kept = FIRST }: Chain) {
  const timeOf = (slot: bigint) => {
    const milliseconds = slot < kept || slot > last ? undefined : at(slot);
    return milliseconds === undefined ? undefined : BEGIN + milliseconds / 1_000n;
  };
  const { ledger, calls } = createScriptedLedger([
    {
      getBlocks([from, to, options]) {
        assert.deepEqual(options, { commitment: 'confirmed', minContextSlot: Number(last) });
        assert.ok(Number(to) - Number(from) <= 512);
        const slots: number[] = [];
        for (let slot = BigInt(Number(from)); slot <= BigInt(Number(to)); slot += 1n)
          if (timeOf(slot) !== undefined) slots.push(Number(slot));
        return slots;
      },
      getBlockTime([slot]) {
        const time = timeOf(BigInt(Number(slot)));
        if (time === undefined) throw refusal();
        return Number(time);
      },
    },
  ]);
  const find = (seconds: bigint) =>
    findFirstBlock(BEGIN + seconds, { slot: FIRST, time: BEGIN }, toLast(last, at), ledger);
  return { find, ledger, calls, timeOf };
}

/** Searches for the second after the first block, to a slot that is nine seconds later. */
const search = (last: bigint, ledger: LedgerClient) =>
  findFirstBlock(BEGIN + 1n, { slot: FIRST, time: BEGIN }, { slot: last, time: BEGIN + 9n }, ledger);

type Found = Awaited<ReturnType<typeof findFirstBlock>>;
const isBlock = (found: Found): found is Block => typeof found === 'object' && !('after' in found);
const assertUnknown = (found: Found) => assert.ok(typeof found === 'object' && 'after' in found);

/** Blocks each 400 milliseconds. */
const EVEN: Chain = { last: 20_000n, at: (slot) => (slot - FIRST) * 400n };

suite('the first block at or after a time', () => {
  for (const seconds of [1n, 2n, 100n, 3_333n, 7_599n, 7_600n]) {
    test(`is found ${seconds} seconds after the block that is known`, async () => {
      const { find, calls, timeOf } = open(EVEN);
      const found = await find(seconds);
      assert.ok(isBlock(found));
      assert.ok(found.time >= BEGIN + seconds && found.time === timeOf(found.slot));
      assert.ok((timeOf(found.slot - 1n) ?? 0n) < BEGIN + seconds);
      assert.ok(calls.length <= 20, `${calls.length} calls`);
    });
  }

  test('is none yet where the newest block is before it', async () => {
    const { find, calls } = open(EVEN);
    assert.equal(await find(7_601n), 'later');
    assert.equal(calls.length, 0);
  });

  test('is found without the time of the newest, which a node that is behind refuses', async () => {
    const { find, calls, timeOf } = open(EVEN);
    for (const seconds of [2n, 7_599n, 7_600n]) assert.equal(typeof (await find(seconds)), 'object');
    assert.equal(timeOf(EVEN.last), BEGIN + 7_600n);
    const asked = calls.filter(({ method }) => method === 'getBlockTime').map(({ params }) => params[0]);
    assert.ok(!asked.includes(Number(EVEN.last)));
  });

  test('is the newest where only the clock of a later block is known', async () => {
    const { ledger } = open(EVEN);
    const last = { slot: EVEN.last, time: BEGIN + 7_605n };
    const found = await findFirstBlock(BEGIN + 7_602n, { slot: FIRST, time: BEGIN }, last, ledger);
    assert.deepEqual(found, last);
  });

  test('is behind slots that have no block, and never one of them', async () => {
    // One leader of five, and all slots between two.
    const isSkipped = (slot: bigint) => (slot / 4n) % 5n === 0n || (slot > 5_000n && slot < 5_080n);
    const { find } = open({
      ...EVEN,
      last: 20_010n,
      at: (slot) => (isSkipped(slot) && slot > FIRST ? undefined : (slot - FIRST) * 400n),
    });
    for (const slot of [4_999n, 5_000n, 5_001n, 5_040n, 5_079n]) {
      const found = await find(((slot - FIRST) * 400n) / 1_000n + 1n);
      assert.ok(isBlock(found) && !isSkipped(found.slot));
      assert.ok(found.slot > slot - 4n && found.slot < 5_090n);
    }
  });

  test('is found in few calls in a year of blocks that come unevenly', async () => {
    const last = 79_000_000n;
    // From 360 to 440 milliseconds, in waves of some days.
    const drift = (slot: bigint) => BigInt(Math.round(40 * 300_000 * Math.sin(Number(slot) / 300_000)));
    const { find, calls, timeOf } = open({
      last,
      at: (slot) => (slot - FIRST) * 400n + drift(slot) - drift(FIRST),
    });
    for (const days of [1n, 3n, 100n, 300n]) {
      calls.length = 0;
      const time = days * 86_400n;
      const found = await find(time);
      assert.ok(isBlock(found));
      assert.ok(found.time >= BEGIN + time && (timeOf(found.slot - 1n) ?? 0n) < BEGIN + time);
      assert.ok(calls.length <= 30, `${calls.length} calls`);
    }
  });

  test('is found where no slot near the guess has a block', async () => {
    for (const end of [5_201n, 5_250n]) {
      const { find, calls } = open({
        ...EVEN,
        at: (slot) => (slot > 5_000n && slot < end ? undefined : (slot - FIRST) * 400n),
      });
      assert.equal(Object(await find(1_650n)).slot, end);
      assert.ok(calls.length <= MOST_CALLS, `${calls.length} calls`);
    }
  });

  test('is not known where the ledger stood still for so long that no guess meets a block', async () => {
    const { find, calls } = open({
      ...EVEN,
      at: (slot) => (slot > 3_000n && slot < 15_000n ? undefined : (slot - FIRST) * 400n),
    });
    assertUnknown(await find(3_200n));
    assert.ok(calls.length <= MOST_CALLS);
  });

  test('is not known of a node that has lost the blocks before it', async () => {
    for (const kept of [5_000n, 9_000n]) {
      const { find } = open({ ...EVEN, kept });
      assertUnknown(await find(1_500n));
    }
    // So few that they are listed at once.
    const { find } = open({ ...EVEN, last: 1_100n, kept: 1_050n });
    assertUnknown(await find(10n));
  });

  test('is not known, but the last block before it, of a node that says no times near it', async () => {
    const { timeOf } = open(EVEN);
    const getBlockTime = ([slot]: readonly unknown[]) =>
      Number(slot) > 5_000 ? null : Number(timeOf(BigInt(Number(slot))));
    const getBlocks = ([from]: readonly unknown[]) => [from];
    const node = createScriptedLedger([{ getBlockTime, getBlocks }]).ledger;
    const last = { slot: EVEN.last, time: BEGIN + 7_600n };
    const found = await findFirstBlock(BEGIN + 1_600n, { slot: FIRST, time: BEGIN }, last, node);
    assert.deepEqual(found, { after: { slot: 4_900n, time: timeOf(4_900n) } });
  });

  test('is not known of a node that says no times', async () => {
    const { ledger } = createScriptedLedger([{ getBlockTime: () => null, getBlocks: ([from]) => [from] }]);
    assertUnknown(await search(2_000n, ledger));
  });

  test('is not known of a node that lists no blocks', async () => {
    const { ledger } = createScriptedLedger([
      {
        getBlocks: () => {
          throw refusal();
        },
      },
    ]);
    for (const last of [1_100n, 9_000n]) assertUnknown(await search(last, ledger));
  });

  test('ends after so many calls, whatever a node says', async () => {
    const { ledger, calls } = createScriptedLedger([
      { getBlockTime: () => Number(BEGIN) + 9, getBlocks: ([, to]) => [to] },
    ]);
    assertUnknown(await search(900_000_000n, ledger));
    assert.ok(calls.length <= MOST_CALLS, `${calls.length} calls`);
  });

  test('is a fault where the ledger does not answer', async () => {
    const { ledger } = createScriptedLedger([
      {
        getBlocks: () => {
          throw new UpstreamFault('ledger', 'timeout');
        },
      },
    ]);
    await assert.rejects(search(2_000n, ledger), UpstreamFault);
  });
});
