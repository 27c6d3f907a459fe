import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isStakingError, StakingError } from '../staking-error.ts';
import { toBase58, toBase64 } from '../transaction-bytes.ts';
import type { Step } from './flow-options.ts';
import { createFlows } from './flows.ts';
import type { FlowPorts } from './land.ts';
import { assertChecked } from './proof.ts';

const KEY = new Uint8Array(32).fill(7);
const SIGNATURE = new Uint8Array(64).fill(3);
/** One signer, one instruction of nothing. */
const MESSAGE = [1, 0, 1, 2, ...KEY, ...new Uint8Array(64).fill(9), 1, 1, 0, 0];
const BUILD = {
  transaction: toBase64(Uint8Array.of(1, ...new Uint8Array(64), ...MESSAGE)),
  expiry: { blockhash: '', lastValidBlockHeight: '1', validForSeconds: 60, tokenExpiresAt: '' },
};
/** A wallet that sends by itself. */
const signer = { address: toBase58(KEY), signAndSendTransactions: async () => [SIGNATURE] };

/** Flows with a service that answers so; a build proves that 0.12 raSOL arrives. No node of their own, and no time passes. */
function play(told: object, build: object = {}, further: object = {}) {
  const asked: object[] = [];
  let ahead = 0;
  const effects = { arrives: [{ asset: 'mint', amount: 120_000_000n, account: '' }] };
  const ports = {
    call: async (id: string, request: object) => {
      if (id === 'getTransaction') return { status: 'landed', ...told };
      asked.push(request);
      return { ...BUILD, ...build };
    },
    pace: {
      now: () => ahead,
      random: () => 1,
      sleep: async (milliseconds: number) => {
        ahead += milliseconds;
      },
    },
    timeoutMs: 0,
    ownNode: undefined,
    verify: async () => ({ level: 'exact', findings: [], effects }),
  };
  return { flows: createFlows({ ...ports, ...further } as object as FlowPorts), asked };
}

async function refusalOf(promise: Promise<unknown>): Promise<StakingError> {
  const error = await promise.then(
    () => assert.fail('It went through.'),
    (reason: unknown) => reason,
  );
  return isStakingError(error) ? error : assert.fail(String(error));
}

describe('the second half of a leveraged exit', () => {
  const change = { asset: 'raSOL', direction: 'in', amount: '15' };
  const policy = { require: 'unproven' } as const;
  const exit = { strategy: 'sol-leveraged-stake', amount: '0.1', signer, policy } as const;
  const sold: readonly (readonly [string, unknown, string])[] = [
    ['no more than the base units that the service tells', [{ ...change, baseUnits: '1' }], '0.000000001'],
    ['no more than was proved', [{ ...change, baseUnits: '15000000000' }], '0.12'],
    ['what was proved, where the service tells no changes', null, '0.12'],
    ['what was proved, where it tells something else', [null], '0.12'],
  ];
  for (const [what, changes, amount] of sold) {
    test(`sells ${what}`, async () => {
      const { flows, asked } = play({ changes });
      await flows.exitToSol(exit);
      assert.equal(Object(asked[1]).amount, amount);
    });
  }

  for (const baseUnits of ['x', '-1', {}, 1.5]) {
    test(`is not sold by ${JSON.stringify(baseUnits)}: the error says what has landed and what comes next`, async () => {
      const { flows, asked } = play({ changes: [{ ...change, baseUnits }] });
      const { code, signature, next } = await refusalOf(flows.exitToSol(exit));
      assert.deepEqual([code, signature], ['ANSWER_MALFORMED', toBase58(SIGNATURE)]);
      assert.deepEqual([next?.body['amount'], asked.length], ['0.12', 1]);
    });
  }

  for (const [require, node] of [
    [undefined, undefined],
    ['bounded', undefined],
    ['exact', undefined],
    ['exact', {}],
  ] as const) {
    test(`is refused before the first, ${node ? 'with' : 'without'} a node, where ${require} is required`, async () => {
      const { flows, asked } = play({}, {}, { ownNode: node });
      const error = await refusalOf(flows.exitToSol({ ...exit, policy: { require } }));
      assert.deepEqual([error.code, error.landed, asked.length], ['VERIFICATION_FAILED', undefined, 0]);
      assert.match(error.message, /^Nothing is signed: .* the second/);
      assert.equal(/Give the client rpc/.test(error.message), node === undefined);
    });
  }

  const raise = (error: Error) => {
    throw error;
  };
  const service = { kind: 'problem', code: 'SERVICE_BUSY', retryable: true } as const;
  const failures: readonly (readonly [string, () => void])[] = [
    [
      'VERIFICATION_FAILED',
      () => assertChecked({ level: 'unproven', findings: [] }, {}, 'http://127.0.0.1:9'),
    ],
    ['SERVICE_BUSY', () => raise(new StakingError('Later.', service))],
  ];
  for (const [code, fail] of failures) {
    test(`fails with ${code}, which is retryable by itself: who obeys the error does not exit once more`, async () => {
      assert.throws(fail, (error) => isStakingError(error, code) && error.retryable);
      let builds = 0;
      const verify = async () => {
        builds += 1;
        if (builds > 1) fail();
        return { level: 'exact', findings: [] };
      };
      const { flows } = play({ changes: [{ ...change, baseUnits: '1' }] }, {}, { verify });
      const error = await refusalOf(flows.exitToSol(exit));
      assert.deepEqual([error.code, error.retryable, error.landed], [code, false, toBase58(SIGNATURE)]);
      assert.ok(error.message.includes(`has landed: ${toBase58(SIGNATURE)}`));
      assert.equal(error.next?.body['amount'], '0.000000001');
      const { landed, retryable } = Object(JSON.parse(JSON.stringify(error)));
      assert.deepEqual([landed, retryable], [toBase58(SIGNATURE), false]);
    });
  }
});

