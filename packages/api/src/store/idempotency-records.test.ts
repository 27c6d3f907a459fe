import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { sql } from 'kysely';
import { forEachStore, sqlitePlace } from '../../test/for-each-store.ts';
import { letPass } from '../../test/let-pass.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import {
  type Begun,
  createIdempotencyRecords,
  KEPT_MILLISECONDS,
  type Reservation,
} from './idempotency-records.ts';
import { openStore } from './open-store.ts';
import { StoreFault } from './store-fault.ts';

const LEASE = 10_000;
const ANSWER = { status: 200, body: '{"transaction":"AQAB","notes":"\\u00fc"}' };

function getReservation(begun: Begun): Reservation {
  assert.equal(begun.kind, 'reserved');
  return (begun as { reservation: Reservation }).reservation;
}

const FAULTS: Readonly<Record<string, [string, string]>> = {
  'a full disk': ['pragma max_page_count = 1', 'pragma max_page_count = 1000000'],
  'a read-only file': ['pragma query_only = on', 'pragma query_only = off'],
};
for (const [name, [begin, end]] of Object.entries(FAULTS)) {
  test(`${name} keeps no key, loses none, and is over when it is over`, async (t) => {
    const store = await openPatientStore(await sqlitePlace(t));
    t.after(() => store.close());
    const records = createIdempotencyRecords(store);
    await records.finish(getReservation(await records.begin('old', 'request', LEASE)), ANSWER);
    const running = getReservation(await records.begin('running', 'request', LEASE));
    await sql.raw(begin).execute(store.db);
    // Pages that are there take some more rows before the disk is needed.
    const writes = Array.from({ length: 300 }, (_, i) =>
      records.begin(`new-${i}`, 'request'.repeat(40), LEASE),
    );
    const outcomes = await Promise.allSettled(writes);
    const failed = outcomes.filter((each) => each.status === 'rejected');
    assert.ok(failed.length > 0);
    for (const { reason } of failed) assert.ok(reason instanceof StoreFault, String(reason));
    assert.equal((await records.begin('old', 'request', LEASE)).kind, 'answered');
    assert.equal((await records.begin('old', 'other', LEASE)).kind, 'mismatch');
    await sql.raw(end).execute(store.db);
    assert.equal(await records.finish(running, ANSWER), true);
    const { rows } = await sql<{ count: number }>`select count(*) as count from idempotency_records`.execute(
      store.db,
    );
    assert.equal(rows[0]?.count, 2 + outcomes.length - failed.length);
    getReservation(await records.begin('later', 'request', LEASE));
  });
}

describe('keys on PostgreSQL', () => {
  test('a key that somebody else is writing holds up its own request, and none that was sent with it', async (t) => {
    const at = { databaseUrl: await createSharedDatabase(), dataDirectory: '' };
    const [store, other] = [await openStore(at), await openPatientStore(at)];
    t.after(() => Promise.all([store.close(), other.close()]));
    const records = createIdempotencyRecords(store);
    const written = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const writing = other.db.transaction().execute(async (trx) => {
      await createIdempotencyRecords({ ...other, db: trx }).begin('b', 'request', LEASE);
      written.resolve();
      await released.promise;
    });
    await written.promise;
    const begun = await Promise.allSettled(
      ['a', 'b', 'c'].map((key) => records.begin(key, 'request', LEASE)),
    );
    released.resolve();
    await writing;
    const kinds = begun.map((each) => (each.status === 'fulfilled' ? each.value.kind : each.reason.code));
    assert.deepEqual(kinds, ['reserved', '55P03', 'reserved']);
    assert.equal((await records.begin('b', 'request', LEASE)).kind, 'busy');
  });

  test('two requests with one key in one statement: one has the key', async (t) => {
    const store = await openPatientStore({ databaseUrl: await createSharedDatabase(), dataDirectory: '' });
    t.after(() => store.close());
    const records = createIdempotencyRecords(store);
    const begun = await Promise.all(
      ['one', 'other', 'one'].map((request) => records.begin('key', request, LEASE)),
    );
    assert.deepEqual(
      begun.map(({ kind }) => kind),
      ['reserved', 'mismatch', 'busy'],
    );
  });

  test('of answers in one statement, one that came too late is told so, and the others are kept', async (t) => {
    const store = await openPatientStore({ databaseUrl: await createSharedDatabase(), dataDirectory: '' });
    t.after(() => store.close());
    const records = createIdempotencyRecords(store);
    const keys = Array.from({ length: 20 }, (_, i) => `key-${i}`);
    const runs = await Promise.all(
      keys.map(async (key) => getReservation(await records.begin(key, 'r', LEASE))),
    );
    await letPass(store, LEASE);
    getReservation(await records.begin('key-7', 'r', LEASE));
    const kept = await Promise.all(
      runs.map((run, i) => records.finish(run, { status: 200, body: `"${i}\\{}"` })),
    );
    assert.deepEqual(
      kept,
      keys.map((key) => key !== 'key-7'),
    );
    const read = await Promise.all(keys.map((key) => records.begin(key, 'r', LEASE)));
    for (const [i, each] of read.entries()) {
      if (i === 7) assert.deepEqual(each, { kind: 'busy' });
      else assert.deepEqual(each, { kind: 'answered', answer: { status: 200, body: `"${i}\\{}"` } });
    }
  });
});

