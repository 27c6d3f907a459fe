import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { openSqliteHere } from '../../test/open-sqlite-here.ts';
import { type Begun, createIdempotencyRecords, type Reservation } from './idempotency-records.ts';
import type { Store } from './open-store.ts';
import { createSoleRecords, type SoleRecords } from './sole-records.ts';
import { StoreFault } from './store-fault.ts';

const LEASE = 10_000;
const ANSWER = { status: 200, body: '{"transaction":"AQAB","notes":"\\u00fc"}' };

async function open(t: TestContext): Promise<Store & { readonly seen: { count: number } }> {
  const seen = { count: 0 };
  const onQuery = () => {
    seen.count += 1;
  };
  const store = await openPatientStore(await sqlitePlace(t), { openFile: openSqliteHere, onQuery });
  t.after(() => store.close());
  return { ...store, seen };
}

/** The records as they are a moment after a start. */
async function start(store: Store): Promise<SoleRecords> {
  const records = createSoleRecords(store);
  while (!(await records.learn()));
  return records;
}

const begin = (records: SoleRecords, key: string, request = 'request') =>
  records.begin(key, request, LEASE, true);

function getReservation(begun: Begun): Reservation {
  assert.equal(begun.kind, 'reserved');
  return (begun as { reservation: Reservation }).reservation;
}

const countRows = async (store: Store) =>
  (await store.db.selectFrom('idempotency_records').select('id').execute()).length;

test('a new key is reserved without the store, and its answer is the first that is written of it', async (t) => {
  const store = await open(t);
  const records = await start(store);
  const before = store.seen.count;
  const reservation = getReservation(await begin(records, 'key'));
  assert.deepEqual(await begin(records, 'key'), { kind: 'busy' });
  assert.deepEqual(await begin(records, 'key', 'other'), { kind: 'mismatch' });
  assert.equal(store.seen.count, before);
  assert.equal(await records.finish(reservation, ANSWER), true);
  assert.equal(store.seen.count, before + 1);
  assert.deepEqual(await begin(records, 'key'), { kind: 'answered', answer: ANSWER });
  assert.equal(store.seen.count, before + 2);
  assert.deepEqual(await begin(records, 'key', 'other'), { kind: 'mismatch' });
});

test('what was answered before the start is known, whether all keys were read or not', async (t) => {
  const store = await open(t);
  const former = await start(store);
  await former.finish(getReservation(await begin(former, 'key')), ANSWER);
  const records = createSoleRecords(store);
  for (;;) {
    assert.deepEqual(await begin(records, 'key'), { kind: 'answered', answer: ANSWER });
    assert.deepEqual(await begin(records, 'key', 'other'), { kind: 'mismatch' });
    if (await records.learn()) break;
  }
  assert.deepEqual(await begin(records, 'key'), { kind: 'answered', answer: ANSWER });
});

test('a run that dies leaves nothing: its key is free for any request', async (t) => {
  const store = await open(t);
  getReservation(await begin(await start(store), 'key'));
  assert.equal(await countRows(store), 0);
  getReservation(await begin(await start(store), 'key', 'other'));
});

test('a run that may have done something is a row from its beginning on', async (t) => {
  const store = await open(t);
  const records = await start(store);
  const reservation = getReservation(await records.begin('key', 'request', LEASE));
  assert.equal(await countRows(store), 1);
  assert.deepEqual(await (await start(store)).begin('key', 'request', LEASE), { kind: 'busy' });
  assert.equal(await records.finish(reservation, ANSWER), true);
  assert.deepEqual(await records.begin('key', 'request', LEASE), { kind: 'answered', answer: ANSWER });
});

