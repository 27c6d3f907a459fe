import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError } from '../problems/problem-error.ts';
import type { Begun, IdempotencyRecords } from '../store/idempotency-records.ts';
import { StoreFault } from '../store/index.ts';
import { createAnswerOnce, type KeyedRequest } from './answer-once.ts';

const REQUEST: KeyedRequest = {
  keyHash: 'key',
  fingerprint: 'request',
  deadline: 10_000,
  isRepeatable: false,
  isBuild: false,
};
const log = pino({ level: 'silent' });
const RESERVED: Begun = {
  kind: 'reserved',
  reservation: { keyHash: 'key', holder: 'me', isTakenOver: false },
};
const TAKEN_OVER: Begun = {
  kind: 'reserved',
  reservation: { keyHash: 'key', holder: 'me', isTakenOver: true },
};

/** Records that say what they are told, in turn, the last for ever; `calls` are those that change something. */
function start(begun: readonly Begun[], finish: () => Promise<boolean> = async () => true) {
  const clock = createManualClock();
  const calls: string[] = [];
  const leases: number[] = [];
  const records: Partial<IdempotencyRecords> = {
    begin: async (_key, _fingerprint, milliseconds) => {
      leases.push(milliseconds);
      const next = begun[Math.min(leases.length, begun.length) - 1];
      return next ?? assert.fail();
    },
    finish: async (_reservation, { status, body }) => {
      calls.push(`finish ${status} ${body}`);
      return await finish();
    },
    reopen: async () => void calls.push('reopen'),
    forget: async () => void calls.push('forget'),
  };
  const answerOnce = createAnswerOnce({ records: records as IdempotencyRecords, log, clock });
  return { answerOnce, calls, leases, clock };
}

const NAMED = { field: 'stakeAccount', account: '11111111111111111111111111111112' };
const FAULTS = {
  'of the request': () => problem('REFERRAL_CODE_NOT_FOUND'),
  'that the caller alone can mend': () => problem('STAKE_ACCOUNT_NOT_FOUND', NAMED),
  'that an upstream caused': () => problem('ROUTER_UNAVAILABLE', { fault: 'silent' }),
  'of signatures': () => problem('SIGNATURE_FAILURE', { reason: 'any' }),
  'that nobody expected': () => new TypeError('ours'),
};
type Fault = keyof typeof FAULTS;

/** What may have begun stays with its request; what cannot have begun frees the key. */
function getEnd(name: Fault, isBuild: boolean, isTakenOver: boolean): 'forget' | 'reopen' {
  const isMendable = name === 'that the caller alone can mend' || name === 'of signatures';
  if (isBuild && isMendable) return 'forget';
  return !isTakenOver && (name === 'of the request' || name === 'of signatures') ? 'forget' : 'reopen';
}

const RUNS = (Object.keys(FAULTS) as Fault[]).flatMap((name) =>
  [false, true].flatMap((isBuild) => [false, true].map((isTakenOver) => ({ name, isBuild, isTakenOver }))),
);

suite('a run that fails', () => {
  for (const { name, isBuild, isTakenOver } of RUNS) {
    const end = getEnd(name, isBuild, isTakenOver);
    const who = `${isBuild ? 'a build' : 'no build'}${isTakenOver ? ', after another run' : ''}`;
    test(`with a fault ${name} (${who}): ${end}`, async () => {
      const { answerOnce, calls } = start([isTakenOver ? TAKEN_OVER : RESERVED]);
      const fault = FAULTS[name]();
      await assert.rejects(
        answerOnce({ ...REQUEST, isBuild }, () => Promise.reject(fault)),
        (error) => error === fault,
      );
      assert.deepEqual(calls, [end]);
    });
  }
});

test('a key is held a little longer than its run may take', async () => {
  const { answerOnce, leases, calls } = start([RESERVED]);
  assert.deepEqual(await answerOnce(REQUEST, async () => ({ a: 1 })), { body: '{"a":1}', isReplay: false });
  assert.deepEqual(calls, ['finish 200 {"a":1}']);
  const [lease = 0] = leases;
  assert.ok(lease > REQUEST.deadline && lease <= 2 * REQUEST.deadline, `${lease}`);
});

suite('an answer that is not kept', () => {
  const away = () => Promise.reject(new StoreFault('UNAVAILABLE', undefined));
  for (const [isRepeatable, end] of [
    [true, 'given'],
    [false, 'withheld'],
  ] as const) {
    test(`is ${end} where it ${isRepeatable ? 'follows' : 'does not follow'} from the request alone`, async () => {
      const { answerOnce } = start([RESERVED], away);
      const asked = answerOnce({ ...REQUEST, isRepeatable }, async () => ({ a: 1 }));
      if (isRepeatable) assert.deepEqual(await asked, { body: '{"a":1}', isReplay: false });
      else
        await assert.rejects(asked, (error) => isProblemError(error) && error.slug === 'service_unavailable');
    });
  }

  test('is withheld where the fault is ours', async () => {
    const { answerOnce } = start([RESERVED], () => Promise.reject(new TypeError('ours')));
    await assert.rejects(
      answerOnce({ ...REQUEST, isRepeatable: true }, async () => ({})),
      TypeError,
    );
  });
});

test('while another replica runs it, it is asked for less and less often, and given up at its deadline', async () => {
  const { answerOnce, leases, clock } = start([{ kind: 'busy' }]);
  const asked = answerOnce({ ...REQUEST, deadline: 2_000 }, () => assert.fail('it ran'));
  const end = assert.rejects(
    asked,
    (error) => isProblemError(error) && error.slug === 'idempotency_in_progress',
  );
  await clock.pass(100);
  const early = leases.length;
  await clock.pass(1_899);
  await end;
  assert.ok(early >= 3 && early < 5, `${early} in the first 100 ms`);
  assert.ok(leases.length - early >= 7 && leases.length - early <= 12, `${leases.length - early} after`);
});
