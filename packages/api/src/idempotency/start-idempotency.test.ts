import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { sqlitePlace } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { openSqliteHere } from '../../test/open-sqlite-here.ts';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { SYSTEM_RANDOM } from '../keys/random.ts';
import { isProblemError } from '../problems/problem-error.ts';
import { createIdempotencyRecords } from '../store/idempotency-records.ts';
import type { Store } from '../store/open-store.ts';
import { startIdempotency } from './start-idempotency.ts';

/** Starts on a store with a key that is in use, and waits until the start has done its work. */
async function startBeside(t: TestContext, kind: Store['kind']) {
  const store = await openPatientStore(await sqlitePlace(t));
  t.after(() => store.close());
  const begin = () => createIdempotencyRecords(store).begin('left', 'request', 60_000);
  assert.equal((await begin()).kind, 'reserved');
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => lines.push(line) });
  // The room is measured after keys were freed.
  const ports = { store: { ...store, kind }, log, clock: STEADY_CLOCK, random: SYSTEM_RANDOM };
  t.after(startIdempotency(ports, 0).close);
  while (lines.length === 0) await store.db.selectFrom('idempotency_records').select('id').execute();
  return (await begin()).kind;
}

test('a key that the last process of a file was at is free for its request', async (t) => {
  assert.equal(await startBeside(t, 'sqlite'), 'reserved');
});

test('a key that another replica may be at is not', async (t) => {
  assert.equal(await startBeside(t, 'postgresql'), 'busy');
});

const REQUEST = { fingerprint: 'request', deadline: 1_000, isRepeatable: false, isBuild: false };

test('where there is no room for new keys they are refused, and nothing runs', async (t) => {
  const store = await openPatientStore(await sqlitePlace(t));
  t.after(() => store.close());
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => lines.push(line) });
  const { answerOnce, close } = startIdempotency(
    { store, log, clock: STEADY_CLOCK, random: SYSTEM_RANDOM },
    0,
  );
  t.after(close);
  for (let tries = 0; lines.length === 0; tries += 1) {
    assert.ok(tries < 10_000, 'nothing is said of the room');
    await store.db.selectFrom('idempotency_records').select('id').execute();
  }
  assert.match(lines.join(''), /no room for new idempotency keys/);
  let runs = 0;
  const run = async () => {
    runs += 1;
    return {};
  };
  await assert.rejects(
    answerOnce({ ...REQUEST, keyHash: 'new' }, run),
    (error) => isProblemError(error) && error.slug === 'service_unavailable',
  );
  assert.equal(runs, 0);
});

test('one process of a file soon knows its keys, and runs a new one without asking', async (t) => {
  const seen = { count: 0 };
  const onQuery = () => {
    seen.count += 1;
  };
  const store = await openPatientStore(await sqlitePlace(t), { openFile: openSqliteHere, onQuery });
  t.after(() => store.close());
  await createIdempotencyRecords(store).begin('left', 'request', 60_000);
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  const { answerOnce, close } = startIdempotency({ store, log, clock, random: SYSTEM_RANDOM });
  // Less than the pause between two looks at what is known already.
  for (let i = 0; i < 10; i += 1) await clock.pass(100);
  const before = seen.count;
  const request = { ...REQUEST, isBuild: true, isRepeatable: true, keyHash: 'new' };
  const { isReplay } = await answerOnce(request, async () => ({}));
  assert.deepEqual([isReplay, seen.count - before], [false, 1]);
  assert.equal((await answerOnce(request, () => assert.fail('runs again'))).isReplay, true);
  await close();
  assert.equal(clock.pending, 0);
});

test('replicas on one database learn no keys, and complain of nothing', async (t) => {
  const store = await openPatientStore(await sqlitePlace(t), { openFile: openSqliteHere });
  t.after(() => store.close());
  const clock = createManualClock();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const { close } = startIdempotency({
    store: { ...store, kind: 'postgresql' },
    log,
    clock,
    random: SYSTEM_RANDOM,
  });
  await clock.pass(1_000);
  assert.deepEqual(lines, []);
  await close();
});
