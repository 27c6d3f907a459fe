import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { settle } from '../../test/settle.ts';
import { hashMessage } from '../attribution/hash-message.ts';
import type { BuildForms, Reserved } from '../store/build-forms.ts';
import { StoreFault } from '../store/store-fault.ts';
import { startFormGate } from './form-gate.ts';

const BUILT = Buffer.from('built');
const EDIT = Buffer.from('edit');
const FORM = {
  built: BUILT,
  message: EDIT,
  signature: 'mine',
  lastValidBlockHeight: 7n,
  contextSlot: 3n,
};
const KEPT = { message: BUILT.toString('base64'), contextSlot: 3n };
const OTHER = { form: 'other form', signature: 'other', lastValidBlockHeight: 9n };
const RESERVED: Reserved = { kind: 'reserved', lastValidBlockHeight: 5n };
const BESIDE: Reserved = { kind: 'other', other: OTHER };

const STATUSES = {
  landed: { err: null, confirmationStatus: 'confirmed' },
  failed: { err: 'AccountInUse', confirmationStatus: 'confirmed' },
  'on a fork': { err: null, confirmationStatus: 'processed' },
  absent: null,
};
type Status = keyof typeof STATUSES;

type Given = {
  /** What the store says, turn by turn. */
  readonly says: readonly (Reserved | 'away')[];
  readonly other?: Status;
  readonly mine?: Status;
  readonly height?: bigint;
  readonly message?: Uint8Array;
  readonly isDisplacingAway?: boolean;
};

function open({ says, other = 'absent', mine = 'absent', height = 1n, isDisplacingAway = false }: Given) {
  const clock = createManualClock();
  const done: unknown[] = [];
  const logged: string[] = [];
  const statuses: Readonly<Record<string, Status>> = { other, mine };
  const { ledger } = createScriptedLedger([
    {
      getEpochInfo: () => ({ absoluteSlot: 1, blockHeight: height }),
      getSignatureStatuses: ([signatures]) => ({
        context: { slot: 1 },
        value: (signatures as readonly string[]).map((each) => STATUSES[statuses[each] ?? 'absent']),
      }),
    },
  ]);
  let turn = 0;
  const forms = {
    async reserve(built: string, form: unknown, dead: string | undefined) {
      assert.equal(built, hashMessage(BUILT));
      assert.deepEqual(Object(form).build, KEPT);
      done.push(['reserve', dead]);
      const said = says[Math.min(turn, says.length - 1)] ?? assert.fail();
      turn += 1;
      if (said === 'away') throw new StoreFault('BUSY', undefined);
      return said;
    },
    async displace(signature: string, build: unknown) {
      assert.deepEqual(build, KEPT);
      done.push(['displace', signature]);
      if (isDisplacingAway) throw new StoreFault('BUSY', undefined);
    },
    async giveBack(built: string, form: string) {
      done.push(['give back', built === hashMessage(BUILT), form === hashMessage(EDIT)]);
      if (isDisplacingAway) throw new StoreFault('BUSY', undefined);
    },
    purge: async () => {
      done.push('purged');
    },
  } as unknown as BuildForms;
  const gate = startFormGate({
    ledger,
    clock,
    forms,
    blockhash: { blockHeight: () => height },
    // As the outbox does: what the store does not do now is done later.
    outbox: { remember: async (_, work) => await work().catch(() => undefined) },
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
  });
  return { gate, done, logged, clock };
}

async function reserve(given: Given) {
  const { gate, done } = open(given);
  let height: bigint | undefined;
  const work = gate.reserve({ ...FORM, message: given.message ?? EDIT }).then((reservation) => {
    height = reservation.lastValidBlockHeight;
  });
  const { end, detail = '' } = await settle(work);
  return { end, detail, height, done: done.filter((each) => each !== 'purged') };
}

