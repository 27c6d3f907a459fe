import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { hashTransactionMessage } from '../builds/message.ts';
import { JsonRpcError, UpstreamFault } from '../problems/faults.ts';
import type { DueClaim, ProvedEnd } from '../store/forms.ts';
import { type Resolution, resolveClaims } from './claims.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.parse('2026-07-31T00:00:00Z');

const print = (name: string) =>
  Buffer.concat([Buffer.of(1), Buffer.alloc(64), Buffer.from(name)]).toString('base64');
const claimOf = (name: string, facts: Partial<DueClaim> = {}): DueClaim =>
  ({
    id: hashTransactionMessage(print(name)),
    buildId: name,
    wallet: `wallet of ${name}`,
    age: 80_000,
    ...facts,
  }) as DueClaim;

type Given = {
  readonly due: readonly DueClaim[];
  /** The fate of a signature that two nodes prove. */
  readonly ends?: Readonly<Record<string, string>>;
  /** What wallets have signed, the newest first; an error where the ledger does not say. */
  readonly signed?: Readonly<Record<string, readonly string[] | Error>>;
  readonly blockTime?: number;
  readonly outcomes?: readonly ('credited' | 'taken' | 'void')[];
};

/** Runs a round, and says what was done to the claims, by the names of their messages. */
async function resolve({ due, ends = {}, signed = {}, blockTime = NOW / 1_000, outcomes = [] }: Given) {
  const names = new Map(due.map(({ id, buildId }) => [id, buildId]));
  const named = (hashes: readonly string[]) => hashes.map((each) => names.get(each) ?? each).join(' ');
  const done: string[] = [];
  const told: unknown[] = [];
  const logged: unknown[] = [];
  const { ledger, calls } = createScriptedLedger([
    {
      getSignaturesForAddress([wallet]) {
        const listed = signed[String(wallet)] ?? [];
        if (listed instanceof Error) throw listed;
        return listed.map((signature) => ({ signature, err: null, slot: 1, blockTime }));
      },
      getTransaction: ([signature]) => ({ transaction: [print(String(signature)), 'base64'] }),
    },
  ]);
  let credits = 0;
  const clock = createManualClock(NOW);
  await resolveClaims({
    ledger,
    clock,
    async readEnds(all: readonly string[]) {
      return all.map((each) => ({ kind: ends[each] ?? (each === 's' ? 'absent' : 'landed') }));
    },
    builds: {
      async takeDueClaims(count: number, lease: number) {
        done.push(`take ${count} for ${lease}`);
        return due;
      },
      // A round that does not wait for the store tells of what is not done.
      async setDue(ids: readonly string[], milliseconds: number | null) {
        await nextTurn();
        if (ids.length === 0) return;
        done.push(
          milliseconds === null ? `remove ${named(ids)}` : `postpone ${named(ids)} by ${milliseconds}`,
        );
      },
      async settle(ends: readonly ProvedEnd[]) {
        await nextTurn();
        return ends.map(({ id, end, signature }) => {
          done.push(`${end} ${named([id])} as ${signature}`);
          credits += 1;
          const { age } = due.find((each) => each.id === id) ?? {};
          return { id, age, outcome: outcomes[credits - 1] ?? 'credited' };
        });
      },
    },
    onSettled: (credited: readonly { outcome: string; age: number }[]) => {
      for (const { outcome, age } of credited) told.push([outcome, age]);
    },
    log: {
      info: (facts: unknown) => void logged.push(facts),
      warn: (facts: unknown) => void logged.push(facts),
    },
    onResolved: (outcome: string, age: number) => void told.push([outcome, age]),
  } as unknown as Resolution);
  return { done: done.slice(1), taken: done[0], told, logged, calls };
}