forEachStore(({ open, place }) => {
  test('a key is claimed once, and its answer comes back byte by byte', async (t) => {
    const records = createIdempotencyRecords(await open(t));
    const reservation = getReservation(await records.begin('key', 'request', LEASE));
    assert.deepEqual(await records.begin('key', 'request', LEASE), { kind: 'busy' });
    assert.equal(await records.finish(reservation, ANSWER), true);
    assert.deepEqual(await records.begin('key', 'request', LEASE), { kind: 'answered', answer: ANSWER });
  });

  test('a key with another request is a mismatch before, while and after its request runs', async (t) => {
    const records = createIdempotencyRecords(await open(t));
    const reservation = getReservation(await records.begin('key', 'request', LEASE));
    assert.deepEqual(await records.begin('key', 'other', LEASE), { kind: 'mismatch' });
    await records.reopen(reservation);
    assert.deepEqual(await records.begin('key', 'other', LEASE), { kind: 'mismatch' });
    await records.finish(getReservation(await records.begin('key', 'request', LEASE)), ANSWER);
    assert.deepEqual(await records.begin('key', 'other', LEASE), { kind: 'mismatch' });
  });

  test('a key that was forgotten is free for any request', async (t) => {
    const records = createIdempotencyRecords(await open(t));
    await records.forget(getReservation(await records.begin('key', 'request', LEASE)));
    getReservation(await records.begin('key', 'other', LEASE));
  });

  test('forgetting and reopening touch no answer that is kept', async (t) => {
    const records = createIdempotencyRecords(await open(t));
    const late = getReservation(await records.begin('key', 'request', 0));
    await sleep(2);
    await records.finish(getReservation(await records.begin('key', 'request', LEASE)), ANSWER);
    await records.forget(late);
    await records.reopen(late);
    assert.equal((await records.begin('key', 'request', LEASE)).kind, 'answered');
  });

  test('of many that ask at once, in two processes, one gets the key', async (t) => {
    const at = await place(t);
    const stores = [await openPatientStore(at), await openPatientStore(at)] as const;
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const processes = stores.map((store) => createIdempotencyRecords(store));
    for (let round = 0; round < 5; round += 1) {
      const begun = await Promise.all(
        Array.from({ length: 40 }, (_, i) => processes[i % 2]?.begin(`key-${round}`, 'request', LEASE)),
      );
      const kinds = begun.map((each) => each?.kind).toSorted();
      assert.deepEqual(kinds, [...Array(39).fill('busy'), 'reserved']);
    }
  });

  test('a run whose lease ended is taken over, and comes too late itself', async (t) => {
    const store = await open(t);
    const records = createIdempotencyRecords(store);
    const frozen = getReservation(await records.begin('key', 'request', LEASE));
    await letPass(store, LEASE - 2_000);
    assert.equal((await records.begin('key', 'request', LEASE)).kind, 'busy');
    await letPass(store, 2_000);
    const next = getReservation(await records.begin('key', 'request', LEASE));
    assert.equal(await records.finish(frozen, { status: 200, body: '"late"' }), false);
    assert.equal(await records.finish(next, ANSWER), true);
    assert.equal(await records.finish(frozen, { status: 200, body: '"later"' }), false);
    assert.deepEqual(await records.begin('key', 'request', LEASE), { kind: 'answered', answer: ANSWER });
  });

  test('a late run does not answer for a request that was given its key after it was forgotten', async (t) => {
    const store = await open(t);
    const records = createIdempotencyRecords(store);
    const frozen = getReservation(await records.begin('key', 'request', LEASE));
    await letPass(store, LEASE);
    await records.forget(getReservation(await records.begin('key', 'request', LEASE)));
    const other = getReservation(await records.begin('key', 'other', LEASE));
    assert.equal(await records.finish(frozen, ANSWER), false);
    assert.equal(await records.finish(other, { status: 200, body: '"other"' }), true);
  });

  test('leases that a process left behind can be ended at once', async (t) => {
    const records = createIdempotencyRecords(await open(t));
    const left = getReservation(await records.begin('key', 'request', LEASE));
    await records.releaseAll();
    const next = getReservation(await records.begin('key', 'request', LEASE));
    assert.equal(await records.finish(left, ANSWER), false);
    assert.equal(await records.finish(next, ANSWER), true);
  });

  test('of many that find a lease ended, one takes over', async (t) => {
    const store = await open(t);
    const records = createIdempotencyRecords(store);
    await records.begin('key', 'request', LEASE);
    await letPass(store, LEASE);
    const begun = await Promise.all(Array.from({ length: 20 }, () => records.begin('key', 'request', LEASE)));
    assert.equal(begun.filter(({ kind }) => kind === 'reserved').length, 1);
  });

  test('an answer stands for 24 hours by the clock of the database, and not a second longer', async (t) => {
    const store = await open(t);
    const records = createIdempotencyRecords(store);
    await records.finish(getReservation(await records.begin('key', 'request', LEASE)), ANSWER);
    await letPass(store, KEPT_MILLISECONDS - 5_000);
    assert.equal((await records.begin('key', 'request', LEASE)).kind, 'answered');
    assert.equal((await records.begin('key', 'other', LEASE)).kind, 'mismatch');
    await letPass(store, 5_001);
    getReservation(await records.begin('key', 'other', LEASE));
  });

  test('purging deletes what is over a day old, in batches, and nothing younger or running', async (t) => {
    const store = await open(t);
    const records = createIdempotencyRecords(store);
    const answer = async (key: string) =>
      records.finish(getReservation(await records.begin(key, 'request', LEASE)), ANSWER);
    // No more at once than there are connections: who waits longer than a request may is refused.
    for (let first = 0; first < 1_100; first += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, i) => answer(`old-${first + i}`)));
    }
    await letPass(store, KEPT_MILLISECONDS + 1);
    const running = getReservation(await records.begin('running', 'request', 2 * KEPT_MILLISECONDS));
    await letPass(store, KEPT_MILLISECONDS + 1);
    await answer('young');
    assert.equal(await records.purge(), 1_100);
    assert.equal(await records.purge(), 0);
    assert.equal((await records.begin('young', 'request', LEASE)).kind, 'answered');
    assert.equal(await records.finish(running, ANSWER), true);
  });

  test('as many records as there may be know their keys and take no other', async (t) => {
    const store = await open(t);
    const records = createIdempotencyRecords(store, { limit: 3 });
    // Numbers given in vain: they must not count.
    for (let i = 0; i < 5; i += 1)
      await records.forget(getReservation(await records.begin('gone', 'request', LEASE)));
    await records.finish(getReservation(await records.begin('answered', 'request', LEASE)), ANSWER);
    await records.reopen(getReservation(await records.begin('failed', 'request', LEASE)));
    assert.deepEqual(await records.measure(), { isFull: false });
    await records.begin('running', 'request', LEASE);
    assert.deepEqual(await records.measure(), { isFull: true });
    await assert.rejects(records.begin('new', 'request', LEASE), StoreFault);
    assert.equal((await records.begin('answered', 'request', LEASE)).kind, 'answered');
    assert.equal((await records.begin('answered', 'other', LEASE)).kind, 'mismatch');
    assert.equal((await records.begin('running', 'request', LEASE)).kind, 'busy');
    await records.forget(getReservation(await records.begin('failed', 'request', LEASE)));
    assert.deepEqual(await records.measure(), { isFull: false });
    getReservation(await records.begin('new', 'request', LEASE));
  });

  test('keys that read like SQL or paths are data', async (t) => {
    const store = await open(t);
    const records = createIdempotencyRecords(store);
    for (const key of ["'; drop table idempotency_records; --", '../../etc/passwd', '%00', '$1', '?']) {
      await records.finish(getReservation(await records.begin(key, key, LEASE)), { status: 200, body: key });
      assert.deepEqual(await records.begin(key, key, LEASE), {
        kind: 'answered',
        answer: { status: 200, body: key },
      });
    }
  });
});
