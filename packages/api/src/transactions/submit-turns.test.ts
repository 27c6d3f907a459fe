import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type End, type Given, submit } from './submit.world.ts';

suite('a round after the other', () => {
  const cases: readonly (readonly [readonly End[], string, RegExp | undefined])[] = [
    [['is behind', 'takes'], 'done', undefined],
    [['is closed', 'has it'], 'done', undefined],
    [['says nothing', 'takes'], 'done', undefined],
    [['says nothing', 'refuses'], 'OUTCOME_UNKNOWN', undefined],
    [['is behind', 'says nothing', 'refuses'], 'OUTCOME_UNKNOWN', undefined],
    [['says nothing', 'is closed', 'is behind'], 'OUTCOME_UNKNOWN', undefined],
    [['is behind', 'refuses'], 'LEDGER_REJECTED', undefined],
    [['is closed', 'is behind'], 'LEDGER_UNAVAILABLE', /do not know the blockhash/],
    [['is behind', 'is closed'], 'LEDGER_UNAVAILABLE', /do not know the blockhash/],
    [['is closed'], 'LEDGER_UNAVAILABLE', /^No ledger node/],
  ];
  for (const [ends, expected, detail] of cases) {
    test(`it ${ends.join(', then ')}: ${expected}`, async () => {
      const told = await submit({ nodes: [ends] });
      assert.equal(told.end, expected);
      if (detail !== undefined) assert.match(told.detail ?? '', detail);
    });
  }

  test('none begins when six seconds are over', async () => {
    const { sent } = await submit({ nodes: [['is behind']], takes: [2_000] });
    assert.deepEqual(sent, ['rpc1 0', 'rpc1 2400', 'rpc1 4800']);
    const rounds = await submit({ nodes: [['is behind']], takes: [2_600] });
    assert.deepEqual(rounds.sent, ['rpc1 0', 'rpc1 3000', 'rpc1 6000']);
  });

  for (const [statuses, expected, done] of [
    [['absent', 'landed'], 'done', ['stored', 'followed']],
    [['absent'], 'LEDGER_UNAVAILABLE', ['stored', 'withdrawn']],
    [['absent', 'failed'], 'LEDGER_EXECUTION_FAILED', ['stored', 'resolved']],
  ] as const) {
    test(`none begins when the bytes are too old, which are ${statuses.join(', then ')}`, async () => {
      const told = await submit({ nodes: [['is behind']], statuses, heights: [900n, 1_001n] });
      assert.deepEqual([told.end, told.done, told.sent], [expected, done, ['rpc1 0']]);
    });
  }

  test('what is dead in the end is called expired', async () => {
    const told = await submit({ nodes: [['is behind']], heights: [900n, 1_011n] });
    assert.deepEqual([told.end, told.outcome], ['BLOCKHASH_EXPIRED', 'expired']);
    assert.deepEqual(told.done, ['stored', 'resolved']);
  });
});

suite('of several nodes', () => {
  const NEVER = 50_000;
  const cases: Readonly<Record<string, readonly [Given, string, readonly string[]]>> = {
    'the first alone is asked that takes them': [{ nodes: [['takes'], ['takes']] }, 'done', ['rpc1 0']],
    'the first alone is asked that refuses them': [
      { nodes: [['refuses'], ['takes']] },
      'LEDGER_REJECTED',
      ['rpc1 0'],
    ],
    'the next is asked at once where one is closed': [
      { nodes: [['is closed'], ['takes']] },
      'done',
      ['rpc1 0', 'rpc2 0'],
    ],
    'the next is asked after a second where one says nothing': [
      { nodes: [['takes'], ['takes']], takes: [NEVER] },
      'done',
      ['rpc1 0', 'rpc2 1000'],
    ],
    'what another one says to bytes that one may have decides nothing': [
      { nodes: [['says nothing'], ['refuses']], takes: [1_500] },
      'OUTCOME_UNKNOWN',
      ['rpc1 0', 'rpc2 1000'],
    ],
    'the gravest word counts': [
      { nodes: [['is closed'], ['is behind'], ['refuses']] },
      'LEDGER_REJECTED',
      ['rpc1 0', 'rpc2 0', 'rpc3 0'],
    ],
    'one that moved on does so once': [
      { nodes: [['is closed'], ['takes'], ['takes']], takes: [1_500, 900] },
      'done',
      ['rpc1 0', 'rpc2 1000'],
    ],
    'none is asked after a refusal': [
      { nodes: [['refuses'], ['is closed'], ['takes']], takes: [1_500, 800] },
      'LEDGER_REJECTED',
      ['rpc1 0', 'rpc2 1000'],
    ],
  };
  for (const [name, [given, expected, sent]] of Object.entries(cases)) {
    test(name, async () => {
      const told = await submit(given);
      assert.deepEqual([told.end, told.sent.slice(0, sent.length)], [expected, sent]);
      if (expected !== 'OUTCOME_UNKNOWN') assert.equal(told.sent.length, sent.length);
    });
  }
});