test('a key that is opened again stays with its request, also after a start', async (t) => {
  const store = await open(t);
  const first = await start(store);
  await first.reopen(getReservation(await begin(first, 'key')));
  const records = await start(store);
  for (const each of [first, records])
    assert.deepEqual(await begin(each, 'key', 'other'), { kind: 'mismatch' });
  const again = getReservation(await begin(records, 'key'));
  assert.equal(again.isTakenOver, true);
  assert.deepEqual(await begin(records, 'key'), { kind: 'busy' });
  assert.equal(await records.finish(again, ANSWER), true);
  assert.deepEqual(await begin(records, 'key'), { kind: 'answered', answer: ANSWER });
});

test('a key that is forgotten is free, and no row tells of it', async (t) => {
  const store = await open(t);
  const records = await start(store);
  await records.forget(getReservation(await begin(records, 'key')));
  const other = getReservation(await begin(records, 'key', 'other'));
  assert.equal(await countRows(store), 0);
  await records.finish(other, ANSWER);
  assert.equal((await begin(records, 'key')).kind, 'mismatch');
});

test('of two that look for a key at once one has it', async (t) => {
  const records = createSoleRecords(await open(t));
  const begun = await Promise.all([
    begin(records, 'key'),
    begin(records, 'key', 'other'),
    begin(records, 'key'),
  ]);
  assert.deepEqual(
    begun.map(({ kind }) => kind),
    ['reserved', 'mismatch', 'busy'],
  );
});

test('of two processes at one key the first answer is the only one', async (t) => {
  const store = await open(t);
  const [one, other] = [await start(store), await start(store)];
  const runs = [getReservation(await begin(one, 'key')), getReservation(await begin(other, 'key'))] as const;
  assert.equal(await one.finish(runs[0], ANSWER), true);
  assert.equal(await other.finish(runs[1], { status: 200, body: '"late"' }), false);
  for (const each of [one, other]) {
    assert.deepEqual(await begin(each, 'key'), { kind: 'answered', answer: ANSWER });
  }
});

test('a row that another process reserved is not answered for it', async (t) => {
  const store = await open(t);
  const records = await start(store);
  const mine = getReservation(await begin(records, 'key'));
  const theirs = getReservation(await createIdempotencyRecords(store).begin('key', 'request', LEASE));
  assert.equal(await records.finish(mine, ANSWER), false);
  assert.deepEqual(await begin(records, 'key'), { kind: 'busy' });
  await createIdempotencyRecords(store).finish(theirs, { status: 200, body: '"theirs"' });
  assert.deepEqual(await begin(records, 'key'), {
    kind: 'answered',
    answer: { status: 200, body: '"theirs"' },
  });
});

test('after its day a key is free for any request', async (t) => {
  const store = await open(t);
  const records = await start(store);
  await records.finish(getReservation(await begin(records, 'key')), ANSWER);
  const day = 24 * 60 * 60 * 1_000 + 1;
  await sql`update idempotency_records set created_at = created_at - ${day}`.execute(store.db);
  const other = getReservation(await begin(records, 'key', 'other'));
  assert.equal(await records.finish(other, { status: 200, body: '"other"' }), true);
  assert.equal((await begin(records, 'key')).kind, 'mismatch');
});

test('with no room for more the keys there are answer, and no other runs', async (t) => {
  const store = await open(t);
  const records = createSoleRecords(store, { limit: 1 });
  while (!(await records.learn()));
  await records.finish(getReservation(await begin(records, 'key')), ANSWER);
  assert.deepEqual(await records.measure(), { isFull: true });
  await assert.rejects(begin(records, 'new'), StoreFault);
  assert.equal((await begin(records, 'key')).kind, 'answered');
  await sql`delete from idempotency_records`.execute(store.db);
  assert.deepEqual(await records.measure(), { isFull: false });
  getReservation(await begin(records, 'new'));
});

