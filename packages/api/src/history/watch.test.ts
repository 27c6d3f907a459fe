import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import { encodeBase58 } from '@staking-agent/verify';
import type { HistoryRow } from '@staking-agent/wire';
import { createManualClock } from '../../test/manual-clock.ts';
import { part } from '../../test/part.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { isProblemError } from '../problems/problem.ts';
import { actFor } from '../runtime/callers.ts';
import type { NewPage } from './pages.ts';
import { Watch } from './watch.ts';

const addressOf = (number: number) => encodeBase58(Buffer.from(String(number).padStart(32, '0'))) as Address;

/** A ledger whose accounts a test changes, a watch of it, and readers of its wallets. */
function open() {
  const clock = createManualClock();
  const held = new Map<Address, bigint>();
  const state = {
    epoch: 7n,
    slot: 100,
    time: 0n,
    dueAt: undefined as bigint | undefined,
    fails: false,
    reading: undefined as Promise<void> | undefined,
    isSettled: true,
  };
  const isOf = (account: Address) => ({ lamports: held.get(account) ?? 1n, owner: '', data: ['', 'base64'] });
  const showClock = () => {
    const data = Buffer.alloc(40);
    data.writeBigUInt64LE(state.epoch, 16);
    data.writeBigInt64LE(state.time, 32);
    return { lamports: 1n, owner: '', data: [data.toString('base64'), 'base64'] };
  };
  const { ledger, calls } = createScriptedLedger([
    {
      getMultipleAccounts([accounts]) {
        if (state.fails) throw new Error('away');
        const value = (accounts as Address[]).map((each) =>
          each === CLOCK_ADDRESS ? showClock() : isOf(each),
        );
        return { context: { slot: state.slot }, value };
      },
    },
  ]);
  const watch = new Watch({ ledger, clock });
  /** A wallet with accounts of its own; its rows are those of `rows` that come after the cursor. */
  const follow = (wallet: number, accounts = 7) => {
    const own = Array.from({ length: accounts }, (_, i) => addressOf(wallet * 100 + i));
    const rows: HistoryRow[] = [];
    const readings: string[] = [];
    const read = async (after = '0'): Promise<NewPage> => {
      readings.push(after);
      if (state.fails) throw new Error('away');
      await state.reading;
      const left = rows.filter(({ cursor }) => Number(cursor) > Number(after));
      return {
        asOf: { slot: '100', epoch: '7', time: '' },
        rows: left,
        missing: [],
        nextCursor: left.at(-1)?.cursor ?? after,
        isEnd: true,
        seen: {
          accounts: new Map(own.map((each) => [each, `${held.get(each) ?? 1n} `])),
          epoch: state.epoch,
          dueAt: state.dueAt,
          isSettled: state.isSettled,
        },
      };
    };
    return {
      readings,
      add: (slot: number) => {
        rows.push(part<HistoryRow>({ cursor: String(slot) }));
        held.set(own[0] ?? assert.fail(), BigInt(slot));
      },
      wait: (after: string, seconds = 30, isGone = () => false) =>
        watch.next({ name: String(wallet), read }, after, { seconds, isGone }),
    };
  };
  return { clock, state, calls, watch, follow };
}

const cursorsOf = ({ rows }: NewPage) => rows.map(({ cursor }) => cursor);

