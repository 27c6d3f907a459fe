import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createSubmitter, type SubmitPorts } from './submit.ts';
import { type End, type Given, LIFETIME, type Status, submit, TRANSACTION } from './submit.world.ts';

suite('bytes that one node is sent', () => {
  const KEPT = ['stored', 'followed in doubt'];
  const cases: readonly (readonly [Given & { end: End; status: Status }, string, readonly string[]])[] = [
    [{ end: 'takes', status: 'absent' }, 'done', ['stored', 'followed']],
    [{ end: 'takes', status: 'failed' }, 'done', ['stored', 'followed']],
    [{ end: 'has it', status: 'absent' }, 'done', ['stored', 'followed']],
    [{ end: 'has it', status: 'failed' }, 'LEDGER_EXECUTION_FAILED', ['stored', 'resolved']],
    [{ end: 'refuses', status: 'absent' }, 'LEDGER_REJECTED', ['stored', 'refused']],
    [{ end: 'refuses', status: 'absent', isTakenBack: false }, 'OUTCOME_UNKNOWN', ['stored', 'refused']],
    [{ end: 'refuses', status: 'absent', state: 'perhaps taken' }, 'OUTCOME_UNKNOWN', ['stored']],
    [{ end: 'refuses', status: 'on a fork' }, 'OUTCOME_UNKNOWN', ['stored', 'withdrawn']],
    [{ end: 'refuses', status: 'landed' }, 'done', ['stored', 'followed']],
    [{ end: 'refuses', status: 'failed' }, 'LEDGER_EXECUTION_FAILED', ['stored', 'resolved']],
    [{ end: 'refuses the signature', status: 'absent' }, 'SIGNATURE_FAILURE', ['stored', 'withdrawn']],
    [{ end: 'is behind', status: 'absent' }, 'LEDGER_UNAVAILABLE', ['stored', 'withdrawn']],
    [{ end: 'is behind', status: 'on a fork' }, 'LEDGER_UNAVAILABLE', ['stored', 'withdrawn']],
    [{ end: 'is behind', status: 'absent', isTakenBack: false }, 'OUTCOME_UNKNOWN', ['stored', 'withdrawn']],
    [{ end: 'is closed', status: 'absent' }, 'LEDGER_UNAVAILABLE', ['stored', 'withdrawn']],
    [{ end: 'is closed', status: 'absent', state: 'perhaps taken' }, 'OUTCOME_UNKNOWN', ['stored']],
    [{ end: 'is closed', status: 'landed' }, 'done', ['stored', 'followed']],
    [{ end: 'says nothing', status: 'absent' }, 'OUTCOME_UNKNOWN', KEPT],
    [{ end: 'says nothing', status: 'landed' }, 'done', [...KEPT, 'followed']],
    [{ end: 'says nothing', status: 'failed' }, 'LEDGER_EXECUTION_FAILED', [...KEPT, 'resolved']],
  ];
  for (const [{ end, status, ...given }, expected, expectedDone] of cases) {
    const circumstances = Object.entries(given).join(' ').replaceAll(',', ' ');
    test(`it ${end}, and they are ${status} ${circumstances}: ${expected}`, async () => {
      const { done, ...told } = await submit({ nodes: [[end]], statuses: [status], ...given });
      assert.deepEqual([told.end, done], [expected, expectedDone]);
      const isAgain = ['is behind', 'is closed', 'says nothing'].includes(end);
      assert.deepEqual(
        told.sent,
        (isAgain ? [0, 400, 800, 1_200, 1_600] : [0]).map((each) => `rpc1 ${each}`),
      );
      if (expected === 'OUTCOME_UNKNOWN') assert.match(told.detail ?? '', /^The ledger did not say/);
      if (expected === 'LEDGER_UNAVAILABLE') assert.equal(told.outcome, 'not_sent');
    });
  }

  test('are followed where sending them fails by a fault of ours', async () => {
    const { end, done } = await submit({ nodes: [['is broken']] });
    assert.deepEqual([end, done], ['TypeError', ['stored', 'followed in doubt']]);
  });
});

suite('endpoints for sending', () => {
  test('get what a node took or may have, as it is, and may fail', async () => {
    for (const end of ['takes', 'says nothing'] as const) {
      const { sent } = await submit({ nodes: [[end]], senders: ['takes', 'is closed'] });
      const others = sent.filter((each) => each.startsWith('send'));
      assert.deepEqual(
        others.map((each) => each.replace(/ \d+/, '')),
        ['send1 as it is', 'send2 as it is'],
      );
    }
  });

  test('get nothing that was refused, or that is known to be there', async () => {
    for (const end of ['refuses', 'has it', 'is behind'] as const) {
      const { sent } = await submit({ nodes: [[end]], senders: ['takes'] });
      assert.ok(sent.every((each) => each.startsWith('rpc')));
    }
  });
});

suite('nothing is sent', () => {
  const cases: Readonly<Record<string, readonly [Given, string, readonly string[]]>> = {
    'of what a node took before': [{ state: 'taken' }, 'done', []],
    'of what a node took before and failed': [
      { state: 'taken', statuses: ['failed'] },
      'LEDGER_EXECUTION_FAILED',
      [],
    ],
    'of what landed and is too old': [{ heights: [1_001n], statuses: ['absent', 'landed'] }, 'done', []],
    'of what is too old and not proved dead': [{ heights: [1_001n] }, 'OUTCOME_UNKNOWN', []],
    'of what is dead': [{ heights: [1_011n] }, 'BLOCKHASH_EXPIRED', []],
    'of what was refused before': [{ isAdded: false }, 'LEDGER_REJECTED', ['stored']],
    'of what was refused before and landed': [{ isAdded: false, statuses: ['landed'] }, 'done', ['stored']],
    'of what was refused before, and another replica may send': [
      { isAdded: false, isKnown: true },
      'OUTCOME_UNKNOWN',
      ['stored'],
    ],
  };
  for (const [name, [given, expected, done]] of Object.entries(cases)) {
    test(name, async () => {
      const told = await submit(given);
      assert.deepEqual([told.end, told.done, told.sent], [expected, done, []]);
      if (expected === 'OUTCOME_UNKNOWN') assert.match(told.detail ?? '', /^The ledger did not say/);
    });
  }
});

test('the same bytes that come while they are under way are one submission', async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const landed = { err: null, confirmationStatus: 'confirmed' };
  const node = {
    call: async () => {
      await gate.promise;
      return { context: { slot: 5 }, value: [landed] };
    },
  };
  const send = createSubmitter({
    ledger: { byHealth: () => [node] },
    blockhash: { blockHeight: () => 0n },
    resender: {
      getState: (name: string) => {
        begun.push(name);
        return 'taken';
      },
    },
  } as unknown as SubmitPorts);
  const sendOf = (name: string) => send({ ...TRANSACTION, signature: name }, LIFETIME);
  const all = [sendOf('one'), sendOf('one'), sendOf('other'), sendOf('one')];
  assert.deepEqual(begun, ['one', 'other']);
  gate.resolve();
  await Promise.all(all);
  await sendOf('one');
  assert.deepEqual(begun, ['one', 'other', 'one']);
});
