import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { actFor } from '../runtime/callers.ts';
import { createTransactionStatus } from './status.ts';
import { FOREIGN, find, type Given, LAST_VALID, MINE, open } from './status.world.ts';

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

suite('what the store learns while it is waited for', () => {
  const closed = { state: 'closed', refusal: { code: 'BLOCKHASH_EXPIRED' } } as const;
  /** A build that may be refreshed, but is not yet called expired. */
  const REPLACEABLE = LAST_VALID + 15n;
  const EXPIRED = LAST_VALID + 33n;

  // Its caller builds again, and would pay beside the refreshed form.
  for (const asked of [MINE, FOREIGN]) {
    for (const isDown of [false, true]) {
      test(`as the refresh of a closed build is not called expired (${JSON.stringify([isDown, String(asked.lastValidBlockHeight)])})`, async () => {
        const later = { at: 1_000, height: EXPIRED, isRefreshed: true };
        const { standing } = await find({ kept: closed, height: REPLACEABLE, isDown, later }, asked, 30);
        assert.deepEqual(standing, { status: 'unknown', other: { kind: 'replaced' } });
      });
    }
  }

  const cases: Readonly<Record<string, readonly [Given, typeof MINE | typeof FOREIGN, string]>> = {
    'a landing, though no row was there before': [
      { later: { at: 900, kept: { state: 'landed' } } },
      FOREIGN,
      'landed',
    ],
    'a landing beside its height': [{ later: { at: 900, kept: { state: 'landed' } } }, MINE, 'landed'],
    'a landing that no node shows': [
      { isDown: true, kept: { state: 'sent' }, later: { at: 900, kept: { state: 'landed' } } },
      MINE,
      'landed',
    ],
    'a failure': [{ later: { at: 900, kept: { state: 'failed' } } }, FOREIGN, 'failed'],
    'a broadcast': [{ later: { at: 900, kept: { state: 'sent' } } }, FOREIGN, 'pending'],
    'a landing, though the store was away before': [
      { isAway: true, later: { at: 900, isAway: false, kept: { state: 'landed' } } },
      FOREIGN,
      'landed',
    ],
    'an expiry, though the store was away before': [
      { isAway: true, later: { at: 900, isAway: false, kept: { state: 'sent' }, height: EXPIRED } },
      MINE,
      'expired',
    ],
    'nothing, as it is away when the height passes': [
      { kept: closed, height: REPLACEABLE, later: { at: 900, isAway: true, height: EXPIRED } },
      MINE,
      'unknown',
    ],
  };
  for (const [name, [given, asked, status]] of Object.entries(cases)) {
    test(`is told: ${name}`, async () => {
      const { standing, finds } = await find(given, asked, 3);
      assert.equal(standing.status, status);
      assert.ok(finds.length < 20, 'it is not asked at every reading');
    });
  }

  test('is told also where it learns it while other forms are looked for', async () => {
    const given = { height: EXPIRED, kept: { state: 'sent' }, searchMilliseconds: 500 } as const;
    const told = async (later: NonNullable<Given['later']>) => (await find({ ...given, later })).standing;
    assert.equal((await told({ at: 300 })).status, 'expired');
    assert.equal((await told({ at: 300, kept: { state: 'landed' } })).status, 'landed');
    assert.equal((await told({ at: 300, kept: { state: 'failed' } })).status, 'failed');
    assert.equal((await told({ at: 300, isAway: true })).status, 'unknown');
    const other = { kind: 'replaced' };
    assert.deepEqual(await told({ at: 300, isRefreshed: true }), { status: 'unknown', other });
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
