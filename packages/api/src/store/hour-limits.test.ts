import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { forEachStore, type StoreMaker } from '../../test/for-each-store.ts';
import { build, edit, form, HOUR, openOne, openReplicas, type Replica } from './builds.world.ts';

const STRATEGY = 'sol-native-stake';

/** Stakes under an hourly limit, each a build of its own. */
async function openHour(t: TestContext, maker: StoreMaker, limit: bigint) {
  const one = await openOne(t, maker);
  const stake = async (id: string, amount: bigint, strategy = STRATEGY) =>
    (await one.claim(id, form(id), limit, { strategy, amount })).kind;
  /** What is used, and in how many milliseconds there is room. */
  const roomFor = async (asked: bigint) => {
    const { used, roomAt, now } = await one.builds.readHour(STRATEGY, asked, limit);
    return [used, roomAt === undefined ? undefined : roomAt - now];
  };
  return { ...one, stake, roomFor };
}

forEachStore((maker) => {
  test('of many stakes at once on two replicas, exactly as many as the limit leaves are sent', async (t) => {
    const replicas = await openReplicas(t, maker);
    const amounts = Array.from({ length: 50 }, (_, i) => BigInt(i % 7) + 1n);
    const answers = await Promise.all(
      amounts.map((amount, i) => {
        const { builds, began } = replicas[i % 2] as Replica;
        const staked = { strategy: STRATEGY, amount };
        return builds.claim(build(`b${i}`, { staked }), form(`b${i}`), { began, hour: 60n });
      }),
    );
    const isSent = answers.map(({ kind }) => kind === 'first');
    const total = amounts.reduce((sum, amount, i) => (isSent[i] ? sum + amount : sum), 0n);
    assert.ok(total <= 60n, `${total} of 60`);
    assert.equal((await replicas[0]?.builds.readHours())?.get(STRATEGY), total);
    // Nothing that is left would have fitted the smallest that was refused.
    const refused = amounts.filter((_, i) => !isSent[i]).map(Number);
    assert.ok(60 - Number(total) < Math.min(...refused), `${total} of 60, refused ${refused}`);
  });

  test('the hour of one strategy is full, and others have room', async (t) => {
    const { stake, builds } = await openHour(t, maker, 10n);
    const strategies = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answers = await Promise.all(
      strategies.flatMap((each) => [stake(`1 ${each}`, 9n, each), stake(`2 ${each}`, 9n, each)]),
    );
    assert.equal(answers.filter((kind) => kind === 'first').length, 6);
    assert.equal(answers.filter((kind) => kind === 'hour-full').length, 6);
    const hours = await builds.readHours();
    assert.deepEqual(
      [...hours].toSorted(),
      strategies.map((each) => [each, 9n]),
    );
  });

  test('a full hour writes nothing, and says when there is room', async (t) => {
    const { stake, claim, builds, store } = await openHour(t, maker, 10n);
    await stake('b', 10n);
    const full = await claim('c', form('c'), 10n, { strategy: STRATEGY, amount: 1n });
    assert.ok(full.kind === 'hour-full');
    assert.deepEqual([full.hour.used, (full.hour.roomAt ?? 0) - full.hour.now], [10n, HOUR]);
    const rows = await store.db.selectFrom('builds').select('id').execute();
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['b'],
    );
    assert.equal(await builds.find({ build: 'c' }), undefined);
  });

  test('to the last unit, and one build uses its part once', async (t) => {
    const limit = 10n ** 18n;
    const { stake, claim, builds } = await openHour(t, maker, limit);
    assert.equal(await stake('a', limit + 1n), 'hour-full');
    assert.equal(await stake('a', 18_446_744_073_709_551_615n), 'hour-full');
    assert.equal(await stake('b', limit - 1n), 'first');
    assert.equal(await stake('b', limit - 1n), 'again');
    assert.equal(await stake('c', 2n), 'hour-full');
    assert.equal(await stake('d', 1n), 'first');
    // An edit of it has no place beside it, nor once it has expired, and never room of its own.
    const staked = { strategy: STRATEGY, amount: limit - 1n };
    assert.equal((await claim('b', edit('e', 'b'), limit, staked)).kind, 'other');
    assert.equal((await builds.readHours()).get(STRATEGY), limit);
    await builds.settle([{ id: 'b', end: 'expired' }]);
    assert.equal((await claim('b', edit('e', 'b'), limit, staked)).kind, 'ended');
    assert.equal((await builds.readHours()).get(STRATEGY), 1n);
  });

  test('what failed or expired is not counted, what landed and what a newer version wrote is', async (t) => {
    const { stake, builds, store } = await openHour(t, maker, 100n);
    for (const id of ['landed', 'failed', 'expired', 'foreign']) await stake(id, 10n);
    for (const end of ['landed', 'failed', 'expired'] as const) await builds.settle([{ id: end, end }]);
    await store.db.updateTable('forms').set({ state: 'new' }).where('id', '=', 'foreign').execute();
    assert.equal((await builds.readHours()).get(STRATEGY), 20n);
  });

  test('without a limit nothing is counted, and nothing locked', async (t) => {
    const { claim, builds } = await openHour(t, maker, 0n);
    const staked = { strategy: STRATEGY, amount: 5n };
    assert.equal((await claim('b', form('b'), undefined, staked)).kind, 'first');
    assert.equal((await claim('c', form('c'), 0n)).kind, 'first');
    assert.equal((await builds.readHours()).size, 0);
  });

  test('an hour slides: room comes back as what used it grows an hour old', async (t) => {
    const { stake, roomFor, pass } = await openHour(t, maker, 10n);
    await stake('a', 3n);
    await pass(1_000);
    await stake('b', 4n);
    await pass(1_000);
    await stake('c', 3n);
    assert.deepEqual(await roomFor(1n), [10n, HOUR - 2_000]);
    assert.deepEqual(await roomFor(3n), [10n, HOUR - 2_000]);
    assert.deepEqual(await roomFor(4n), [10n, HOUR - 1_000]);
    assert.deepEqual(await roomFor(10n), [10n, HOUR]);
    assert.deepEqual(await roomFor(11n), [10n, undefined]);
    await pass(HOUR - 2_001);
    assert.equal(await stake('d', 1n), 'hour-full');
    await pass(1);
    assert.deepEqual(await roomFor(3n), [7n, 0]);
    assert.equal(await stake('e', 3n), 'first');
    assert.equal(await stake('f', 1n), 'hour-full');
  });
});
