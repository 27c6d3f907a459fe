import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { StoreFault } from '../problems/faults.ts';
import { isProblemError, problem } from '../problems/problem.ts';
import type { KeptAnswer, KeptKey, Keys } from '../store/keys.ts';
import { type KeyedRequest, startKeyGate } from './keys.ts';

const BUILD: KeyedRequest = { key: 'key', fingerprint: 'request', isBuild: true };
const BROADCAST: KeyedRequest = { ...BUILD, isBuild: false };
const log = pino({ level: 'silent' });

/** Keys in a map, and what was asked of them; `fail` names methods that fail as a store that is away. */
function createRows() {
  const rows = new Map<string, KeptKey>();
  const calls: string[] = [];
  const fail = new Set<string>();
  const call = <Result>(name: string, result: () => Result): Promise<Result> => {
    calls.push(name);
    return fail.has(name) ? Promise.reject(new StoreFault('AWAY', undefined)) : Promise.resolve(result());
  };
  const write = (key: string, fingerprint: string, answer?: KeptAnswer): KeptKey => {
    const row = rows.get(key);
    if (row !== undefined && (row.answer !== undefined || row.fingerprint !== fingerprint)) return row;
    const written = { fingerprint, answer };
    rows.set(key, written);
    return written;
  };
  const keys: Keys = {
    find: (key) => call('find', () => rows.get(key)),
    keep: (key, fingerprint, answer) =>
      call(answer === undefined ? 'bind' : 'store', () => write(key, fingerprint, answer)),
    free: (key) => call('free', () => void rows.delete(key)),
    purge: () => call('purge', () => 0),
    count: () => call('count', () => rows.size),
  };
  return { keys, rows, calls, fail };
}

function start(limit?: number) {
  const rows = createRows();
  const clock = createManualClock();
  const gate = startKeyGate({ keys: rows.keys, log, clock }, limit);
  rows.calls.length = 0;
  return { ...rows, gate, clock };
}

const codeIs = (code: string, outcome?: string) => (error: unknown) =>
  isProblemError(error) && error.code === code && error.outcome === outcome;
const answer = async () => ({ number: 1 });

suite('a build', () => {
  test('runs once, is kept, and is answered again with the same bytes', async () => {
    const { gate, calls } = start();
    assert.deepEqual(await gate.answer(BUILD, answer), { body: '{"number":1}', isReplay: false });
    assert.deepEqual(calls, ['find', 'store']);
    const again = await gate.answer(BUILD, () => assert.fail());
    assert.deepEqual(again, { body: '{"number":1}', isReplay: true });
  });

  test('of requests at once in one process is one run', async () => {
    const { gate } = start();
    let runs = 0;
    const run = async () => {
      runs += 1;
      return { number: runs };
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => gate.answer(BUILD, run)));
    assert.equal(runs, 1);
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    assert.equal(answers.filter(({ isReplay }) => !isReplay).length, 1);
  });

  test('that another replica answered first gives the answer of that one', async () => {
    const { gate, rows } = start();
    const given = await gate.answer(BUILD, async () => {
      rows.set('key', { fingerprint: 'request', answer: { status: 200, body: '{"number":7}' } });
      return { number: 1 };
    });
    assert.deepEqual(given, { body: '{"number":7}', isReplay: true });
  });

  test('under the key of another request is refused, and does not run', async () => {
    const { gate, rows } = start();
    await gate.answer(BUILD, answer);
    const other = { ...BUILD, fingerprint: 'other' };
    await assert.rejects(
      gate.answer(other, () => assert.fail()),
      codeIs('IDEMPOTENCY_KEY_REUSED'),
    );
    rows.set('key', { fingerprint: 'request', answer: undefined });
    await assert.rejects(
      gate.answer(other, () => assert.fail()),
      codeIs('IDEMPOTENCY_KEY_REUSED'),
    );
  });

  test('that fails leaves its key free for any request', async () => {
    const { gate, rows } = start();
    const failed = problem('ROUTER_UNAVAILABLE', { fault: 'silent' });
    await assert.rejects(
      gate.answer(BUILD, () => Promise.reject(failed)),
      codeIs('ROUTER_UNAVAILABLE'),
    );
    assert.equal(rows.size, 0);
    assert.equal((await gate.answer({ ...BUILD, fingerprint: 'other' }, answer)).isReplay, false);
  });

  test('does not run while keys cannot be read, and is not answered while they cannot be written', async () => {
    const { gate, fail } = start();
    fail.add('find');
    await assert.rejects(
      gate.answer(BUILD, () => assert.fail()),
      codeIs('STORE_UNAVAILABLE'),
    );
    fail.clear();
    fail.add('store');
    await assert.rejects(gate.answer(BUILD, answer), codeIs('STORE_UNAVAILABLE'));
  });

  test('is refused under a new key when there is no room, and answered under a known one', async () => {
    const { gate, clock } = start(1);
    await gate.answer(BUILD, answer);
    await clock.pass(60_000);
    await assert.rejects(gate.answer({ ...BUILD, key: 'new' }, answer), codeIs('STORE_UNAVAILABLE'));
    assert.equal((await gate.answer(BUILD, answer)).isReplay, true);
  });
});

