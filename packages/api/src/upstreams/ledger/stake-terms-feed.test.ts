import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { createManualClock } from '../../../test/manual-clock.ts';
import { lifetimeOf } from '../../../test/native-build.ts';
import type { BlockhashFeed } from './blockhash.ts';
import type { LedgerClient } from './client.ts';
import { startStakeTermsFeed } from './feeds.ts';

const EPOCH = 1_000;

/** A ledger whose rent and fee step where its second epoch begins; each method is of the slot that its node has reached. */
function follow(t: TestContext) {
  const clock = createManualClock();
  const ledger = { slot: 990, behind: {} as Record<string, number>, rent: 5_080n, isPaying: false };
  const read = async (method: string) => {
    const slot = ledger.slot - (ledger.behind[method] ?? 0);
    const isNext = slot >= EPOCH;
    const context = { slot };
    const sysvar = Buffer.alloc(17);
    sysvar.writeBigUInt64LE(isNext ? 6_960n : ledger.rent, 0);
    sysvar.writeDoubleLE(1, 8);
    const owner = 'Sysvar1111111111111111111111111111111111111';
    const rent = { lamports: 1, owner, data: [sysvar.toString('base64'), 'base64'] };
    const payout = Buffer.alloc(81);
    payout[80] = Number(ledger.isPaying);
    const rewards = { ...rent, data: [payout.toString('base64'), 'base64'] };
    return {
      getMultipleAccounts: { context, value: [rent, rewards] },
      getStakeMinimumDelegation: { context, value: 1 },
      getFeeForMessage: { context, value: isNext ? 8_000 : 5_000 },
      getEpochInfo: {
        epoch: Math.floor(slot / EPOCH),
        slotIndex: slot % EPOCH,
        slotsInEpoch: EPOCH,
        absoluteSlot: slot,
      },
    }[method];
  };
  const look = () => ({ ...lifetimeOf(new Uint8Array(32)), contextSlot: BigInt(ledger.slot) });
  const blockhash = { look } as unknown as BlockhashFeed;
  const faults: unknown[] = [];
  const feed = startStakeTermsFeed({ read } as unknown as LedgerClient, clock, blockhash, (fault) =>
    faults.push(fault),
  );
  t.after(() => feed.close());
  return { clock, ledger, feed, faults };
}

suite('the terms of an epoch', () => {
  test('are rent, fee and what is left of it', async (t) => {
    const { feed } = follow(t);
    const { epoch, rentExemptReserve, signatureFee, slotsLeft } = await feed.get();
    assert.deepEqual(
      { epoch, rentExemptReserve, signatureFee, slotsLeft },
      { epoch: 0n, rentExemptReserve: 328n * 5_080n, signatureFee: 5_000n, slotsLeft: 10n },
    );
  });

  test('are not used in the next, however young', async (t) => {
    const { ledger, feed } = follow(t);
    await feed.get();
    ledger.slot = 999;
    assert.equal(feed.peek()?.epoch, 0n);
    ledger.slot = EPOCH;
    assert.equal(feed.peek(), undefined);
    const { epoch, rentExemptReserve, signatureFee } = await feed.get();
    assert.deepEqual([epoch, rentExemptReserve, signatureFee], [1n, 328n * 6_960n, 8_000n]);
  });

  test('say whether rewards of the last epoch are being paid', async (t) => {
    const { ledger, feed } = follow(t);
    for (const isPaying of [false, true, false]) {
      ledger.isPaying = isPaying;
      assert.equal((await feed.refresh()).isPaying, isPaying);
    }
  });

  test('are read again by who only looks', async (t) => {
    const { clock, ledger, feed } = follow(t);
    await clock.pass(1);
    ledger.slot = EPOCH;
    assert.equal(feed.peek(), undefined);
    await clock.pass(1);
    assert.equal(feed.peek()?.epoch, 1n);
  });

  for (const method of ['getMultipleAccounts', 'getFeeForMessage', 'getEpochInfo']) {
    test(`are waited for while ${method} is still of the epoch before`, async (t) => {
      const { clock, ledger, feed } = follow(t);
      await feed.get();
      ledger.slot = 1_003;
      ledger.behind = { [method]: 5 };
      const asked = feed.get();
      await clock.pass(1_000);
      ledger.behind = {};
      const { epoch, rentExemptReserve, signatureFee } = await clock.passUntil(asked);
      assert.deepEqual([epoch, rentExemptReserve, signatureFee], [1n, 328n * 6_960n, 8_000n]);
    });
  }

  test('are not known while every node is of the epoch before, or the rent is beyond all rents', async (t) => {
    const { clock, ledger, feed } = follow(t);
    await feed.get();
    ledger.slot = 1_003;
    ledger.behind = { getMultipleAccounts: 5 };
    await assert.rejects(clock.passUntil(feed.get()), /malformed/);
    ledger.slot = 0;
    ledger.rent = 90_000_000n;
    await assert.rejects(clock.passUntil(feed.refresh()), /malformed/);
  });
});