test('an answer that cannot be written frees its key, and is given when it was written all the same', async (t) => {
  const store = await open(t);
  const records = await start(store);
  const run = getReservation(await begin(records, 'key'));
  await sql`pragma query_only = on`.execute(store.db);
  await assert.rejects(records.finish(run, ANSWER), StoreFault);
  await sql`pragma query_only = off`.execute(store.db);
  const again = getReservation(await begin(records, 'key'));
  // As a write does that nobody waited for any longer.
  await records.finish(run, ANSWER);
  assert.equal(await records.finish(again, { status: 200, body: '"again"' }), false);
  assert.deepEqual(await begin(records, 'key'), { kind: 'answered', answer: ANSWER });
});

/** Numbers in an order that looks drawn, the same for one seed. */
function createDice(seed: number) {
  let state = seed + 1;
  return (below: number) => {
    state = (Math.imul(state, 48_271) >>> 0) % 0x7fffffff;
    return state % below;
  };
}

type Run = { readonly reservation: Reservation; readonly request: string };

/** A process that is started again and again, and all that it was told. */
function createLife(seed: number, store: Store) {
  let records = createSoleRecords(store);
  let runs: Run[] = [];
  return {
    async begin(key: string, request: string) {
      const begun = await begin(records, key, request);
      if (begun.kind === 'reserved') runs.push({ reservation: begun.reservation, request });
      return begun;
    },
    takeRun: (at: number) => runs.splice(at % Math.max(runs.length, 1), 1)[0],
    get records() {
      return records;
    },
    /** Dies at once; what it has asked of the store last may be done or not. */
    die(isAsked: boolean, step: number) {
      const [last] = runs;
      if (isAsked && last !== undefined) void records.finish(last.reservation, printAnswer(seed, step));
      records = createSoleRecords(store);
      runs = [];
    },
  };
}

const printAnswer = (seed: number, step: number) => ({ status: 200, body: `answer ${seed} ${step}` });

type Life = ReturnType<typeof createLife>;
type Given = { readonly request: string; readonly body: string; readonly by: Life };

/** What was given stands: only the process that was not told of it may begin in vain. */
async function ask(life: Life, key: string, request: string, first: Given | undefined): Promise<void> {
  const begun = await life.begin(key, request);
  if (first === undefined || (begun.kind === 'reserved' && first.by !== life)) return;
  const expected = { kind: 'answered', answer: { status: 200, body: first.body } };
  assert.deepEqual(begun, first.request === request ? expected : { kind: 'mismatch' });
}

/** Two processes at one file, which is one more than there should be, and both die at any moment. */
async function runHistory(seed: number, store: Store): Promise<number> {
  const roll = createDice(seed);
  const lives = [createLife(seed, store), createLife(seed, store)];
  const given = new Map<string, Given>();
  const answer = async (life: Life, { reservation, request }: Run, step: number) => {
    const printed = printAnswer(seed, step);
    if (!(await life.records.finish(reservation, printed))) return;
    assert.ok(!given.has(reservation.keyHash), 'a second answer');
    given.set(reservation.keyHash, { request, body: printed.body, by: life });
  };
  const end = async (life: Life, what: number, step: number) => {
    const run = life.takeRun(roll(5));
    if (run === undefined) return;
    if (what === 6) await life.records.forget(run.reservation);
    else if (what === 7) await life.records.reopen(run.reservation);
    else await answer(life, run, step);
  };
  for (let step = 0; step < 60; step += 1) {
    const life = lives[roll(4) === 0 ? 1 : 0] ?? assert.fail();
    const [key, what] = [`key ${seed} ${roll(3)}`, roll(10)];
    if (what < 4) await ask(life, key, `request ${roll(2)}`, given.get(key));
    else if (what === 4) await life.records.learn();
    else if (what === 5) life.die(roll(2) === 0, step);
    else await end(life, what, step);
  }
  return given.size;
}

test('whoever dies when, an answer that was given is the only one of its key', async (t) => {
  const store = await open(t);
  let given = 0;
  for (let seed = 0; seed < 12; seed += 1) {
    given += await runHistory(seed, store).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
  }
  assert.ok(given > 12, `only ${given} answers were given`);
});
