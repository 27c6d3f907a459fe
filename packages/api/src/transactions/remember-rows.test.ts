import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import type { Store } from '../store/open-store.ts';
import { createPendingTransactions } from '../store/pending-transactions.ts';
import type { PendingTransactionRow } from '../store/schema.ts';
import { rememberRows } from './remember-rows.ts';

const LEASE = 3_000;
const HOUR = 3_600_000;
const toTransaction = (signature: string) => ({ signature, base64: 'AQ==', lastValidBlockHeight: 7n });

/** Copies the rows, and puts the copy in their place later, as a failover to an older copy does. */
async function copyRows({ db }: Store): Promise<() => Promise<void>> {
  const rows: PendingTransactionRow[] = await db.selectFrom('pending_transactions').selectAll().execute();
  return async () => {
    await db.deleteFrom('pending_transactions').execute();
    if (rows.length > 0) await db.insertInto('pending_transactions').values(rows).execute();
  };
}

function start(store: Store, holder = 'one') {
  const clock = createManualClock();
  const rows = createPendingTransactions(store);
  const told: string[] = [];
  const memory = rememberRows(rows, [holder, `${holder}+`], {
    clock,
    onSetBack: () => void told.push('set back'),
  });
  return { ...memory, clock, rows, told };
}

forEachStore(({ open }) => {
  const begin = async (t: TestContext) => {
    const store = await open(t);
    return { store, ...start(store) };
  };

  test('a store that has what it acknowledged is not called set back', async (t) => {
    const { pending, beat, rows, told } = await begin(t);
    for (const name of ['a', 'b', 'c', 'd']) {
      await beat(LEASE);
      await pending.add(toTransaction(name), 'one', LEASE);
    }
    await pending.addHanded(toTransaction('handed'), 'one');
    await pending.refuse('a', 'one');
    await pending.withdraw('b', 'one');
    await pending.resolve(['c', 'handed']);
    await rows.purge();
    for (let i = 0; i < 3; i += 1) await beat(LEASE);
    assert.deepEqual(told, []);
    assert.equal(await rows.isAnyUnheard(), false);
  });

  test('a refusal of what nobody had sent is missed where it is lost', async (t) => {
    const { store, pending, beat, told } = await begin(t);
    await beat(LEASE);
    const restore = await copyRows(store);
    assert.equal(await pending.refuseUnsent(toTransaction('a')), true);
    await restore();
    await beat(LEASE);
    assert.deepEqual(told, ['set back']);
  });

  test('what could not be refused is no row that is missed', async (t) => {
    const { pending, beat, rows, told } = await begin(t);
    await beat(LEASE);
    await rows.beat('killed', 1, 0);
    assert.equal(await pending.refuseUnsent(toTransaction('a')), false);
    await beat(LEASE);
    assert.deepEqual(told, []);
  });

  test('a heartbeat that is lost tells, once, and refusals are not proved for a while', async (t) => {
    const { store, beat, rows, told } = await begin(t);
    await beat(LEASE);
    const restore = await copyRows(store);
    await beat(LEASE);
    await beat(LEASE);
    await restore();
    await beat(LEASE);
    assert.deepEqual(told, ['set back']);
    assert.equal(await rows.isAnyUnheard(), true);
    await beat(LEASE);
    assert.deepEqual(told, ['set back']);
  });

  test('a copy from before the process began tells, and so does an empty one', async (t) => {
    const { store, beat, told } = await begin(t);
    const restore = await copyRows(store);
    await beat(LEASE);
    await restore();
    await beat(LEASE);
    assert.equal(told.length, 1);
  });

  test('one row that was stored since the last heartbeat and is lost tells', async (t) => {
    const { store, pending, beat, told } = await begin(t);
    await beat(LEASE);
    await pending.add(toTransaction('kept'), 'one', LEASE);
    const restore = await copyRows(store);
    await pending.addHanded(toTransaction('lost'), 'one');
    await restore();
    await beat(LEASE);
    assert.deepEqual(told, ['set back']);
    await beat(LEASE);
    assert.equal(told.length, 1);
  });

  test('what was refused and is there again is sent by nobody, and called unsent by nobody', async (t) => {
    const { store, pending, beat, rows } = await begin(t);
    await pending.add(toTransaction('refused'), 'one', LEASE);
    await pending.add(toTransaction('followed'), 'one+', LEASE);
    await beat(LEASE);
    const restore = await copyRows(store);
    await rows.refuse('refused', 'one');
    await beat(LEASE);
    await restore();
    await beat(LEASE);
    await rows.handOver(['one', 'one+']);
    assert.deepEqual(await rows.resume('other+', 'other', LEASE), []);
    assert.equal(await rows.isKnown('refused'), true);
    assert.equal(await rows.withdraw('refused', 'one'), false);
  });

  test('what one process has lost, another does not call lost', async (t) => {
    const { store, beat, told } = await begin(t);
    const other = start(store, 'other');
    await beat(LEASE);
    await other.beat(LEASE);
    const restore = await copyRows(store);
    await other.pending.add(toTransaction('lost'), 'other', LEASE);
    await restore();
    await beat(LEASE);
    await other.beat(LEASE);
    assert.deepEqual([told, other.told], [[], ['set back']]);
  });

  test('a heartbeat whose answer was lost is said again', async (t) => {
    const { beat, rows, told } = await begin(t);
    await beat(LEASE);
    await rows.beat('one', 2, LEASE);
    await beat(LEASE);
    await beat(LEASE);
    assert.deepEqual(told, []);
  });

  test('rows that are withdrawn while they are compared are not lost', async (t) => {
    const { store } = await begin(t);
    const rows = createPendingTransactions(store);
    const told: string[] = [];
    const memory = rememberRows(
      {
        ...rows,
        async listAbsent(signatures) {
          await memory.pending.withdraw('a', 'one');
          return await rows.listAbsent(signatures);
        },
      },
      ['one'],
      { clock: createManualClock(), onSetBack: () => void told.push('set back') },
    );
    await memory.pending.add(toTransaction('a'), 'one', LEASE);
    await memory.beat(LEASE);
    assert.deepEqual(told, []);
  });

  test('after an hour without the store, rows that were deleted meanwhile are not lost', async (t) => {
    const { store, pending, beat, clock, told } = await begin(t);
    await beat(LEASE);
    await pending.addHanded(toTransaction('old'), 'one');
    await store.db.deleteFrom('pending_transactions').execute();
    await clock.pass(HOUR);
    await beat(LEASE);
    assert.deepEqual(told, []);
    const restore = await copyRows(store);
    await beat(LEASE);
    await restore();
    await beat(LEASE);
    assert.equal(told.length, 1);
  });
});
