import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { keyOf, writeMessage } from '../../test/message-bytes.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { settle } from '../../test/settle.ts';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { findLifetime } from './lifetime.ts';

const BLOCKHASH = keyOf(8);
const MESSAGE = writeMessage([keyOf(1), keyOf(2)], [], BLOCKHASH);
const CONTENTS = { lastValidBlockHeight: 500n, contextSlot: 40n, isExpired: false, route: 'rpc' } as const;
const NEWEST = { lastValidBlockHeight: 1_000n, contextSlot: 70n };
const BLOCKHASH_EDIT = [{ kind: 'priority-fee' }, { kind: 'blockhash' }] as never;

type Given = {
  readonly mutations?: never;
  readonly isExpired?: boolean;
  readonly first?: bigint;
  readonly nodes?: readonly (() => unknown)[];
  readonly status?: object | null;
};

const knows = (slot: number) => () => ({ context: { slot }, value: true });
const knowsNot = () => ({ context: { slot: 99 }, value: false });
const down = () => {
  throw new UpstreamFault('ledger', 'timeout');
};

function find({
  mutations = BLOCKHASH_EDIT,
  isExpired = false,
  first,
  nodes = [knows(70)],
  status = null,
}: Given) {
  const scripts = nodes.map(
    (isBlockhashValid): Script => ({
      isBlockhashValid(params) {
        assert.deepEqual(params, [base58.encode(BLOCKHASH), { commitment: 'processed' }]);
        return isBlockhashValid();
      },
      getSignatureStatuses: () => ({ context: { slot: 5 }, value: [status] }),
    }),
  );
  const { ledger } = createScriptedLedger(scripts);
  const blockhash = { get: async () => NEWEST, blockHeight: () => 900n };
  const read = {
    contents: { ...CONTENTS, isExpired },
    mutations,
    transaction: { signature: 's', message: MESSAGE },
    names: { form: 'form' },
  };
  const found = first === undefined ? undefined : { forms: [{ id: 'form', lastValidBlockHeight: first }] };
  const ports = { ledger, blockhash, clock: STEADY_CLOCK } as unknown as Parameters<typeof findLifetime>[2];
  return findLifetime(read as never, found as never, ports);
}

suite('a transaction that was edited can land', () => {
  const cases: Readonly<Record<string, readonly [Given, object]>> = {
    'as long as what was built, with its blockhash': [
      { mutations: [{ kind: 'priority-fee' }] as never },
      CONTENTS,
    ],
    'as long as it could when it was first kept': [{ first: 7n }, { ...CONTENTS, lastValidBlockHeight: 7n }],
    'as long as the newest blockhash where a node knows its own since then': [
      {},
      { ...CONTENTS, lastValidBlockHeight: 1_000n, contextSlot: 70n },
    ],
    'as long where the node is behind': [
      { nodes: [knows(69)] },
      { ...CONTENTS, lastValidBlockHeight: 1_000n, contextSlot: 70n },
    ],
    'longer by the slots that the node is ahead': [
      { nodes: [knows(75)] },
      { ...CONTENTS, lastValidBlockHeight: 1_005n, contextSlot: 70n },
    ],
    'as the first node says that knows its blockhash': [
      { nodes: [down, knowsNot, knows(72)] },
      { ...CONTENTS, lastValidBlockHeight: 1_002n, contextSlot: 70n },
    ],
    'no more where it has landed': [
      { nodes: [knowsNot], status: { err: null, confirmationStatus: 'confirmed' } },
      { ...CONTENTS, isExpired: true },
    ],
    'no more where it has failed': [
      { nodes: [down], status: { err: 'AccountInUse', confirmationStatus: 'confirmed' } },
      { ...CONTENTS, isExpired: true },
    ],
    'as long as any, for all that is known, where its token has expired': [
      { nodes: [knowsNot], isExpired: true },
      { ...CONTENTS, isExpired: true, lastValidBlockHeight: 1_000n, contextSlot: 70n },
    ],
  };
  for (const [name, [given, expected]] of Object.entries(cases)) {
    test(name, async () => {
      assert.deepEqual(await find(given), expected);
    });
  }

  test('is not said where no node knows its blockhash, and nothing is sent', async () => {
    for (const status of [null, { err: null, confirmationStatus: 'processed' }]) {
      const { end, outcome } = await settle(find({ nodes: [knowsNot, down], status }));
      assert.deepEqual([end, outcome], ['BLOCKHASH_UNKNOWN', 'not_sent']);
    }
  });
});
