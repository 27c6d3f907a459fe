import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createManualClock } from '../../../test/manual-clock.ts';
import type { LedgerClient } from './client.ts';
import { startValidatorFeed } from './feeds.ts';

const VOTE = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';
const validator = (commission: number) => ({
  votePubkey: VOTE,
  commission,
  activatedStake: 5,
});

function follow(first: object) {
  const state = { answer: first };
  const ledger = { read: async () => state.answer } as object as LedgerClient;
  const faults: unknown[] = [];
  const clock = createManualClock();
  return {
    state,
    clock,
    faults,
    feed: startValidatorFeed(ledger, clock, VOTE, (fault) => faults.push(fault)),
  };
}

describe('what is known of a validator', () => {
  test('is that it votes, what it keeps, and what is delegated to it', async () => {
    const { feed } = follow({ current: [validator(5)], delinquent: [] });
    assert.deepEqual(await feed.get(), { isDelinquent: false, commission: 5, activatedStake: 5n });
    await feed.close();
  });

  test('says that it has raised its commission, and not that it has lowered it', async () => {
    for (const [now, before] of [
      [100, 5],
      [3, undefined],
    ] as const) {
      const { state, feed } = follow({ current: [validator(5)], delinquent: [] });
      await feed.get();
      state.answer = { current: [validator(now)], delinquent: [] };
      const { commission, commissionBefore } = await feed.refresh();
      assert.deepEqual([commission, commissionBefore], [now, before]);
      await feed.close();
    }
  });

  test('is nothing where the ledger does not know it', async () => {
    const { feed } = follow({ current: [{ ...validator(5), votePubkey: 'another' }], delinquent: [] });
    await assert.rejects(feed.get());
    assert.equal(feed.peek(), undefined);
    await feed.close();
  });
});
