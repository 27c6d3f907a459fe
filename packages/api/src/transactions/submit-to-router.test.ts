import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { type Settled, settle } from '../../test/settle.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { UpstreamBusy, UpstreamFault, UpstreamRefusal } from '../upstreams/upstream-fault.ts';
import { readSignedTransaction } from './signed-transaction.ts';
import { createRouterSubmitter, type RouterSubmitPorts } from './submit-to-router.ts';

const TRANSACTION = readSignedTransaction(createTinyTransaction(1, 1));
const { signature, base64 } = TRANSACTION;
const LIFETIME = { lastValidBlockHeight: 1_000n };
const MORTAL = { signature, ...LIFETIME };
const ORDER = { requestId: 'r' };
const FAULT = { InstructionError: [0, 'Custom'] };

const raise = (error: Error) => () => {
  throw error;
};
const fail = (kind: UpstreamFault['kind'], status?: number, retryAfter?: number) =>
  raise(new UpstreamFault('router', kind, { ...(status !== undefined && { status }), retryAfter }));

/** What the router answers. */
const ANSWERS = {
  takes: () => ({ signature }),
  'names another signature': () => ({ signature: 'another' }),
  'has no turn': raise(new UpstreamBusy('router')),
  'is closed': fail('unreachable', undefined, 7),
  'limits us': fail('status', 429, 9),
  'denies us': raise(new UpstreamRefusal('router', 401, 'who are you', undefined)),
  'refuses it': raise(new UpstreamRefusal('router', 400, 'slippage', undefined)),
  'says nothing': fail('timeout'),
  'is broken': raise(new TypeError('ours')),
};
type Answer = keyof typeof ANSWERS;

const STATUSES = {
  landed: { err: null, confirmationStatus: 'confirmed' },
  failed: { err: FAULT, confirmationStatus: 'confirmed' },
  absent: null,
};
type Status = keyof typeof STATUSES;

type Given = {
  readonly answer?: Answer;
  /** Turn by turn. */
  readonly statuses?: readonly Status[];
  readonly height?: bigint;
  readonly isAdded?: boolean;
  readonly wasTaken?: boolean;
  readonly isTakenBack?: boolean;
  readonly state?: 'perhaps taken';
};

function open(given: Given) {
  const { answer = 'takes', statuses = ['absent'], isAdded = true, wasTaken = false } = given;
  const clock = createManualClock();
  const done: string[] = [];
  const logged: string[] = [];
  const facts = { height: given.height ?? 900n, looks: [] as number[] };
  const { ledger } = createScriptedLedger([
    {
      getEpochInfo: () => ({ absoluteSlot: 5, blockHeight: facts.height }),
      getSignatureStatuses() {
        const status = statuses[Math.min(facts.looks.length, statuses.length - 1)] ?? 'absent';
        facts.looks.push(clock.elapsed());
        return { context: { slot: 5 }, value: [STATUSES[status]] };
      },
      simulateTransaction: () => ({ value: { err: null, logs: [] } }),
    },
  ]);
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  const submit = createRouterSubmitter({
    ledger,
    clock,
    log,
    blockhash: { blockHeight: () => facts.height },
    resender: { getState: () => given.state },
    router: {
      async execute(kind: unknown, bytes: unknown, order: unknown) {
        assert.deepEqual([kind, bytes, order], ['token', base64, ORDER]);
        done.push('handed');
        return ANSWERS[answer]();
      },
    },
    outbox: {
      isKnown: async () => false,
      async addHanded(mortal: unknown) {
        assert.deepEqual(mortal, MORTAL);
        done.push('stored');
        return isAdded;
      },
      setTaken: async (name: string) => void done.push(`taken ${name === signature}`),
      wasTaken: async () => wasTaken,
      async withdraw(name: string) {
        done.push(`withdrawn ${name === signature}`);
        return given.isTakenBack ?? true;
      },
    },
    config: {},
  } as unknown as RouterSubmitPorts);
  const send = async () => {
    const settled: Promise<Settled> = settle(submit('token', ORDER, TRANSACTION, LIFETIME)).catch(
      (fault: unknown) => ({ end: Object(fault).name }),
    );
    await clock.pass(30_000);
    return await settled;
  };
  return { send, submit, done, logged, facts, clock };
}

async function hand(given: Given) {
  const { send, done, facts, logged } = open(given);
  return { ...(await send()), done, looks: facts.looks, logged };
}

const DETAILS: Readonly<Record<string, RegExp>> = {
  OUTCOME_UNKNOWN: /^The router did not say/,
  OVERLOADED: /router/,
  ROUTER_UNAVAILABLE: /^The router .*\./,
  ROUTER_REJECTED: /^The router rejected the transaction: /,
};
const NOT_SENT = ['OVERLOADED', 'ROUTER_UNAVAILABLE'];