suite('leave to send a form', () => {
  const FIRST = ['reserve', undefined];
  const NOTED = ['displace', 'mine'];
  const TAKEN_OVER = [FIRST, ['displace', 'other'], ['reserve', 'other form']];
  const DEAD = 20n;
  const cases: Readonly<Record<string, readonly [Given, string, readonly unknown[], bigint?]>> = {
    'is given for the height that it was first kept with': [{ says: [RESERVED] }, 'done', [FIRST], 5n],
    'is given for its own height where what was built goes without the store': [
      { says: ['away'], message: BUILT },
      'done',
      [FIRST],
      7n,
    ],
    'is not given to an edit without the store': [{ says: ['away'] }, 'STORE_UNAVAILABLE', [FIRST]],
    'is not given beside one that may land': [{ says: [BESIDE] }, 'OTHER_FORM_SENT', [FIRST, NOTED]],
    'is not given beside one that landed': [
      { says: [BESIDE], other: 'landed' },
      'OTHER_FORM_LANDED',
      [FIRST, NOTED],
    ],
    'is not given beside one on a fork': [
      { says: [BESIDE], other: 'on a fork' },
      'OTHER_FORM_SENT',
      [FIRST, NOTED],
    ],
    'is given in the place of one that failed': [
      { says: [BESIDE, RESERVED], other: 'failed' },
      'done',
      TAKEN_OVER,
      5n,
    ],
    'is given in the place of one that is dead': [
      { says: [BESIDE, RESERVED], height: DEAD },
      'done',
      TAKEN_OVER,
      5n,
    ],
    'is not given where a third one was faster': [
      { says: [BESIDE], height: DEAD },
      'OTHER_FORM_SENT',
      [...TAKEN_OVER, NOTED],
    ],
    'is not given for what was replaced': [
      { says: [{ kind: 'replaced' }] },
      'BUILD_REPLACED',
      [FIRST, NOTED],
    ],
    'is given for what landed past the service, which sends nothing': [
      { says: [BESIDE], mine: 'landed' },
      'done',
      [FIRST],
      7n,
    ],
    'is given for what landed and was replaced': [
      { says: [{ kind: 'replaced' }], mine: 'landed' },
      'done',
      [FIRST],
      7n,
    ],
  };
  for (const [name, [given, expected, expectedDone, expectedHeight]] of Object.entries(cases)) {
    test(name, async () => {
      const { end, detail, height, done } = await reserve(given);
      assert.deepEqual([end, done, height], [expected, expectedDone, expectedHeight]);
      if (expected.startsWith('OTHER_FORM')) assert.match(detail, /\bother\b/);
    });
  }

  test('is refused although the build cannot be noted', async () => {
    const { end } = await reserve({ says: [BESIDE], isDisplacingAway: true });
    assert.equal(end, 'OTHER_FORM_SENT');
  });
});

test('leave is given back after an outcome that never lands, and only then', async () => {
  for (const [outcome, isGivenBack] of [
    ['rejected', true],
    ['expired', true],
    ['not_sent', true],
    ['unknown', false],
    [undefined, false],
  ] as const) {
    for (const isDisplacingAway of [false, true]) {
      const { gate, done, logged } = open({ says: [RESERVED], isDisplacingAway });
      const reservation = await gate.reserve(FORM);
      await reservation.giveBack(outcome);
      const given = done.filter((each) => each !== 'purged').slice(1);
      assert.deepEqual(
        given,
        isGivenBack
          ? [
              ['displace', 'mine'],
              ['give back', true, true],
            ]
          : [],
      );
      assert.equal(logged.length, isGivenBack && isDisplacingAway ? 2 : 0);
    }
  }
});

test('old builds are forgotten once a minute until the gate is closed', async () => {
  const { gate, done, clock } = open({ says: [RESERVED] });
  await clock.pass(60_000);
  assert.deepEqual(done, ['purged', 'purged']);
  await gate.close();
  await clock.pass(120_000);
  assert.equal(done.length, 2);
});