suite('a reader', () => {
  test('gets rows that are there at once, and nothing is watched', async () => {
    const { follow, calls } = open();
    const { add, wait } = follow(1);
    add(5);
    add(6);
    assert.deepEqual(cursorsOf(await wait('5')), ['6']);
    assert.equal(calls.length, 0);
  });

  test('waits for a row, and gets it with the first look after it', async () => {
    const { follow, clock } = open();
    const { add, wait, readings } = follow(1);
    const waiting = wait('5');
    await clock.pass(9_000);
    add(9);
    await clock.pass(2_000);
    assert.deepEqual(cursorsOf(await waiting), ['9']);
    assert.equal(readings.length, 2);
  });

  test('gets a page without rows when the time is over, as of the last look', async () => {
    const { follow, clock, state } = open();
    const waiting = follow(1).wait('5', 3);
    await clock.pass(1_000);
    state.slot = 500;
    await clock.pass(2_000);
    const { rows, nextCursor, asOf } = await waiting;
    assert.deepEqual([rows, nextCursor, asOf.slot], [[], '5', '500']);
  });

  test('of a row that comes with time alone is read again once its time has come, and not before', async () => {
    const { follow, clock, state } = open();
    const { wait, readings } = follow(1);
    state.dueAt = 1_000n;
    const waiting = wait('5');
    await clock.pass(6_000);
    state.time = 999n;
    await clock.pass(6_000);
    assert.equal(readings.length, 1);
    [state.time, state.dueAt] = [1_000n, undefined];
    await clock.pass(6_000);
    assert.equal(readings.length, 2, 'and once');
    await clock.pass(20_000);
    await waiting;
  });

  test('who comes back reads nothing again, and misses no change of meanwhile', async () => {
    const { follow, clock } = open();
    const { add, wait, readings } = follow(1);
    const first = wait('5', 2);
    await clock.pass(4_000);
    await first;
    const second = wait('5', 2);
    await clock.pass(4_000);
    await second;
    assert.equal(readings.length, 1);
    await clock.pass(60_000);
    add(9);
    const third = wait('5');
    await clock.pass(1);
    assert.deepEqual(cursorsOf(await third), ['9']);
    const fourth = wait('9', 2);
    await clock.pass(4_000);
    assert.deepEqual(cursorsOf(await fourth), []);
    assert.equal(readings.length, 2);
  });

  test('is let go in time though its history is being read, and gets the row at once as it comes back', async () => {
    const { follow, clock, state } = open();
    const { add, wait } = follow(1);
    const waiting = wait('5', 3);
    await clock.pass(1_000);
    add(9);
    const reading = Promise.withResolvers<void>();
    state.reading = reading.promise;
    await clock.pass(2_000);
    assert.deepEqual(cursorsOf(await waiting), []);
    state.reading = undefined;
    assert.deepEqual(cursorsOf(await wait('5', 1)), ['9']);
    reading.resolve();
  });

  test('is told although a reading fails, or a look', async () => {
    const { follow, clock, state } = open();
    const { add, wait } = follow(1);
    const waiting = wait('5');
    await clock.pass(4_000);
    add(9);
    state.fails = true;
    await clock.pass(8_000);
    state.fails = false;
    await clock.pass(2_000);
    assert.deepEqual(cursorsOf(await waiting), ['9']);
  });

  test('is told of a ledger that is away when the time is over', async () => {
    const { follow, clock, state } = open();
    const waiting = assert.rejects(follow(1).wait('5', 4), /away/);
    await clock.pass(1_000);
    state.fails = true;
    await clock.pass(4_000);
    await waiting;
  });

  test('is looked after once when an epoch ends, then until its rewards are paid, and every ten minutes', async () => {
    const { follow, clock, state } = open();
    const { wait, readings } = follow(1);
    const waiting = wait('5', 5_000);
    const readIn = async (milliseconds: number) => {
      const before = readings.length;
      await clock.pass(milliseconds);
      return readings.length - before;
    };
    assert.equal(await readIn(60_000), 0);
    state.isSettled = false;
    state.epoch = 8n;
    assert.equal(await readIn(62_000), 3);
    state.isSettled = true;
    assert.equal(await readIn(60_000), 1);
    assert.equal(await readIn(500_000), 0);
    assert.equal(await readIn(600_000), 1);
    await clock.pass(5_000_000);
    await waiting;
  });

  test('who is gone is let go with the next look, and nothing is watched any more', async () => {
    const { follow, clock, calls } = open();
    let isGone = false;
    const waiting = follow(1).wait('5', 30, () => isGone);
    await clock.pass(5_000);
    isGone = true;
    await clock.pass(2_000);
    await waiting;
    const made = calls.length;
    await clock.pass(60_000);
    assert.deepEqual([calls.length, clock.pending], [made, 0]);
  });

  test('is let go when the process ends', async () => {
    const { follow, clock, watch } = open();
    const waiting = follow(1).wait('5');
    await clock.pass(3_000);
    watch.close();
    assert.deepEqual(cursorsOf(await waiting), []);
    assert.deepEqual(cursorsOf(await follow(2).wait('5')), []);
  });
});

test('500 readers of 7 accounts cost 36 calls every two seconds, and no reading of a history', async (t) => {
  const { follow, clock, calls } = open();
  const readers = Array.from({ length: 500 }, (_, wallet) => follow(wallet));
  const waiting = readers.map(({ wait }) => wait('5', 300));
  await clock.pass(2_000);
  const before = calls.length;
  await clock.pass(60_000);
  t.diagnostic(`${calls.length - before} calls a minute`);
  assert.equal(calls.length - before, 30 * 36);
  assert.ok(readers.every(({ readings }) => readings.length === 1));
  readers[77]?.add(8);
  await clock.pass(2_000);
  assert.deepEqual(cursorsOf((await waiting[77]) ?? assert.fail()), ['8']);
  await clock.pass(300_000);
  await Promise.all(waiting);
});

test('places are bounded, in all and for one caller, and come back', () => {
  const { watch } = open();
  const enter = (caller: string) => actFor({ caller }, () => watch.enter());
  const isRefused = (error: unknown) => isProblemError(error) && error.code === 'READERS_TOO_MANY';
  const leaves = Array.from({ length: 500 }, () => enter('one'));
  assert.throws(() => enter('one'), isRefused);
  for (let i = 0; i < 500; i += 1) enter('two');
  assert.throws(() => enter('three'), isRefused);
  leaves[0]?.();
  enter('three');
});
