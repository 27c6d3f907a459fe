import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { SYSTEM_RANDOM } from '../keys/random.ts';
import type { PendingTransactions } from '../store/pending-transactions.ts';
import { StoreFault } from '../store/store-fault.ts';
import { createOutbox } from './outbox.ts';

const ROW = { signature: 'a', base64: 'AQ==', lastValidBlockHeight: 7n };

type Given = Partial<Record<keyof PendingTransactions, () => Promise<unknown>>>;

const METHODS = [
  'add',
  'addHanded',
  'setTaken',
  'wasTaken',
  'isKnown',
  'isAnyUnheard',
  'isRefused',
  'readHeight',
  'withdraw',
  'refuse',
  'resolve',
  'listAbsent',
  'beat',
  'renew',
  'purge',
  'resume',
  'handOver',
  'retire',
] as const satisfies readonly (keyof PendingTransactions)[];

/** An outbox on a store that notes what it is asked, and does what a test says. */
function open(given: Given = {}) {
  const clock = createManualClock();
  const asked: (readonly [string, ...unknown[]])[] = [];
  const answers: Given = {
    add: async () => true,
    addHanded: async () => true,
    withdraw: async () => true,
    refuse: async () => true,
    isKnown: async () => false,
    isAnyUnheard: async () => false,
    isRefused: async () => false,
    wasTaken: async () => true,
    resume: async () => [ROW],
    listAbsent: async () => [],
    beat: async () => true,
    ...given,
  };
  const pending = Object.fromEntries(
    METHODS.map((name) => [
      name,
      async (...facts: unknown[]) => {
        asked.push([name, ...facts]);
        return await answers[name]?.();
      },
    ]),
  ) as unknown as PendingTransactions;
  const outbox = createOutbox({
    pending,
    log: pino({ level: 'silent' }),
    clock,
    random: SYSTEM_RANDOM,
    onSetBack: assert.fail,
  });
  const take = () => asked.splice(0);
  return { outbox, take, clock };
}

const away = async () => {
  throw new StoreFault('BUSY', undefined);
};
const names = (asked: readonly (readonly unknown[])[]) => asked.map(([name]) => name);

suite('each second', () => {
  test('what is late is written, leases are renewed, and rows of the dead are taken, in this order', async () => {
    const { outbox, take, clock } = open();
    await clock.pass(1);
    assert.deepEqual(await outbox.refresh(), [ROW]);
    const asked = take();
    assert.deepEqual(names(asked), ['resolve', 'listAbsent', 'beat', 'renew', 'purge', 'resume']);
    const [, , [, holder, , lease] = [], [, held, length] = [], , [, successor, own, resumed] = []] = asked;
    assert.deepEqual([lease, length, resumed], [3_000, 3_000, 3_000]);
    assert.deepEqual([held, own], [[holder, successor], holder]);
    assert.notEqual(holder, successor);
  });

  test('old rows are deleted, once a minute', async () => {
    const { outbox, take, clock } = open();
    const purges = async () => {
      await outbox.refresh();
      return names(take()).filter((name) => name === 'purge').length;
    };
    await clock.pass(1);
    assert.equal(await purges(), 1);
    await clock.pass(60_000);
    assert.equal(await purges(), 0);
    await clock.pass(1);
    assert.equal(await purges(), 1);
  });

  test('rows whose giving was not heard are given again', async () => {
    let turn = 0;
    const { outbox, take } = open({
      resume: async () => {
        turn += 1;
        return turn === 1 ? await away() : [ROW];
      },
    });
    await assert.rejects(outbox.refresh(), StoreFault);
    assert.ok(!names(take()).includes('handOver'));
    assert.deepEqual(await outbox.refresh(), [ROW]);
    const again = take();
    const [, ended] = again.find(([name]) => name === 'handOver') ?? [];
    assert.deepEqual(ended, [again.find(([name]) => name === 'resume')?.[1]]);
    await outbox.refresh();
    assert.ok(!names(take()).includes('handOver'));
  });

  test('others are let rely on it: what cannot be written after that keeps a broadcast for the rest of its lease', async () => {
    const { outbox, clock } = open({ add: away });
    await outbox.refresh();
    let maySend: boolean | undefined;
    const added = outbox.add(ROW).then((is) => {
      maySend = is;
    });
    await clock.pass(2_999);
    assert.equal(maySend, undefined);
    await clock.pass(1);
    await added;
    assert.equal(maySend, true);
  });
});

