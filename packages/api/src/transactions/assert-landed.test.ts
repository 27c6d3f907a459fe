import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { type Settled, settle } from '../../test/settle.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { UpstreamBusy, UpstreamFault } from '../upstreams/upstream-fault.ts';
import { type AssertLandedPorts, assertLanded } from './assert-landed.ts';
import { type RefuseAgainPorts, refuseAgain } from './refuse-again.ts';

const FAULT = { InstructionError: [0, 'Custom'] };
const STATUSES = {
  landed: { err: null, confirmationStatus: 'confirmed' },
  failed: { err: FAULT, confirmationStatus: 'confirmed' },
  'on a fork': { err: null, confirmationStatus: 'processed' },
  absent: null,
};
const PENDING = { signature: 's', lastValidBlockHeight: 1_000n, base64: createTinyTransaction(1, 1) };

type Given = {
  readonly status?: keyof typeof STATUSES;
  readonly height?: bigint;
  readonly isKnown?: boolean;
  readonly state?: 'taken';
  readonly simulate?: (params: readonly unknown[]) => unknown;
};

function open({ status = 'absent', height = 900n, isKnown = false, state, simulate }: Given) {
  const clock = createManualClock();
  const asked: unknown[] = [];
  const { ledger } = createScriptedLedger([
    {
      getEpochInfo: () => ({ absoluteSlot: 5, blockHeight: height }),
      getSignatureStatuses: () => ({ context: { slot: 5 }, value: [STATUSES[status]] }),
      simulateTransaction(params) {
        asked.push(params);
        return simulate?.(params);
      },
    },
  ]);
  const ports = {
    ledger,
    clock,
    blockhash: { blockHeight: () => height },
    resender: { getState: () => state },
    outbox: { isKnown: async () => isKnown, refuseUnsent: async () => !isKnown },
  } as unknown as AssertLandedPorts & RefuseAgainPorts;
  const settleAll = async (work: Promise<void>): Promise<Settled> => {
    const settled = settle(work);
    settled.catch(() => undefined);
    await clock.pass(10_000);
    return await settled;
  };
  return { ports, asked, settleAll };
}

const EXPIRED_TOKEN = /120 seconds/;

for (const [name, given, end, outcome] of [
  ['landed', { status: 'landed' }, 'done', undefined],
  ['failed', { status: 'failed' }, 'LEDGER_EXECUTION_FAILED', 'rejected'],
  ['is dead', { height: 1_011n }, 'TOKEN_EXPIRED', 'expired'],
  ['was never sent', {}, 'TOKEN_EXPIRED', 'not_sent'],
  ['is sent by this process', { state: 'taken' }, 'OUTCOME_UNKNOWN', 'unknown'],
  ['was sent by another one', { isKnown: true }, 'OUTCOME_UNKNOWN', 'unknown'],
  ['is on a fork', { status: 'on a fork' }, 'OUTCOME_UNKNOWN', 'unknown'],
] as const) {
  test(`what comes with an expired token and ${name}: ${end}`, async () => {
    const { ports, settleAll } = open(given);
    const told = await settleAll(assertLanded(PENDING, ports));
    assert.deepEqual([told.end, told.outcome], [end, outcome]);
    if (end === 'TOKEN_EXPIRED') assert.match(told.detail ?? '', EXPIRED_TOKEN);
    if (end === 'OUTCOME_UNKNOWN') assert.match(told.detail ?? '', /^The ledger did not say/);
  });
}

const refuse = (error: Error) => () => {
  throw error;
};
for (const [name, given, end, detail] of [
  ['landed past this service', { status: 'landed' }, 'done', undefined],
  ['failed past this service', { status: 'failed' }, 'LEDGER_EXECUTION_FAILED', undefined],
  ['another replica may send', { isKnown: true }, 'OUTCOME_UNKNOWN', /^The ledger did not say/],
  [
    'would fail as before',
    { simulate: () => ({ value: { err: FAULT, logs: ['Program log: why'] } }) },
    'LEDGER_REJECTED',
    /instruction 0|Custom/,
  ],
  [
    'would succeed by now',
    { simulate: () => ({ value: { err: null, logs: [] } }) },
    'LEDGER_REJECTED',
    /it was refused before/,
  ],
  [
    'cannot be simulated',
    { simulate: refuse(new UpstreamFault('ledger', 'timeout')) },
    'LEDGER_REJECTED',
    /it was refused before/,
  ],
  [
    'gets no turn to be simulated',
    { simulate: refuse(new UpstreamBusy('ledger')) },
    'LEDGER_REJECTED',
    /it was refused before/,
  ],
] as const) {
  test(`what was refused before and ${name}: ${end}`, async () => {
    const { ports, asked, settleAll } = open(given);
    const told = await settleAll(refuseAgain(PENDING, ports));
    assert.equal(told.end, end);
    if (detail !== undefined) assert.match(told.detail ?? '', detail);
    if (end === 'LEDGER_REJECTED') {
      const options = {
        encoding: 'base64',
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: true,
      };
      assert.deepEqual(asked, [[PENDING.base64, options]]);
    }
  });
}

test('a fault of ours while it is refused again is none of the ledger', async () => {
  const { ports } = open({ simulate: refuse(new TypeError('ours')) });
  await assert.rejects(refuseAgain(PENDING, ports), TypeError);
});
