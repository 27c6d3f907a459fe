import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { forEachStore, type StoreMaker, sqlitePlace } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError } from '../problems/problem-error.ts';
import { createIdempotencyRecords } from '../store/idempotency-records.ts';
import { SQLITE_FILE, type StoreLocation } from '../store/open-store.ts';
import { type AnswerOnce, createAnswerOnce, type KeyedRequest } from './answer-once.ts';

const REQUEST: KeyedRequest = {
  keyHash: 'key',
  fingerprint: 'request',
  deadline: 10_000,
  isRepeatable: false,
  isBuild: false,
};
const NAMED = { field: 'stakeAccount', account: '11111111111111111111111111111112' };
const log = pino({ level: 'silent' });

async function startReplica(t: TestContext, at: StoreLocation): Promise<AnswerOnce> {
  const store = await openPatientStore(at);
  t.after(() => store.close());
  return createAnswerOnce({ records: createIdempotencyRecords(store), log, clock: STEADY_CLOCK });
}

async function startTwo(t: TestContext, { place }: StoreMaker): Promise<[AnswerOnce, AnswerOnce]> {
  const at = await place(t);
  return [await startReplica(t, at), await startReplica(t, at)];
}

/** A run that counts how often it was begun and answers when it is let. */
function createRun() {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  // It may fail before anybody waits for it.
  gate.promise.catch(() => undefined);
  const run = {
    count: 0,
    /** Resolves when it was begun for the first time. */
    begun: begun.promise,
    finish: gate.resolve,
    fail: gate.reject,
    async begin() {
      run.count += 1;
      begun.resolve();
      const answer = { number: run.count };
      await gate.promise;
      return answer;
    },
  };
  return run;
}

const slugIs = (slug: string) => (error: unknown) => isProblemError(error) && error.slug === slug;

forEachStore((stores) => {
  test('50 requests with one key on two replicas are one run and the same bytes', async (t) => {
    const replicas = await startTwo(t, stores);
    const run = createRun();
    const answers = Array.from({ length: 50 }, (_, i) => replicas[i % 2]?.(REQUEST, run.begin));
    await run.begun;
    run.finish();
    const bodies = await Promise.all(answers);
    assert.equal(run.count, 1);
    assert.deepEqual(new Set(bodies.map((answer) => answer?.body)), new Set(['{"number":1}']));
    assert.equal(bodies.filter((answer) => answer?.isReplay === false).length, 1);
  });

  test('whoever waits longer than the operation may take is told so, here and on another replica', async (t) => {
    const [one, other] = await startTwo(t, stores);
    const run = createRun();
    const first = one(REQUEST, run.begin);
    await run.begun;
    const impatient = { ...REQUEST, deadline: 100 };
    await assert.rejects(one(impatient, run.begin), slugIs('idempotency_in_progress'));
    await assert.rejects(other(impatient, run.begin), slugIs('idempotency_in_progress'));
    run.finish();
    assert.equal((await first).body, '{"number":1}');
    assert.equal(run.count, 1);
  });

  test('another request with a key in use is refused at once, here and on another replica', async (t) => {
    const [one, other] = await startTwo(t, stores);
    const run = createRun();
    const first = one(REQUEST, run.begin);
    await run.begun;
    const different = { ...REQUEST, fingerprint: 'different' };
    await assert.rejects(one(different, run.begin), slugIs('idempotency_mismatch'));
    await assert.rejects(other(different, run.begin), slugIs('idempotency_mismatch'));
    run.finish();
    await first;
    await assert.rejects(other(different, run.begin), slugIs('idempotency_mismatch'));
    assert.equal(run.count, 1);
  });

  test('another request under way does not stand between a key and its own request', async (t) => {
    const [one] = await startTwo(t, stores);
    const run = createRun();
    run.finish();
    const { body } = await one(REQUEST, run.begin);
    for (let i = 0; i < 20; i += 1) {
      const other = one({ ...REQUEST, fingerprint: 'different' }, run.begin);
      const replay = one(REQUEST, run.begin);
      await assert.rejects(other, slugIs('idempotency_mismatch'));
      assert.deepEqual(await replay, { body, isReplay: true });
    }
    assert.equal(run.count, 1);
  });

  test('a run an upstream failed is not kept, and its key stays with its request', async (t) => {
    const [one, other] = await startTwo(t, stores);
    const failing = createRun();
    failing.fail(problem('ROUTER_UNAVAILABLE', { fault: 'silent' }));
    await assert.rejects(one(REQUEST, failing.begin), slugIs('upstream_error'));
    const run = createRun();
    run.finish();
    await assert.rejects(
      other({ ...REQUEST, fingerprint: 'different' }, run.begin),
      slugIs('idempotency_mismatch'),
    );
    assert.deepEqual(await other(REQUEST, run.begin), { body: '{"number":1}', isReplay: false });
    assert.deepEqual(await one(REQUEST, run.begin), { body: '{"number":1}', isReplay: true });
  });

  test('a refusal after a run that an upstream failed does not take the key from its request', async (t) => {
    const [one, other] = await startTwo(t, stores);
    const failing = createRun();
    failing.fail(problem('LEDGER_UNAVAILABLE', { fault: 'silent' }));
    await assert.rejects(one(REQUEST, failing.begin), slugIs('upstream_error'));
    const refused = createRun();
    refused.fail(problem('TOKEN_EXPIRED', { seconds: 120 }));
    await assert.rejects(one(REQUEST, refused.begin), slugIs('forbidden'));
    const run = createRun();
    run.finish();
    const different = { ...REQUEST, fingerprint: 'different' };
    await assert.rejects(other(different, run.begin), slugIs('idempotency_mismatch'));
    assert.equal((await other(REQUEST, run.begin)).body, '{"number":1}');
  });

  test('those who waited here share a failure; on another replica the next one runs', async (t) => {
    const [one, other] = await startTwo(t, stores);
    const failing = createRun();
    const waiting = [one(REQUEST, failing.begin), one(REQUEST, failing.begin)];
    await failing.begun;
    const run = createRun();
    run.finish();
    const elsewhere = other(REQUEST, run.begin);
    failing.fail(problem('ROUTER_UNAVAILABLE', { fault: 'silent' }));
    for (const outcome of await Promise.allSettled(waiting)) {
      assert.ok(outcome.status === 'rejected' && slugIs('upstream_error')(outcome.reason));
    }
    assert.equal((await elsewhere).body, '{"number":1}');
    assert.equal(failing.count, 1);
  });

  test('a refusal that the caller alone can mend frees the key of a build, and of nothing else', async (t) => {
    const [one] = await startTwo(t, stores);
    const refusals = [
      problem('BELOW_MINIMUM_DELEGATION', { least: '1' }),
      problem('STAKE_ACCOUNT_NOT_FOUND', NAMED),
      problem('NOT_A_STAKE_ACCOUNT', NAMED),
    ];
    for (const [i, refusal] of refusals.entries()) {
      for (const isBuild of [true, false]) {
        const request = { ...REQUEST, keyHash: `key ${i} ${isBuild}`, isBuild };
        await assert.rejects(
          one(request, () => Promise.reject(refusal)),
          slugIs('upstream_error'),
        );
        const better = one({ ...request, fingerprint: 'better' }, async () => ({ number: 1 }));
        if (isBuild) assert.equal((await better).isReplay, false);
        else await assert.rejects(better, slugIs('idempotency_mismatch'));
      }
    }
  });

  test('a transaction that was withheld keeps the key of its build', async (t) => {
    const [one] = await startTwo(t, stores);
    const request = { ...REQUEST, isBuild: true };
    const withheld = problem('ROUTER_TRANSACTION_REFUSED', { rule: 'fee', words: 'costs too much' });
    await assert.rejects(
      one(request, () => Promise.reject(withheld)),
      slugIs('upstream_error'),
    );
    await assert.rejects(
      one({ ...request, fingerprint: 'other' }, async () => ({})),
      slugIs('idempotency_mismatch'),
    );
  });

  test('a refusal of the request itself leaves the key free for a better one', async (t) => {
    const [one, other] = await startTwo(t, stores);
    const refused = createRun();
    refused.fail(problem('AMOUNT_ZERO', { field: 'amount', rule: 'must be greater than zero' }));
    await assert.rejects(one(REQUEST, refused.begin), slugIs('invalid_request'));
    const run = createRun();
    run.finish();
    await other({ ...REQUEST, fingerprint: 'better' }, run.begin);
    assert.equal(run.count, 1);
  });
});

