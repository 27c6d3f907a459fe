import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import type { PendingTransaction } from '../store/pending-transactions.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import type { Outbox } from './outbox.ts';
import { type ResenderPorts, startResender } from './resender.ts';

const LAST_VALID = 1_000n;
const toRow = (number: number): PendingTransaction => ({
  signature: `s${number}`,
  base64: createTinyTransaction(number % 200, number),
  lastValidBlockHeight: LAST_VALID,
});

const STATUSES = {
  landed: { err: null, confirmationStatus: 'confirmed' },
  finalized: { err: null, confirmationStatus: 'finalized' },
  failed: { err: 'AccountInUse', confirmationStatus: 'confirmed' },
  'on a fork': { err: null, confirmationStatus: 'processed' },
  absent: null,
};

type Given = {
  readonly height?: bigint;
  readonly heard?: bigint | undefined;
  readonly status?: keyof typeof STATUSES;
  /** What dead processes left behind. */
  readonly abandoned?: readonly PendingTransaction[];
  readonly isSendingDown?: boolean;
};

function open({ height = 500n, status = 'absent', abandoned = [], isSendingDown = false, ...given }: Given) {
  const clock = createManualClock();
  const facts = { status, abandoned, refreshes: 0, handedOver: 0, resends: 0 };
  const resolved: string[] = [];
  const logged: (readonly [string, object])[] = [];
  const log = (level: string) => (about: object) => void logged.push([level, about]);
  const { ledger, calls } = createScriptedLedger([
    {
      getEpochInfo: () => ({ absoluteSlot: 5, blockHeight: height }),
      getSignatureStatuses: ([signatures]) => ({
        context: { slot: 5 },
        value: (signatures as readonly string[]).map(() => STATUSES[facts.status]),
      }),
      sendTransaction(params) {
        assert.deepEqual(params[1], { encoding: 'base64', skipPreflight: true, maxRetries: 0 });
        if (isSendingDown) throw new UpstreamFault('ledger', 'timeout');
        return 'signature';
      },
    },
  ]);
  const resender = startResender({
    ledger,
    clock,
    blockhash: { blockHeight: () => ('heard' in given ? given.heard : height) },
    outbox: {
      async refresh() {
        facts.refreshes += 1;
        return facts.abandoned;
      },
      resolve: (signature: string) => void resolved.push(signature),
      async handOver() {
        facts.handedOver += 1;
      },
    } as unknown as Outbox,
    log: { info: log('info'), warn: log('warn'), debug: log('debug') },
    onResend: () => {
      facts.resends += 1;
    },
  } as unknown as ResenderPorts);
  const sends = () => calls.filter(({ method }) => method === 'sendTransaction').length;
  return { resender, clock, facts, resolved, calls, sends, logged };
}

suite('what is followed', () => {
  test('is taken once any node took it, and stays so', async (t) => {
    const { resender, clock } = open({ isSendingDown: true });
    t.after(() => resender.drain(0));
    resender.follow(toRow(1), false);
    await clock.pass(1_000);
    assert.equal(resender.getState('s1'), 'perhaps taken');
    resender.follow(toRow(1), true);
    assert.equal(resender.getState('s1'), 'taken');
    resender.follow(toRow(1), false);
    assert.equal(resender.getState('s1'), 'taken');
    assert.equal(resender.getState('s2'), undefined);
  });

  test('is counted at each resend', async (t) => {
    const { resender, clock, facts, sends } = open({});
    t.after(() => resender.drain(0));
    resender.follow(toRow(1), false);
    await clock.pass(3_000);
    assert.deepEqual([sends(), facts.resends], [2, 2]);
  });

  test('and was left behind by a dead process is sent at once, and logged', async (t) => {
    const { resender, clock, facts, sends, logged } = open({ abandoned: [toRow(1)] });
    t.after(() => resender.drain(0));
    await clock.pass(500);
    assert.equal(sends(), 1);
    assert.deepEqual(logged[0], ['info', { signature: 's1' }]);
    await clock.pass(500);
    assert.ok(facts.refreshes >= 2);
    assert.equal(logged.filter(([, about]) => Object(about).signature === 's1').length, 1);
  });

  test('is looked at again a second after it was seen on a fork', async (t) => {
    const { resender, clock, calls } = open({ status: 'on a fork' });
    t.after(() => resender.drain(0));
    resender.follow(toRow(1), true);
    await clock.pass(3_400);
    assert.equal(calls.filter(({ method }) => method === 'getSignatureStatuses').length, 3);
  });

  test('is over when it is confirmed, and why is logged', async (t) => {
    for (const [status, failed] of [
      ['landed', false],
      ['finalized', false],
      ['failed', true],
    ] as const) {
      const { resender, clock, resolved, logged } = open({ status });
      t.after(() => resender.drain(0));
      resender.follow(toRow(1), true);
      await clock.pass(1_000);
      assert.deepEqual([resolved, logged], [['s1'], [['info', { signature: 's1', failed }]]]);
    }
  });
});