suite('a claim of what may have been sent elsewhere', () => {
  test('is looked for again after half an hour, until it is an hour old', async () => {
    for (const age of [80_000, 3_599_999]) {
      const { done, told, taken } = await resolve({ due: [claimOf('a', { age })] });
      assert.deepEqual([taken, done, told], ['take 128 for 60000', ['postpone a by 1800000'], []]);
    }
    const { done, told } = await resolve({ due: [claimOf('a', { age: 3_600_000 })] });
    assert.deepEqual([done, told], [['remove a'], [['not_landed', 3_600_000]]]);
    const none = await resolve({ due: [] });
    assert.deepEqual([none.done, none.calls], [[], []]);
  });

  test('is credited where its wallet has signed it, from a minute before it was built on', async () => {
    const due = [claimOf('a', { age: 80_000 })];
    const signed = { 'wallet of a': ['a'] };
    for (const [seconds, isFound] of [
      [-140, true],
      [-141, false],
    ] as const) {
      const { done, told, logged } = await resolve({ due, signed, blockTime: NOW / 1_000 + seconds });
      assert.equal(done[0], isFound ? 'landed a as a' : 'postpone a by 1800000');
      assert.equal(told.length, isFound ? 1 : 0);
      assert.deepEqual(logged, []);
    }
  });

  const ofOne = (...all: readonly string[]) =>
    all.map((name, i) => claimOf(name, { wallet: 'wallet of w', age: 80_000 - i }));

  test('is settled in the order of the ledger beside others of its wallet: the first one has it', async () => {
    const { done, told } = await resolve({
      due: ofOne('a', 'b', 'c'),
      signed: { 'wallet of w': ['b', 'a'] },
      outcomes: ['void', 'taken'],
    });
    assert.deepEqual(done, [
      'landed a as a',
      'remove a',
      'landed b as b',
      'remove b',
      'postpone c by 1800000',
    ]);
    assert.deepEqual(told, [
      ['void', 80_000],
      ['taken', 79_999],
    ]);
  });

  test('that one node shows is left to its lease where two do not prove it', async () => {
    const given = { due: ofOne('a'), signed: { 'wallet of w': ['a'] } };
    const { done, told } = await resolve({ ...given, ends: { a: 'seen' } });
    assert.deepEqual([done, told], [[], []]);
  });

  test('is looked for from when the oldest of its wallet was built', async () => {
    const due = [claimOf('a', { wallet: 'wallet of w', age: 300_000 }), ...ofOne('b')];
    const { done } = await resolve({ due, signed: { 'wallet of w': ['a'] }, blockTime: NOW / 1_000 - 200 });
    assert.equal(done[0], 'landed a as a');
  });

  test('that is missed beside one that is gone is looked for again', async () => {
    const { done } = await resolve({
      due: ofOne('a', 'c'),
      signed: { 'wallet of w': ['a'] },
      outcomes: ['void'],
    });
    assert.deepEqual(done.slice(2), ['postpone c by 1800000']);
  });
});

suite('a round', () => {
  const gone = new UpstreamFault('ledger', 'timeout');
  const refused = new JsonRpcError(-32_011, 'no history', undefined);
  const wallets = (count: number, age = 80_000) =>
    Array.from({ length: count }, (_, i) => claimOf(`${i}`, { age }));
  const histories = (count: number, history: readonly string[] | Error) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`wallet of ${i}`, history]));

  test('makes thirty calls, and leaves the other wallets for the next', async () => {
    const { done, calls } = await resolve({ due: wallets(32) });
    assert.equal(calls.length, 30);
    assert.deepEqual(done.slice(30), ['postpone 30 31 by 0']);
  });

  test('leaves a wallet of more calls than are left to the next, and looks no further through it then', async () => {
    const long = Array.from({ length: 40 }, (_, i) => `other ${i}`);
    const shared = await resolve({ due: wallets(2), signed: { 'wallet of 1': long } });
    assert.deepEqual(shared.done, ['postpone 0 by 1800000', 'postpone 1 by 0']);
    const alone = await resolve({ due: wallets(1), signed: { 'wallet of 0': long } });
    assert.deepEqual(alone.done, ['postpone 0 by 1800000']);
  });

  test('ends with the third wallet that the ledger does not answer for, and leaves all to their lease', async () => {
    const { done, calls, logged } = await resolve({ due: wallets(5), signed: histories(5, gone) });
    assert.deepEqual([done, calls.length, logged.length], [[], 3, 3]);
  });

  test('goes on after two, and gives those who wait their turn', async () => {
    const { done, calls } = await resolve({ due: wallets(32), signed: histories(2, gone) });
    assert.equal(calls.length, 30);
    assert.deepEqual(done.slice(28), ['postpone 30 31 by 0']);
  });

  test('goes on after any number of wallets that the ledger refuses', async () => {
    const { calls, done } = await resolve({ due: wallets(6), signed: histories(6, refused) });
    assert.deepEqual([calls.length, done], [6, []]);
  });

  test('gives up after a day what the ledger refuses, and nothing that it was not asked for', async () => {
    for (const [fault, age, expected] of [
      [refused, DAY + 1, ['remove 0']],
      [refused, DAY, []],
      [gone, DAY + 1, []],
    ] as const) {
      const { done, told } = await resolve({ due: wallets(1, age), signed: histories(1, fault) });
      assert.deepEqual(done, expected);
      assert.deepEqual(told, expected.length === 0 ? [] : [['not_landed', age]]);
    }
    const mixed = [claimOf('0', { age: DAY + 1 }), claimOf('young', { wallet: 'wallet of 0' })];
    const { told } = await resolve({ due: mixed, signed: histories(1, refused) });
    assert.deepEqual(told, [['not_landed', DAY + 1]]);
  });

  test('ends with a fault of ours', async () => {
    await assert.rejects(
      resolve({ due: wallets(1), signed: histories(1, new TypeError('ours')) }),
      TypeError,
    );
  });
});