function lock({ dataDirectory }: StoreLocation): { release(): void } {
  const database = new DatabaseSync(join(dataDirectory, SQLITE_FILE));
  database.exec('BEGIN IMMEDIATE');
  return { release: () => database.close() };
}

test('a key that cannot be kept is refused, and nothing runs', async (t) => {
  const at = await sqlitePlace(t);
  const answerOnce = await startReplica(t, at);
  const run = createRun();
  run.finish();
  const locked = lock(at);
  await assert.rejects(answerOnce(REQUEST, run.begin), (error) => {
    assert.ok(isProblemError(error) && error.slug === 'service_unavailable');
    assert.equal(error.headers['Retry-After'], '2');
    return true;
  });
  locked.release();
  assert.equal(run.count, 0);
  assert.equal((await answerOnce(REQUEST, run.begin)).isReplay, false);
});

test('an answer that cannot be kept is given only where the request alone leads to it', async (t) => {
  for (const isRepeatable of [true, false]) {
    const at = await sqlitePlace(t);
    const answerOnce = await startReplica(t, at);
    const run = createRun();
    const answer = answerOnce({ ...REQUEST, isRepeatable }, run.begin);
    await run.begun;
    const locked = lock(at);
    run.finish();
    if (isRepeatable) assert.equal((await answer).body, '{"number":1}');
    else await assert.rejects(answer, slugIs('service_unavailable'));
    locked.release();
  }
});

test('a run that was taken over gives the answer that is kept, not its own', async (t) => {
  const at = await sqlitePlace(t);
  const [late, next] = [await startReplica(t, at), await startReplica(t, at)];
  const frozen = createRun();
  const answer = late(REQUEST, frozen.begin);
  await frozen.begun;
  const store = await openPatientStore(at);
  await createIdempotencyRecords(store).releaseAll();
  await store.close();
  const kept = await next(REQUEST, async () => ({ number: 'kept' }));
  frozen.finish();
  assert.deepEqual(await answer, { body: kept.body, isReplay: true });
});
