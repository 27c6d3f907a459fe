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
    claim: { partnerId: 'p', referralCode: undefined },
    signature: undefined,
    age: 80_000,
    isCredited: false,
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
  const read: string[] = [];
  const clock = createManualClock(NOW);
  await resolveClaims({
    ledger,
    clock,
    async readEnds(all: readonly string[]) {
      read.push(...all);
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
          const { age, claim } = due.find((each) => each.id === id) ?? {};
          return { id, claim, age, outcome: outcomes[credits - 1] ?? 'credited' };
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
  return { done: done.slice(1), taken: done[0], told, logged, calls, read };
}

suite('a claim whose form has a signature', () => {
  const signedClaim = (age = 1_000) => claimOf('a', { signature: 's', age });
  const credited = ['landed a as s', 'remove a'];
  for (const [name, given, expected, expectedTold] of [
    [
      'is credited once it is confirmed',
      { due: [signedClaim()], ends: { s: 'landed' } },
      credited,
      [['credited', 1_000]],
    ],
    [
      'is dropped where it failed',
      { due: [signedClaim()], ends: { s: 'failed' } },
      ['remove a'],
      [['failed', 1_000]],
    ],
    [
      'is dropped alone where its partner is gone',
      { due: [signedClaim()], ends: { s: 'landed' }, outcomes: ['void'] },
      credited,
      [['void', 1_000]],
    ],
    ['is looked at again two seconds later', { due: [signedClaim()] }, ['postpone a by 2000'], []],
    [
      'is looked at again on a fork',
      { due: [signedClaim(239_999)], ends: { s: 'seen' } },
      ['postpone a by 2000'],
      [],
    ],
    [
      'is looked for in its wallet after four minutes',
      { due: [signedClaim(240_000)] },
      ['postpone a by 360000'],
      [],
    ],
  ] as const) {
    test(name, async () => {
      const { done, told, taken } = await resolve(given as Given);
      assert.deepEqual([done, told], [expected, expectedTold]);
      assert.equal(taken, 'take 128 for 60000');
    });
  }

  test('is asked for beside others by their signatures, and without any nothing is', async () => {
    const { done, read } = await resolve({ due: [claimOf('b'), signedClaim()], ends: { s: 'landed' } });
    assert.deepEqual(read, ['s']);
    assert.deepEqual(done, [...credited, 'postpone b by 520000']);
    const none = await resolve({ due: [] });
    assert.deepEqual([none.done, none.calls], [[], []]);
    const unsigned = await resolve({ due: [claimOf('b')] });
    assert.deepEqual(unsigned.read, []);
  });
});

suite('a claim of what may have been sent elsewhere', () => {
  for (const [age, expected] of [
    [80_000, ['postpone a by 520000']],
    [594_999, ['postpone a by 5001']],
    [595_000, ['postpone a by 3005000']],
    [3_594_999, ['postpone a by 5001']],
    [3_595_000, ['remove a']],
  ] as const) {
    test(`is looked for again at the next age after ${age}`, async () => {
      const { done, told } = await resolve({ due: [claimOf('a', { age })] });
      assert.deepEqual([done, told], [expected, age === 3_595_000 ? [['not_landed', age]] : []]);
    });
  }

  test('is credited where its wallet has signed it, from a minute before it was built on', async () => {
    const due = [claimOf('a', { age: 80_000 })];
    const signed = { 'wallet of a': ['a'] };
    for (const [seconds, isFound] of [
      [-140, true],
      [-141, false],
    ] as const) {
      const { done, told, logged } = await resolve({ due, signed, blockTime: NOW / 1_000 + seconds });
      assert.equal(done[0], isFound ? 'landed a as a' : 'postpone a by 520000');
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
      'postpone c by 520002',
    ]);
    assert.deepEqual(told, [
      ['void', 80_000],
      ['taken', 79_999],
    ]);
  });

  test('of a wallet that is credited ends without a call', async () => {
    const { done, told, calls } = await resolve({
      due: [claimOf('a', { isCredited: true, signature: 's' })],
    });
    assert.deepEqual([done, told, calls], [['remove a'], [['taken', 80_000]], []]);
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
    assert.deepEqual(done.slice(2), ['postpone c by 520001']);
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
    assert.deepEqual(shared.done, ['postpone 0 by 520000', 'postpone 1 by 0']);
    const alone = await resolve({ due: wallets(1), signed: { 'wallet of 0': long } });
    assert.deepEqual(alone.done, ['postpone 0 by 520000']);
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
