import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { actFor } from '../runtime/context.ts';
import { createTransactionStatus } from './status.ts';
import { find, LAST_VALID, MINE, open } from './status.world.ts';

suite('waiting', () => {
  test('ends with a final word, a slot after the first look', async () => {
    for (const last of ['landed', 'failed'] as const) {
      const { standing, reads } = await find({ statuses: ['absent', 'absent', last], shown: null }, MINE, 30);
      assert.equal(standing.status, last);
      assert.deepEqual(
        reads.map(({ at }) => at),
        [0, 200, 400],
      );
    }
  });

  test('goes on after a reading that fails', async () => {
    const statuses = ['absent', 'absent', 'landed'] as const;
    const { standing } = await find({ statuses, failsAt: 2, shown: null }, MINE, 30);
    assert.equal(standing.status, 'landed');
  });

  test('ends with the round in which its caller goes, and leaves the place to others', async () => {
    const { clock, statusOf } = open({});
    let isGone = false;
    const ends: number[] = [];
    const wait = (of?: () => boolean) =>
      void actFor({ caller: 'one' }, () => statusOf.find(MINE, 30, of)).then(() =>
        ends.push(clock.elapsed()),
      );
    for (let i = 0; i < 32; i += 1) wait(() => isGone);
    await clock.pass(500);
    isGone = true;
    await clock.pass(200);
    assert.deepEqual(ends, Array(32).fill(600));
    wait();
    await clock.pass(20_000);
    assert.equal(ends.length, 32, 'the next one of this caller waits');
    await clock.pass(20_000);
    assert.equal(ends.length, 33);
  });

  test('ends after as many seconds as were asked for', async () => {
    const { standing, reads } = await find({}, MINE, 3);
    assert.equal(standing.status, 'pending');
    assert.deepEqual(
      reads.map(({ at }) => at),
      Array.from({ length: 16 }, (_, i) => i * 200),
    );
  });

  test('is not done where what is known is final', async () => {
    const DEAD = LAST_VALID + 33n;
    for (const given of [
      { height: DEAD },
      { statuses: ['failed'] },
      { height: DEAD, keptHeight: 1n, other: { kind: 'landed', signature: 'o' } },
    ] as const) {
      const { reads } = await find(given, MINE, 30);
      assert.ok(reads.every(({ at }) => at === 0));
    }
  });

  test('goes on while another form may land, and while a node does not answer', async () => {
    const other = { kind: 'sent', signature: 'o' } as const;
    const { reads } = await find({ height: LAST_VALID + 33n, keptHeight: 1n, other }, MINE, 2);
    assert.equal(reads.length, 11);
    const { standing } = await find({ isDown: true }, MINE, 2);
    assert.equal(standing.status, 'pending');
  });

  test('is shared: all who wait are read in one call, and each gets its own word', async () => {
    const { clock, reads, statusOf } = open({ statuses: ['absent', 'landed'], shown: null });
    const all = ['a', 'b', 'c'].map((signature) => statusOf.find({ ...MINE, signature }, 30));
    await clock.pass(1_000);
    assert.deepEqual(
      (await Promise.all(all)).map(({ status }) => status),
      ['landed', 'landed', 'landed'],
    );
    assert.deepEqual(
      reads.filter(({ count }) => count > 1).map(({ at, count }) => [at, count]),
      [
        [0, 3],
        [200, 3],
      ],
    );
  });

  test('is read once a slot, as slots are now, and once a second while nodes have no calls to spare', async () => {
    let isBusy = false;
    const { clock, reads, statusOf } = open({ slotMilliseconds: 400, isBusy: () => isBusy });
    const all = [statusOf.find(MINE, 30)];
    await clock.pass(1_000);
    isBusy = true;
    await clock.pass(2_500);
    all.push(statusOf.find({ ...MINE, signature: 'other' }, 0));
    await clock.pass(400);
    statusOf.close();
    await clock.pass(0);
    await Promise.all(all);
    assert.deepEqual(
      reads.map(({ at, count }) => [at, count]),
      [
        [0, 1],
        [400, 1],
        [800, 1],
        [2_000, 1],
        [3_200, 1],
        [3_600, 2],
      ],
      'a first look does not wait for calls to spare',
    );
  });

  test('is for 32 of one caller and 256 of all; the others are told at once', async () => {
    for (const [callers, expected] of [
      [1, 32],
      [300, 256],
    ] as const) {
      const { clock, statusOf } = open({});
      let told = 0;
      const all = Array.from({ length: 300 }, (_, i) =>
        actFor({ caller: `caller ${i % callers}` }, () =>
          statusOf.find({ ...MINE, signature: `s${i}` }, 1).then(() => {
            told += 1;
          }),
        ),
      );
      await clock.pass(0);
      assert.equal(300 - told, expected);
      await clock.pass(1_000);
      await Promise.all(all);
    }
  });

  test('of a caller has its places until it ends', async () => {
    const { clock, statusOf, reads } = open({ slotMilliseconds: 1_000 });
    const all = Array.from({ length: 32 }, (_, i) =>
      actFor({ caller: 'one' }, () => statusOf.find({ ...MINE, signature: `s${i}` }, 2)),
    );
    await clock.pass(2_000);
    await Promise.all(all);
    assert.deepEqual(
      reads.map(({ at, count }) => [at, count]),
      [
        [0, 32],
        [1_000, 32],
        [2_000, 32],
      ],
    );
    const next = Array.from({ length: 32 }, () => actFor({ caller: 'one' }, () => statusOf.find(MINE, 3)));
    await clock.pass(3_000);
    await Promise.all(next);
    assert.equal(reads.length, 6);
  });

  test('ends when the process does', async () => {
    const { clock, statusOf } = open({});
    const waiting = statusOf.find(MINE, 30);
    await clock.pass(100);
    statusOf.close();
    assert.equal((await waiting).status, 'pending');
    const late = statusOf.find(MINE, 30);
    await clock.pass(100);
    assert.equal((await late).status, 'pending');
  });
});

suite('looks', () => {
  test('are made at once, then once a slot for all, of 256 in a call, for no caller', async () => {
    const { clock, reads, statusOf } = open({ slotMilliseconds: 100 });
    const look = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        actFor({ caller: 'caller' }, () => statusOf.find({ ...MINE, signature: `s${i}` }, 0)),
      );
    const all = look(1);
    await clock.pass(30);
    all.push(...look(2));
    await clock.pass(30);
    all.push(...look(300));
    await clock.pass(500);
    all.push(...look(1));
    await clock.pass(0);
    await Promise.all(all);
    assert.deepEqual(
      reads.map(({ at, count }) => [at, count]),
      [
        [0, 1],
        [100, 256],
        [100, 46],
        [560, 1],
      ],
    );
    assert.ok(reads.every(({ caller }) => caller === undefined));
  });

  test('that fail by a fault of ours fail for whoever asked', async () => {
    const clock = createManualClock();
    const { ledger } = createScriptedLedger([{}]);
    const statusOf = createTransactionStatus({
      ledger,
      clock,
      blockhash: { blockHeight: () => 1n, slotMilliseconds: () => 200 },
    } as unknown as Parameters<typeof createTransactionStatus>[0]);
    const failed = assert.rejects(statusOf.find(MINE, 0), /is asked getSignatureStatuses/);
    await clock.pass(0);
    await failed;
  });
});
