import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { keyOf, writeMessage } from '../../test/message-bytes.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { JsonRpcError, UpstreamBusy, UpstreamFault } from '../problems/faults.ts';
import { type SendPorts, sendToNodes, toProblem, tryMessage } from './send.ts';

const MESSAGE = writeMessage([keyOf(1), keyOf(2)], [], keyOf(8));
const ACCOUNT_EXISTS = { InstructionError: [0, { Custom: 0 }] };
const SYSTEM_LOGS = ['Program 11111111111111111111111111111111 failed: custom program error: 0x0'];
const FAULT = { InstructionError: [0, { Custom: 1 }] };

const raise = (error: Error) => () => {
  throw error;
};
const simulated =
  (err: unknown, logs: readonly string[] = []) =>
  () => ({
    context: { slot: 5 },
    value: { err, logs },
  });
const refusedWith = (code: number) => raise(new JsonRpcError(code, 'no', undefined));

/** What a node answers to a trial. */
const WORDS = {
  passes: simulated(null),
  refuses: simulated(FAULT),
  'says its account exists': simulated(ACCOUNT_EXISTS, SYSTEM_LOGS),
  'has executed it': simulated('AlreadyProcessed'),
  'does not know the blockhash': simulated('BlockhashNotFound'),
  'is behind its slot': refusedWith(-32_016),
  'is unhealthy': refusedWith(-32_005),
  'limits us': refusedWith(429),
  'cannot decode it': refusedWith(-32_602),
  'does not answer': raise(new UpstreamFault('ledger', 'timeout')),
  'answers nonsense': raise(new UpstreamFault('ledger', 'malformed')),
  'has no turn': raise(new UpstreamBusy('ledger')),
} as const satisfies Record<string, () => unknown>;
type Word = keyof typeof WORDS;

function open(scripts: readonly Script[], senders?: readonly Script[]) {
  const clock = createManualClock();
  const { ledger, calls } = createScriptedLedger(scripts, senders);
  return { clock, calls, ports: { ledger, clock, config: {} } as unknown as SendPorts };
}

async function judge(words: readonly Word[]) {
  const { clock, calls, ports } = open(words.map((word) => ({ simulateTransaction: WORDS[word] })));
  const trial = tryMessage({ message: MESSAGE, contextSlot: 40n }, ports).then((verdict) => {
    const { problem } = { problem: undefined, ...verdict };
    return { said: problem === undefined ? verdict.kind : `${problem.code} ${problem.outcome}`, verdict };
  });
  await clock.pass(10_000);
  return { ...(await trial), calls };
}