suite('what nobody sends any more', () => {
  const cases: Readonly<Record<string, readonly [Given, readonly string[], readonly unknown[]]>> = {
    'is followed while it can land': [{ height: LAST_VALID - 10n }, [], []],
    'is followed until it is dead': [{ height: LAST_VALID + 10n }, [], []],
    'is over when it is dead': [
      { height: LAST_VALID + 11n },
      ['s1'],
      [['warn', { signature: 's1', fate: 'dead' }]],
    ],
    'is over when it landed': [
      { height: LAST_VALID - 10n, status: 'landed' },
      ['s1'],
      [['info', { signature: 's1', fate: 'landed' }]],
    ],
    'is over when it failed': [
      { height: LAST_VALID - 10n, status: 'failed' },
      ['s1'],
      [['info', { signature: 's1', fate: 'failed' }]],
    ],
    'is followed on a fork': [{ height: LAST_VALID - 10n, status: 'on a fork' }, [], []],
  };
  for (const [name, [given, ended, told]] of Object.entries(cases)) {
    test(name, async (t) => {
      const { resender, clock, resolved, sends, logged } = open(given);
      t.after(() => resender.drain(0));
      resender.follow(toRow(1), true);
      await clock.pass(2_500);
      assert.deepEqual([resolved, logged, sends()], [ended, told, 0]);
    });
  }

  test('is looked up at a height that nobody has heard of', async (t) => {
    const { resender, clock, resolved, sends } = open({ heard: undefined, height: LAST_VALID + 11n });
    t.after(() => resender.drain(0));
    resender.follow(toRow(1), true);
    await clock.pass(2_500);
    assert.deepEqual([resolved, sends()], [['s1'], 1]);
  });

  test('is asked for 256 at a time, and never without any', async (t) => {
    const { resender, clock, calls } = open({ height: LAST_VALID - 10n });
    t.after(() => resender.drain(0));
    await clock.pass(5_000);
    assert.equal(calls.length, 0);
    for (let i = 0; i < 300; i += 1) resender.follow(toRow(i), true);
    await clock.pass(2_000);
    assert.deepEqual(
      calls.map(({ params }) => (params[0] as readonly string[]).length),
      [256],
    );
  });

  test('is not asked for while it is sent', async (t) => {
    const { resender, clock, calls } = open({ height: LAST_VALID - 11n });
    t.after(() => resender.drain(0));
    resender.follow(toRow(1), true);
    await clock.pass(2_500);
    // Before the send at one second alone.
    assert.equal(calls.filter(({ method }) => method === 'getSignatureStatuses').length, 1);
  });
});

suite('the end of a process', () => {
  test('waits until nothing is left, and hands over', async () => {
    const { resender, clock, facts } = open({});
    resender.follow(toRow(1), true);
    let isOver = false;
    const drained = resender.drain(10_000).then(() => {
      isOver = true;
    });
    await clock.pass(2_000);
    assert.deepEqual([isOver, facts.handedOver], [false, 0]);
    facts.status = 'landed';
    await clock.pass(1_500);
    await drained;
    assert.deepEqual([isOver, facts.handedOver], [true, 1]);
  });

  test('waits no longer than it may', async () => {
    const { resender, clock, facts, sends } = open({});
    resender.follow(toRow(1), true);
    const drained = resender.drain(5_000);
    await clock.pass(5_000);
    await drained;
    assert.equal(facts.handedOver, 1);
    const [sent, refreshed] = [sends(), facts.refreshes];
    await clock.pass(20_000);
    assert.deepEqual([sends(), facts.refreshes], [sent, refreshed], 'nothing goes on');
  });

  test('waits for nothing where nothing is followed, or no time is given', async () => {
    for (const [count, milliseconds] of [
      [0, 10_000],
      [1, 0],
    ] as const) {
      const { resender, clock, facts } = open({});
      for (let i = 0; i < count; i += 1) resender.follow(toRow(i), true);
      const drained = resender.drain(milliseconds);
      await clock.pass(0);
      await drained;
      assert.equal(facts.handedOver, 1);
    }
  });
});
