import assert from 'node:assert/strict';
import { createManualClock } from '../../test/manual-clock.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { type Settled, settle } from '../../test/settle.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { sleep } from '../background/clock.ts';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import { readSignedTransaction } from './signed-transaction.ts';
import { createSubmitter, type SubmitPorts } from './submit.ts';

export const TRANSACTION = readSignedTransaction(createTinyTransaction(1, 1));
const { signature, base64 } = TRANSACTION;
export const LIFETIME = { lastValidBlockHeight: 1_000n, contextSlot: 7n };
const PENDING = { signature, base64, lastValidBlockHeight: 1_000n };
const FAULT = { InstructionError: [0, 'Custom'] };

const refuse = (code: number, data?: unknown) => () => {
  throw new JsonRpcError(code, 'refused', data);
};
const fail = (kind: UpstreamFault['kind']) => () => {
  throw new UpstreamFault('ledger', kind);
};

/** What a node does with the bytes. */
const ENDS = {
  takes: () => signature,
  'has it': refuse(-32_002, { err: 'AlreadyProcessed' }),
  refuses: refuse(-32_002, { err: FAULT, logs: null }),
  'refuses the signature': refuse(-32_003),
  'is behind': refuse(-32_016),
  'is closed': fail('unreachable'),
  'says nothing': fail('timeout'),
  'is broken': () => {
    throw new TypeError('ours');
  },
};
export type End = keyof typeof ENDS;

/** What its status is on the ledger. */
const STATUSES = {
  landed: { err: null, confirmationStatus: 'confirmed' },
  failed: { err: FAULT, confirmationStatus: 'confirmed' },
  'on a fork': { err: null, confirmationStatus: 'processed' },
  absent: null,
};
export type Status = keyof typeof STATUSES;

/** What nodes and parts do. */
export type Given = {
  /** What each node does, turn by turn, the last again and again. */
  readonly nodes?: readonly (readonly End[])[];
  /** Milliseconds that each answer takes. */
  readonly takes?: readonly number[];
  /** Turn by turn. */
  readonly statuses?: readonly Status[];
  /** At each turn to send. */
  readonly heights?: readonly bigint[];
  readonly senders?: readonly End[];
  readonly state?: 'taken' | 'perhaps taken';
  readonly isAdded?: boolean;
  readonly isKnown?: boolean;
  readonly isTakenBack?: boolean;
};

/** Submits bytes and says what came of it, and what was done about them. */
export async function submit({
  nodes = [['takes']],
  takes = [],
  statuses = ['absent'],
  heights = [900n],
  senders,
  state,
  isAdded = true,
  isKnown = false,
  isTakenBack = true,
}: Given) {
  const clock = createManualClock();
  const sent: string[] = [];
  const done: string[] = [];
  const at = <Each>(all: readonly Each[], turn: number): Each =>
    all[Math.min(turn, all.length - 1)] ?? assert.fail();
  let looks = 0;
  let sends = 0;
  const node = (name: string, ends: readonly End[], milliseconds: number): Script => {
    let turn = 0;
    return {
      async sendTransaction([bytes, options]) {
        assert.equal(bytes, base64);
        const { skipPreflight } = options as { skipPreflight?: boolean };
        sent.push(`${name} ${clock.elapsed()}${skipPreflight ? ' as it is' : ''}`);
        const end = at(ends, turn);
        turn += 1;
        sends += 1;
        if (milliseconds > 0) await sleep(clock, milliseconds);
        return ENDS[end]();
      },
      getSignatureStatuses: () => {
        looks += 1;
        return { context: { slot: 5 }, value: [STATUSES[at(statuses, looks - 1)]] };
      },
      getEpochInfo: () => ({ absoluteSlot: 5, blockHeight: at(heights, sends) }),
      simulateTransaction: () => ({ value: { err: null, logs: [] } }),
    };
  };
  const { ledger } = createScriptedLedger(
    nodes.map((ends, i) => node(`rpc${i + 1}`, ends, takes[i] ?? 0)),
    senders?.map((end, i) => node(`send${i + 1}`, [end], 0)),
  );
  const note = (what: string, result: boolean) => async (name: string) => {
    assert.equal(name, signature);
    done.push(what);
    return result;
  };
  const work = createSubmitter({
    ledger,
    clock,
    blockhash: { blockHeight: () => at(heights, sends) },
    resender: {
      getState: () => state,
      follow(pending: unknown, isTaken: boolean) {
        assert.deepEqual(pending, PENDING);
        done.push(isTaken ? 'followed' : 'followed in doubt');
      },
    },
    outbox: {
      async add(pending: unknown) {
        assert.deepEqual(pending, PENDING);
        done.push('stored');
        return isAdded;
      },
      isKnown: async () => isKnown,
      withdraw: note('withdrawn', isTakenBack),
      refuse: note('refused', isTakenBack),
      resolve: (name: string) => void note('resolved', true)(name),
    },
    config: { deployment: {} },
  } as unknown as SubmitPorts)(TRANSACTION, LIFETIME);
  const settled: Promise<Settled> = settle(work).catch((fault: unknown) => ({ end: Object(fault).name }));
  await clock.pass(60_000);
  return { ...(await settled), sent, done, looks };
}