suite('bytes that are handed to the router', () => {
  const HANDED = ['stored', 'handed'];
  const BACK = [...HANDED, 'withdrawn true'];
  const cases: readonly (readonly [
    Given & { answer: Answer },
    string,
    readonly string[],
    readonly number[],
  ])[] = [
    [{ answer: 'takes' }, 'done', [...HANDED, 'taken true'], []],
    [{ answer: 'has no turn' }, 'OVERLOADED', BACK, [0]],
    [{ answer: 'is closed' }, 'ROUTER_UNAVAILABLE', BACK, [0]],
    [{ answer: 'limits us' }, 'ROUTER_UNAVAILABLE', BACK, [0]],
    [{ answer: 'denies us' }, 'ROUTER_UNAVAILABLE', BACK, [0]],
    [{ answer: 'is closed', isTakenBack: false }, 'OUTCOME_UNKNOWN', BACK, [0]],
    [{ answer: 'denies us', isTakenBack: false }, 'OUTCOME_UNKNOWN', BACK, [0]],
    [{ answer: 'is closed', state: 'perhaps taken' }, 'OUTCOME_UNKNOWN', HANDED, [0]],
    [{ answer: 'is closed', statuses: ['landed'] }, 'done', [...HANDED, 'taken true'], [0]],
    [{ answer: 'is closed', statuses: ['failed'] }, 'LEDGER_EXECUTION_FAILED', HANDED, [0]],
    [{ answer: 'refuses it' }, 'ROUTER_REJECTED', HANDED, [0, 1_000]],
    [{ answer: 'refuses it', statuses: ['absent', 'landed'] }, 'done', [...HANDED, 'taken true'], [0, 1_000]],
    [{ answer: 'refuses it', statuses: ['absent', 'failed'] }, 'LEDGER_EXECUTION_FAILED', HANDED, [0, 1_000]],
    [{ answer: 'says nothing' }, 'OUTCOME_UNKNOWN', HANDED, [0, 1_000]],
    [{ answer: 'names another signature' }, 'OUTCOME_UNKNOWN', HANDED, [0, 1_000]],
    [{ answer: 'is broken' }, 'TypeError', HANDED, []],
  ];
  for (const [given, expected, expectedDone, expectedLooks] of cases) {
    const { answer, ...others } = given;
    test(`which ${answer} ${JSON.stringify(others)}: ${expected}`, async () => {
      const { end, outcome, detail = 'none', done, looks, logged } = await hand(given);
      assert.deepEqual([end, done, looks], [expected, expectedDone, expectedLooks]);
      assert.match(detail, DETAILS[expected] ?? /./);
      if (NOT_SENT.includes(expected)) assert.equal(outcome, 'not_sent');
      assert.equal(logged.length, answer === 'names another signature' ? 1 : 0);
    });
  }

  test('and not taken may be sent again after as long as the router says', async () => {
    for (const [answer, seconds] of [
      ['is closed', '7'],
      ['limits us', '9'],
    ] as const) {
      const { submit, clock } = open({ answer });
      const refused = submit('token', ORDER, TRANSACTION, LIFETIME).catch((error) => error);
      await clock.pass(0);
      assert.equal((await refused).headers['Retry-After'], seconds);
    }
  });
});

suite('nothing is handed over', () => {
  const cases: Readonly<Record<string, readonly [Given, string, readonly string[]]>> = {
    'of what it took from any replica': [{ wasTaken: true }, 'done', []],
    'of what it took and failed': [{ wasTaken: true, statuses: ['failed'] }, 'LEDGER_EXECUTION_FAILED', []],
    'of what is too old and landed': [{ height: 1_001n, statuses: ['absent', 'landed'] }, 'done', []],
    'of what is too old': [{ height: 1_001n }, 'OUTCOME_UNKNOWN', []],
    'of what is dead': [{ height: 1_011n }, 'BLOCKHASH_EXPIRED', []],
    'of what was refused before': [{ isAdded: false }, 'LEDGER_REJECTED', ['stored']],
    'of what was refused before and landed': [
      { isAdded: false, statuses: ['landed'] },
      'done',
      ['stored', 'taken true'],
    ],
  };
  for (const [name, [given, expected, expectedDone]] of Object.entries(cases)) {
    test(name, async () => {
      const { end, done, detail = '' } = await hand(given);
      assert.deepEqual([end, done], [expected, expectedDone]);
      if (expected === 'OUTCOME_UNKNOWN') assert.match(detail, /^The router did not say/);
    });
  }

  test('twice, while its blockhash lives', async () => {
    const { send, done, facts } = open({});
    assert.equal((await send()).end, 'done');
    assert.equal((await send()).end, 'done');
    assert.deepEqual(done, ['stored', 'handed', 'taken true']);
    assert.equal(facts.looks.length, 1, 'only its end could be news');
    facts.height = 1_001n;
    assert.equal((await send()).end, 'OUTCOME_UNKNOWN');
    // Heights may go back with a node: what is dropped is looked up again, and not handed over by memory alone.
    facts.height = 1_000n;
    await send();
    assert.equal(done.filter((each) => each === 'handed').length, 2);
  });

  test('twice at the same time', async () => {
    const { submit, done, clock } = open({});
    const both = [1, 2].map(() => submit('token', ORDER, TRANSACTION, LIFETIME));
    await clock.pass(0);
    await Promise.all(both);
    assert.deepEqual(done, ['stored', 'handed', 'taken true']);
  });

  test('but again where it failed before', async () => {
    const { send, done } = open({ answer: 'is closed' });
    await send();
    await send();
    assert.equal(done.filter((each) => each === 'handed').length, 2);
  });
});
