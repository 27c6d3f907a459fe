import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import { FIRST_SEND_RESERVE, SEND_MILLISECONDS, sendFirst, type Verdict } from './send-first.ts';

type Call = readonly unknown[];

async function send(end: () => unknown, hasTurn = true): Promise<{ verdict: Verdict; calls: Call[] }> {
  const calls: Call[] = [];
  const node = {
    turns: {
      take: async (reserve: number, milliseconds: number) => {
        assert.equal(reserve, FIRST_SEND_RESERVE);
        assert.ok(milliseconds > 0);
        return hasTurn;
      },
    },
    call: async (...call: Call) => {
      calls.push(call);
      return end();
    },
  } as unknown as LedgerNode;
  return { verdict: await sendFirst(node, { base64: 'AQID' }, { contextSlot: 77n }), calls };
}

const refuse = (code: number, data?: unknown) => () => {
  throw new JsonRpcError(code, 'refused', data);
};
const fail = (kind: UpstreamFault['kind'], status?: number) => () => {
  throw new UpstreamFault('ledger', kind, status === undefined ? {} : { status });
};

test('bytes go out once, with preflight at the state that the transaction was built on', async () => {
  const { verdict, calls } = await send(() => 'signature');
  assert.deepEqual(verdict, { kind: 'accepted' });
  const options = { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 0, minContextSlot: 77 };
  assert.deepEqual(calls, [['sendTransaction', ['AQID', options], SEND_MILLISECONDS]]);
});

test('nothing goes out before its turn', async () => {
  assert.deepEqual(await send(() => 'signature', false), { verdict: { kind: 'not-sent' }, calls: [] });
});

suite('what a node says when it does not take the bytes', () => {
  // Nothing of what says that bytes were not passed on may be taken for a refusal, nor the other way round.
  const kinds: readonly (readonly [Verdict['kind'], readonly (() => never)[]])[] = [
    ['not-sent', [fail('unreachable'), ...[401, 403, 404, 413, 429].map((status) => fail('status', status))]],
    [
      'unknown',
      [
        ...(['timeout', 'broken', 'malformed', 'status'] as const).map((kind) => fail(kind)),
        ...[400, 402, 405, 408, 412, 414, 428, 430, 500, 502, 503, 504].map((status) =>
          fail('status', status),
        ),
        ...[0, 1, 428, 430, -32_001, -32_004, -32_007, -32_012, -32_014, -32_015, -32_017].map((code) =>
          refuse(code),
        ),
        ...[32_002, 32_003, 32_602, -32_599, -32_602 + 1000, -32_603, -32_699, -32_701].map((code) =>
          refuse(code),
        ),
      ],
    ],
    [
      'behind',
      [
        ...[429, -32_429, -32_005, -32_006, -32_013, -32_016, -32_600, -32_601, -32_700].map((code) =>
          refuse(code),
        ),
        refuse(-32_002, { err: 'BlockhashNotFound' }),
      ],
    ],
    ['duplicate', [refuse(-32_002, { err: 'AlreadyProcessed', logs: [] })]],
    [
      'rejected',
      [
        refuse(-32_003),
        refuse(-32_602),
        refuse(-32_002),
        refuse(-32_002, { err: 'AccountInUse' }),
        refuse(-32_002, { err: { InstructionError: [0, 'Custom'] }, logs: 'none' }),
      ],
    ],
  ];
  for (const [kind, ends] of kinds) {
    test(`is ${kind} where it is`, async () => {
      for (const end of ends) assert.equal((await send(end)).verdict.kind, kind);
    });
  }

  test('is a fault of ours where it is neither an answer nor a failure of the node', async () => {
    await assert.rejects(
      send(() => {
        throw new TypeError('ours');
      }),
      TypeError,
    );
  });
});

for (const [code, problem, reason] of [
  [-32_003, 'SIGNATURE_FAILURE', /does not accept the signatures/],
  [-32_602, 'LEDGER_REJECTED', /cannot decode it/],
] as const) {
  test(`a refusal with ${code} is ${problem}`, async () => {
    const { verdict } = await send(refuse(code));
    assert.ok(verdict.kind === 'rejected');
    const error = await verdict.refuse({} as never);
    assert.equal(error.code, problem);
    assert.match(error.message + JSON.stringify(error), reason);
  });
}
