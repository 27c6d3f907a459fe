import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { forEachStore, type StoreMaker } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { createValueLimitSettings } from './value-limits.ts';
import { createValueUses, HOUR_MILLISECONDS } from './value-uses.ts';

const STRATEGY = 'sol-native-stake';
const use = (signature: string, amount: bigint, strategy = STRATEGY) => ({ signature, strategy, amount });

const NOW = 1_700_000_000_000;

/** Two replicas on one database whose clock stands still: what is in it grows older instead. */
async function openTwo(t: TestContext, { place }: StoreMaker) {
  const at = await place(t);
  const now = sql<number>`cast(${sql.lit(NOW)} as bigint)`;
  const stores = await Promise.all([openPatientStore(at, { now }), openPatientStore(at, { now })]);
  t.after(async () => void (await Promise.all(stores.map((store) => store.close()))));
  return {
    one: createValueUses(stores[0]),
    other: createValueUses(stores[1]),
    async pass(milliseconds: number) {
      await sql`update value_uses set created_at = created_at - ${milliseconds}`.execute(stores[0].db);
    },
    countRows: async () => (await stores[0].db.selectFrom('value_uses').selectAll().execute()).length,
  };
}

forEachStore((maker) => {
  test('of many that ask at once on two replicas, exactly as many as the limit leaves get room', async (t) => {
    const { one, other } = await openTwo(t, maker);
    const asked = Array.from({ length: 50 }, (_, i) => use(`s${i}`, BigInt(i % 7) + 1n));
    const taken = await Promise.all(asked.map((each, i) => (i % 2 ? one : other).take(each, 60n)));
    const total = asked.reduce((sum, { amount }, i) => (taken[i] ? sum + amount : sum), 0n);
    assert.equal((await one.usedByStrategy()).get(STRATEGY), total);
    assert.ok(total <= 60n, `${total} of 60`);
    // Nothing that is left would have fitted the smallest that was refused.
    const smallest = asked.filter((_, i) => !taken[i]).map(({ amount }) => Number(amount));
    assert.ok(60 - Number(total) < Math.min(...smallest), `${total} of 60, refused ${smallest}`);
  });

  test('the last unit goes to one of two replicas that ask at the same time, a hundred times', async (t) => {
    const { one, other } = await openTwo(t, maker);
    for (let i = 0; i < 100; i += 1) {
      const asked = [one, other].map((each, at) => each.take(use(`${i}.${at}`, 1n), BigInt(i + 1)));
      assert.equal((await Promise.all(asked)).filter(Boolean).length, 1);
    }
  });

  test('to the last unit, and not one more', async (t) => {
    const { one } = await openTwo(t, maker);
    const limit = 10n ** 18n;
    assert.equal(await one.take(use('a', limit + 1n), limit), false);
    assert.equal(await one.take(use('a', limit - 1n), limit), true);
    assert.equal(await one.take(use('b', 2n), limit), false);
    assert.equal(await one.take(use('b', 1n), limit), true);
    assert.equal(await one.take(use('c', 1n), limit), false);
    assert.equal(await one.take(use('d', 18_446_744_073_709_551_615n), limit), false);
  });

  test('strategies have hours of their own', async (t) => {
    const { one } = await openTwo(t, maker);
    assert.equal(await one.take(use('a', 10n), 10n), true);
    assert.equal(await one.take(use('b', 10n, 'usdc-earn'), 10n), true);
    assert.deepEqual([...(await one.usedByStrategy())].sort(), [
      [STRATEGY, 10n],
      ['usdc-earn', 10n],
    ]);
  });

  test('one transaction takes once, however often and wherever it is broadcast, even when the hour is full', async (t) => {
    const { one, other } = await openTwo(t, maker);
    const taken = await Promise.all([one, other, one, other].map((each) => each.take(use('a', 10n), 10n)));
    assert.deepEqual(taken, [true, true, true, true]);
    assert.equal((await one.usedByStrategy()).get(STRATEGY), 10n);
  });

  test('what one broadcast gives back another one of the same transaction still holds', async (t) => {
    const { one, other } = await openTwo(t, maker);
    await one.take(use('a', 10n), 10n);
    await other.take(use('a', 10n), 10n);
    await one.giveBack('a');
    assert.equal(await one.take(use('b', 1n), 10n), false);
    await other.giveBack('a');
    assert.equal(await one.take(use('b', 10n), 10n), true);
    await one.giveBack('nobody');
    assert.equal((await one.usedByStrategy()).get(STRATEGY), 10n);
  });

  test('an hour slides: room comes back as what took it grows an hour old, and when that is can be told', async (t) => {
    const { one, pass } = await openTwo(t, maker);
    await one.take(use('a', 3n), 10n);
    await pass(1_000);
    await one.take(use('b', 4n), 10n);
    await pass(1_000);
    await one.take(use('c', 3n), 10n);
    /** What is taken, and in how many milliseconds there is room. */
    const roomFor = async (asked: bigint) => {
      const { used, roomAt, now } = await one.read(STRATEGY, asked, 10n);
      return [used, roomAt === undefined ? undefined : roomAt - now];
    };
    assert.deepEqual(await roomFor(1n), [10n, HOUR_MILLISECONDS - 2_000]);
    assert.deepEqual(await roomFor(3n), [10n, HOUR_MILLISECONDS - 2_000]);
    assert.deepEqual(await roomFor(4n), [10n, HOUR_MILLISECONDS - 1_000]);
    assert.deepEqual(await roomFor(10n), [10n, HOUR_MILLISECONDS]);
    assert.deepEqual(await roomFor(11n), [10n, undefined]);
    await pass(HOUR_MILLISECONDS - 2_001);
    assert.equal(await one.take(use('d', 1n), 10n), false);
    await pass(1);
    assert.deepEqual(await roomFor(3n), [7n, 0]);
    assert.equal(await one.take(use('d', 3n), 10n), true);
    assert.equal(await one.take(use('e', 1n), 10n), false);
  });

  test('what is over an hour old is forgotten, and nothing else', async (t) => {
    const { one, pass, countRows } = await openTwo(t, maker);
    await one.take(use('a', 3n), 10n);
    await pass(HOUR_MILLISECONDS - 1);
    await one.purge();
    assert.equal((await one.usedByStrategy()).get(STRATEGY), 3n);
    await pass(1);
    assert.equal(await countRows(), 1);
    await one.purge();
    assert.equal((await one.usedByStrategy()).size, 0);
    assert.equal(await countRows(), 0);
  });

  test('limits are set, replaced, lifted and cleared one by one', async (t) => {
    const settings = createValueLimitSettings(await maker.open(t));
    const name = { strategy: STRATEGY, span: 'hour' } as const;
    await settings.set(name, 5n);
    await settings.set(name, 10n ** 18n);
    await settings.set({ ...name, span: 'transaction' }, undefined);
    const listed = async () => (await settings.list()).map(({ span, amount }) => [span, amount]);
    assert.deepEqual(await listed(), [
      ['hour', '1000000000000000000'],
      ['transaction', null],
    ]);
    assert.equal(await settings.clear(name), true);
    assert.equal(await settings.clear(name), false);
    assert.deepEqual(await listed(), [['transaction', null]]);
  });
});