suite('a broadcast', () => {
  test('binds its key before it sends, and keeps its answer', async () => {
    const { gate, calls, rows } = start();
    await gate.answer(BROADCAST, async (bind) => {
      await bind();
      assert.deepEqual(rows.get('key'), { fingerprint: 'request', answer: undefined });
      return { number: 1 };
    });
    assert.deepEqual(calls, ['find', 'bind', 'store']);
  });

  test('sends nothing under a key that another request has bound meanwhile', async () => {
    const { gate, rows } = start();
    const sent: string[] = [];
    const run = async (bind: () => Promise<void>) => {
      rows.set('key', { fingerprint: 'other', answer: undefined });
      await bind();
      return { sent: sent.push('bytes') };
    };
    await assert.rejects(gate.answer(BROADCAST, run), codeIs('IDEMPOTENCY_KEY_REUSED'));
    assert.deepEqual(sent, []);
    assert.deepEqual(rows.get('key'), { fingerprint: 'other', answer: undefined });
  });

  for (const [outcome, isFree] of [
    ['unknown', false],
    ['not_sent', true],
    ['rejected', true],
  ] as const) {
    test(`that ends ${outcome} ${isFree ? 'frees' : 'keeps'} its key`, async () => {
      const { gate, rows } = start();
      const refused = problem('LEDGER_UNAVAILABLE', { fault: 'unreachable' }, { outcome });
      const run = async (bind: () => Promise<void>) => {
        await bind();
        throw refused;
      };
      await assert.rejects(gate.answer(BROADCAST, run), codeIs('LEDGER_UNAVAILABLE', outcome));
      assert.equal(rows.has('key'), !isFree);
    });
  }

  test('that is refused before it binds leaves the key to the request that has it', async () => {
    const { gate, rows } = start();
    rows.set('key', { fingerprint: 'request', answer: undefined });
    const refused = problem('SIGNATURE_FAILURE', { reason: 'any' });
    await assert.rejects(gate.answer(BROADCAST, () => Promise.reject(refused)));
    assert.equal(rows.has('key'), true);
  });

  test('says unknown while keys cannot be read or bound, because another replica may have sent it', async () => {
    for (const method of ['find', 'bind'] as const) {
      const { gate, fail } = start();
      fail.add(method);
      const run = async (bind: () => Promise<void>) => {
        await bind();
        return assert.fail();
      };
      await assert.rejects(gate.answer(BROADCAST, run), codeIs('STORE_UNAVAILABLE', 'unknown'));
    }
  });

  test('is told what it proved although its answer cannot be kept', async () => {
    const { gate, fail } = start();
    fail.add('store');
    assert.deepEqual(await gate.answer(BROADCAST, answer), { body: '{"number":1}', isReplay: false });
  });
});
