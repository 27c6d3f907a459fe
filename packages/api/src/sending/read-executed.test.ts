import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { explainFailed, getRefusedFailure, readExecuted } from './executed.ts';
import { toProblem } from './send.ts';

const META = { err: null, fee: 5_000, logMessages: null };
const FOUND = { transaction: ['AQID', 'base64'], slot: 9, blockTime: 8, meta: META };
const down = () => {
  throw new UpstreamFault('ledger', 'timeout');
};
const shows =
  (found: object | null): Script['getTransaction'] =>
  (params) => {
    assert.deepEqual(params, [
      'signature',
      { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 },
    ]);
    return found;
  };

async function read(...all: readonly Script['getTransaction'][]) {
  const scripts = all.map((getTransaction) => ({ getTransaction }) as Script);
  const { ledger, calls } = createScriptedLedger(scripts);
  const executed = await readExecuted('signature', { ledger });
  return { executed, asked: calls.length };
}

test('an executed transaction is read from the first node that shows it whole', async () => {
  const executed = { transaction: 'AQID', slot: 9n, blockTime: 8n, meta: META };
  assert.deepEqual(await read(shows(FOUND), down), { executed, asked: 1 });
  for (const found of [null, { ...FOUND, meta: null }, { ...FOUND, slot: undefined }]) {
    assert.deepEqual(await read(shows(found), shows(FOUND)), { executed, asked: 2 });
    assert.deepEqual(await read(shows(found)), { executed: undefined, asked: 1 });
  }
  assert.deepEqual(await read(down, shows(FOUND)), { executed, asked: 2 });
  for (const blockTime of [null, undefined]) {
    const timeless = await read(shows({ ...FOUND, blockTime }));
    assert.equal(timeless.executed?.blockTime, undefined);
  }
  await assert.rejects(
    read(() => {
      throw new TypeError('ours');
    }),
    TypeError,
  );
});

test('why one failed is told by the log of the node that has it', async () => {
  const err = { InstructionError: [0, { Custom: 0 }] };
  const program = '11111111111111111111111111111111';
  const logMessages = [
    `Program ${program} invoke [1]`,
    `Program ${program} failed: custom program error: 0x0`,
  ];
  const explain = async (found: object | null) => {
    const { ledger } = createScriptedLedger([{ getTransaction: () => found }]);
    const { code, members } = toProblem(await explainFailed('signature', err, { ledger }));
    return { code, failure: members.failure };
  };
  for (const found of [null, FOUND]) {
    const { code, failure } = await explain(found);
    assert.deepEqual([code, failure], ['LEDGER_EXECUTION_FAILED', undefined]);
  }
  const there = await explain({ ...FOUND, meta: { ...META, err, logMessages } });
  assert.deepEqual([there.code, there.failure?.program], ['STAKE_ACCOUNT_EXISTS', program]);
  for (const nothing of [null, undefined]) {
    const plain = await explain({ ...FOUND, meta: { ...META, err, logMessages: nothing } });
    assert.deepEqual([plain.code, plain.failure?.program], ['LEDGER_EXECUTION_FAILED', null]);
  }
});

test('what was only simulated keeps a cause that has a code of its own', () => {
  const failure = { code: 'STAKE_REFUSED', detail: 'why', cause: 'c', cure: 'd' } as never;
  const { code, facts } = getRefusedFailure(failure);
  assert.deepEqual([code, facts], ['LEDGER_REJECTED', { reason: 'why', failure }]);
});