suite('a trial', () => {
  const cases: readonly (readonly [readonly Word[], string])[] = [
    [['passes'], 'passed'],
    [['refuses'], 'refused'],
    [['refuses', 'refuses'], 'refused'],
    [['refuses', 'passes'], 'passed'],
    [['passes', 'refuses'], 'passed'],
    [['has executed it', 'refuses'], 'processed'],
    [['has executed it', 'passes'], 'passed'],
    [['refuses', 'does not know the blockhash'], 'refused'],
    [['refuses', 'does not answer'], 'refused'],
    [['says its account exists'], 'refused'],
    [['says its account exists', 'says its account exists'], 'refused'],
    [['says its account exists', 'passes'], 'passed'],
    [['says its account exists', 'refuses'], 'LEDGER_UNAVAILABLE not_sent'],
    [['says its account exists', 'does not answer'], 'LEDGER_UNAVAILABLE not_sent'],
    [['limits us', 'answers nonsense', 'refuses'], 'refused'],
    [['limits us', 'refuses', 'passes'], 'passed'],
    [['cannot decode it', 'is behind its slot'], 'refused'],
    [['does not know the blockhash', 'is behind its slot'], 'LEDGER_UNAVAILABLE not_sent'],
    [['is unhealthy', 'limits us'], 'LEDGER_UNAVAILABLE not_sent'],
    [['does not answer', 'answers nonsense'], 'LEDGER_UNAVAILABLE not_sent'],
    [['has no turn', 'has no turn'], 'OVERLOADED not_sent'],
    [[], 'LEDGER_UNAVAILABLE not_sent'],
  ];
  for (const [words, expected] of cases) {
    test(`of nodes of which one ${words.join(', one ') || 'is missing'}: ${expected}`, async () => {
      assert.equal((await judge(words)).said, expected);
    });
  }

  test('asks no third node where two have judged', async () => {
    const { calls } = await judge(['refuses', 'refuses', 'passes']);
    assert.deepEqual(
      calls.map(({ node }) => node),
      ['rpc1', 'rpc2'],
    );
  });

  test('shows no node a signature, and none that is behind the build', async () => {
    const { calls } = await judge(['passes']);
    const transaction = Buffer.concat([Buffer.of(1), Buffer.alloc(64), MESSAGE]).toString('base64');
    assert.deepEqual(calls[0]?.params, [
      transaction,
      {
        encoding: 'base64',
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: false,
        minContextSlot: 40,
      },
    ]);
  });

  test('waits for a node that catches up', async () => {
    let asked = 0;
    const { clock, ports } = open([
      {
        simulateTransaction() {
          asked += 1;
          return WORDS[asked < 4 ? 'is behind its slot' : 'passes']();
        },
      },
    ]);
    const trial = tryMessage({ message: MESSAGE, contextSlot: 40n }, ports);
    await clock.pass(10_000);
    assert.deepEqual([(await trial).kind, asked], ['passed', 4]);
  });

  test('is ended by a fault of ours', async () => {
    const { ports } = open([{ simulateTransaction: raise(new TypeError('ours')) }]);
    await assert.rejects(tryMessage({ message: MESSAGE, contextSlot: 40n }, ports), TypeError);
  });

  test('names a refusal so that it can be kept and told again', async () => {
    const { verdict } = await judge(['refuses']);
    assert.ok(verdict.kind === 'refused');
    const told = toProblem(JSON.parse(JSON.stringify(verdict.refusal)));
    assert.deepEqual([told.code, told.outcome], ['LEDGER_REJECTED', 'rejected']);
    assert.equal(told.message, toProblem(verdict.refusal).message);
  });
});

test('a refusal has the outcome of its code, and one that is not known is rejected all the same', () => {
  const outcomeOf = (code: string, facts?: object) => toProblem({ code, facts }).outcome;
  assert.equal(outcomeOf('TOKEN_EXPIRED', { seconds: 120 }), 'not_sent');
  assert.equal(outcomeOf('BLOCKHASH_EXPIRED'), 'expired');
  assert.equal(outcomeOf('OF_A_NEWER_VERSION'), 'rejected');
  assert.equal(outcomeOf('toString'), 'rejected');
});

suite('a send', () => {
  const take = () => 'signature';
  async function send(scripts: readonly Script[], senders?: readonly Script[]) {
    const { clock, calls, ports } = open(scripts, senders);
    const sent = sendToNodes('AQ==', ports);
    await clock.pass(20_000);
    return { isTaken: await sent, calls };
  }

  test('goes to all nodes and send-only endpoints at once, without preflight', async () => {
    const { isTaken, calls } = await send(
      [{ sendTransaction: take }, { sendTransaction: take }],
      [{ sendTransaction: take }],
    );
    assert.equal(isTaken, true);
    assert.deepEqual(
      calls.map(({ node }) => node),
      ['rpc1', 'rpc2', 'send1'],
    );
    const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 };
    assert.deepEqual(calls[0]?.params, ['AQ==', options]);
  });

  test('is taken where one takes it, whatever the others answer', async () => {
    for (const other of [
      refusedWith(-32_002),
      refusedWith(-32_003),
      refusedWith(429),
      raise(new UpstreamFault('ledger', 'timeout')),
      () => new Promise(() => undefined),
    ]) {
      const { isTaken } = await send([{ sendTransaction: other }, { sendTransaction: take }]);
      assert.equal(isTaken, true);
    }
  });

  test('that none takes is made five times', async () => {
    const { isTaken, calls } = await send([{ sendTransaction: refusedWith(-32_002) }]);
    assert.deepEqual([isTaken, calls.length], [false, 5]);
  });

  test('that hangs is given up after six seconds', async () => {
    const { isTaken } = await send([{ sendTransaction: () => new Promise(() => undefined) }]);
    assert.equal(isTaken, false);
  });
});
