import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { createCaptureRecords } from './captures.ts';
import type { Capture } from './figures.ts';

const STRATEGY = 'sol-leveraged-stake';

const capture = (epoch: number, changes: Partial<Capture> = {}): Capture => ({
  epoch,
  measuredAt: epoch * 172_800_000,
  assetPerReceipt: '1.198800000000000001',
  worthPerReceipt: '1.285473240000000001',
  apy: 9.93,
  ...changes,
});

forEachStore(({ open }) => {
  test('a capture comes back digit by digit', async (t) => {
    const records = createCaptureRecords(await open(t), STRATEGY, 'ledger');
    await records.insert(capture(1_036, { apy: null }));
    assert.deepEqual(await records.latest(12), [capture(1_036, { apy: null })]);
  });

  test('the first capture of an epoch stays, whoever else tries', async (t) => {
    const store = await open(t);
    const records = createCaptureRecords(store, STRATEGY, 'ledger');
    await records.insert(capture(1_036));
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        records.insert(capture(1_036, { apy: i, worthPerReceipt: String(i) })),
      ),
    );
    assert.deepEqual(await records.latest(12), [capture(1_036)]);
    const many = Array.from({ length: 20 }, (_, i) => records.insert(capture(1_037, { apy: i })));
    await Promise.all(many);
    assert.equal((await records.latest(12)).length, 2);
  });

  test('the newest come oldest first, gaps stay gaps, older ones are kept', async (t) => {
    const store = await open(t);
    const records = createCaptureRecords(store, STRATEGY, 'ledger');
    for (let epoch = 40; epoch > 0; epoch -= 1) {
      if (epoch !== 35) await records.insert(capture(epoch));
    }
    const epochs = (await records.latest(12)).map(({ epoch }) => epoch);
    assert.deepEqual(epochs, [28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 40]);
    const { length } = await store.db.selectFrom('apy_captures').select('epoch').execute();
    assert.equal(length, 39);
  });

  test('another ledger and another strategy have records of their own', async (t) => {
    const store = await open(t);
    await createCaptureRecords(store, STRATEGY, 'ledger').insert(capture(7));
    assert.deepEqual(await createCaptureRecords(store, STRATEGY, 'fork').latest(12), []);
    assert.deepEqual(await createCaptureRecords(store, 'usdc-earn', 'ledger').latest(12), []);
  });
});