const STAKE = { strategy: 'sol-native-stake', amount: '1', signer } as const;

describe('a member that nobody reads is refused before anybody is asked', () => {
  const shown = { operation: 'stake', request: {}, build: BUILD, signer };
  const cases: readonly (readonly [string, object, object, RegExp])[] = [
    ['policy of the client', { policy: { require: 'exact' } }, STAKE, /policy belongs in the ask of a flow/],
    ['require of the client', { require: 'exact' }, STAKE, /require belongs in policy of the ask/],
    ['RPC of the client', { RPC: '' }, STAKE, /only url, deployment, rpc,/],
    ['requier of a policy', {}, { ...STAKE, policy: { requier: 'exact' } }, /only require, instantExit/],
    ['url of a policy', {}, { ...STAKE, policy: { url: '' } }, /url belongs in createStakingClient/],
    ['rpc of a flow', {}, { ...STAKE, rpc: '' }, /rpc belongs in createStakingClient/],
    ['trustService of a flow', {}, { ...STAKE, trustService: true }, /trustService belongs in policy of/],
    ['polciy of a flow', {}, { ...STAKE, polciy: {} }, /only signer, policy,/],
    ['amount of a shown build', {}, { ...shown, amount: '1' }, /only signer, policy,/],
  ];
  for (const [what, options, ask, expected] of cases) {
    test(what, async () => {
      let calls = 0;
      const call = async () => {
        calls += 1;
      };
      const flows = createFlows({ call } as object as FlowPorts, options);
      const refused =
        'operation' in ask ? flows.confirmBuild(ask as never) : flows.stakeAndConfirm(ask as never);
      const [name = ''] = what.split(' ');
      await assert.rejects(refused, (error) => {
        assert.ok(error instanceof TypeError && error.message.includes(` takes no ${name}, only `));
        assert.match(error.message, expected);
        return calls === 0;
      });
    });
  }
});

for (const warnings of [{ length: 1 }, [null], 5]) {
  test(`warnings that are ${JSON.stringify(warnings)} warn of nothing`, async () => {
    const { signature } = await play({}, { receipt: { warnings } }).flows.stakeAndConfirm(STAKE);
    assert.equal(signature, toBase58(SIGNATURE));
  });
}

test('the risk of a loan is told before the wallet is asked, with a receipt that says nothing', async () => {
  const steps: Step[] = [];
  const { flows } = play({}, { receipt: { warnings: [] } });
  const onStep = (step: Step) => void steps.push(step);
  await flows.stakeAndConfirm({ ...STAKE, strategy: 'sol-leveraged-stake', onStep });
  await flows.stakeAndConfirm({ ...STAKE, onStep });
  const risks = steps.filter(({ step }) => step === 'built').map(({ risk }) => risk);
  assert.match(String(risks[0]), /At worst all of the amount is lost/);
  assert.equal(risks[1], undefined);
});

test('a transaction that the service calls pending for ever, without a node, ends unknown', async () => {
  const error = await refusalOf(play({ status: 'pending' }).flows.stakeAndConfirm(STAKE));
  assert.deepEqual([error.code, error.outcome], ['OUTCOME_UNKNOWN', 'unknown']);
});

test('a failure is told by the own signature and no code of the client, and is no proof', async () => {
  const told = { status: 'failed', signature: 'X; rm', failure: { code: 'ABORTED' } };
  const { code, outcome, signature } = await refusalOf(play(told).flows.stakeAndConfirm(STAKE));
  assert.deepEqual([code, outcome, signature], ['LEDGER_EXECUTION_FAILED', 'unknown', toBase58(SIGNATURE)]);
});

test('a failure beside another form of the build is rejected for nobody who trusts the service', async () => {
  const policy = { trustService: true } as const;
  for (const [otherForm, expected] of [
    [undefined, 'rejected'],
    [{ signature: null, outcome: 'unknown' }, 'unknown'],
  ] as const) {
    const told = { status: 'failed', failure: { code: 'X' }, otherForm };
    const { outcome } = await refusalOf(play(told).flows.stakeAndConfirm({ ...STAKE, policy }));
    assert.equal(outcome, expected);
  }
});

test('a stake that cools down until no readable time is not asked for again', async () => {
  for (const availableAt of [{ earliest: 'x' }, { earliest: {} }]) {
    const early = Object.assign(new Error(), { name: 'StakingError', code: 'STAKE_NOT_INACTIVE' });
    let calls = 0;
    const ports = {
      call: async () => {
        calls += 1;
        throw Object.assign(early, { problem: { availableAt } });
      },
    };
    const flows = createFlows(ports as object as FlowPorts);
    const error = await refusalOf(flows.withdrawWhenReady({ stakeAccount: 's', signer }));
    assert.deepEqual([error.code, calls], ['ANSWER_MALFORMED', 1]);
  }
});