test('at the end what is late is written, and all leases of the process end', async () => {
  const { outbox, take } = open();
  await outbox.add(ROW);
  const [[, , holder] = []] = take();
  outbox.resolve('a');
  await outbox.handOver();
  const asked = take();
  assert.deepEqual(names(asked), ['resolve', 'handOver', 'retire']);
  assert.deepEqual(asked[0]?.[1], ['a']);
  const ended = asked[1]?.[1] as readonly unknown[] | undefined;
  assert.deepEqual([ended?.[0], ended?.length], [holder, 2]);
  assert.equal(asked[2]?.[1], holder);
});

suite('a row', () => {
  test('is sent as the store says, and without it unless it was refused', async () => {
    for (const [given, expected] of [
      [{ add: async () => true }, true],
      [{ add: async () => false }, false],
      [{ add: away }, true],
      [{ add: away, isRefused: async () => true }, false],
      [{ add: away, isRefused: away }, true],
    ] as const) {
      assert.equal(await open(given).outbox.add(ROW), expected);
      const handed = { addHanded: given.add, ...('isRefused' in given && { isRefused: given.isRefused }) };
      assert.equal(await open(handed).outbox.addHanded(ROW), expected);
    }
  });

  test('is asked for under the name of this process', async () => {
    const { outbox, take } = open();
    await outbox.add(ROW);
    await outbox.addHanded(ROW);
    await outbox.withdraw('a');
    await outbox.refuse('a');
    const [[, added, holder, lease] = [], handed, withdrawn, refused] = take();
    assert.deepEqual([added, lease], [ROW, 3_000]);
    assert.deepEqual(handed, ['addHanded', ROW, holder]);
    assert.deepEqual(withdrawn, ['withdraw', 'a', holder]);
    assert.deepEqual(refused, ['refuse', 'a', holder]);
  });

  test('may have been sent where nobody knows, and was not taken', async () => {
    const down = open({
      isKnown: away,
      wasTaken: away,
      withdraw: away,
      refuse: away,
      readHeight: away,
    }).outbox;
    assert.deepEqual(
      [await down.isKnown('a'), await down.wasTaken('a'), await down.withdraw('a'), await down.refuse('a')],
      [true, false, false, false],
    );
    assert.equal(await down.readHeight('a'), undefined);
    assert.equal(await down.isStored('a'), false);
    assert.equal(await open({ isAnyUnheard: async () => true }).outbox.isKnown('a'), true);
    assert.equal(await open({ isAnyUnheard: async () => true }).outbox.isStored('a'), false);
    assert.equal(await open({ isKnown: async () => true }).outbox.isKnown('a'), true);
    assert.equal(await open({ isKnown: async () => true }).outbox.isStored('a'), true);
    const { outbox } = open();
    assert.deepEqual([await outbox.isKnown('a'), await outbox.wasTaken('a')], [false, true]);
  });

  test('is waited for half a second, and a fault of ours is none of the store', async () => {
    const { outbox, clock } = open({ isKnown: () => new Promise(() => undefined) });
    let known: boolean | undefined;
    void outbox.isKnown('a').then((is) => {
      known = is;
    });
    await clock.pass(499);
    assert.equal(known, undefined);
    await clock.pass(1);
    assert.equal(known, true);
    const broken = open({
      wasTaken: async () => {
        throw new TypeError('ours');
      },
    });
    await assert.rejects(broken.outbox.wasTaken('a'), TypeError);
  });
});
