import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nativeStake, usdcDeposit, usdcWithdrawal } from './exact/builds.world.ts';
import { DEPLOYMENT, WALLET } from './exact/keys.world.ts';
import { type Build, createMessage, createTransaction } from './exact/ledger.world.ts';
import { prove } from './prove.ts';
import type { Evidence } from './verification.ts';

const WHOLE: Evidence = {
  slot: 1n,
  epoch: 2n,
  unixTimestamp: 3n,
  before: new Map(),
  after: new Map(),
  innerInstructions: new Map(),
  lookupTables: new Map(),
  rentExemption: () => 1n,
  signatureFee: 5_000n,
};
const LIQUID = { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1' };
const proveBuild = (build: Build, request = build.request, evidence: Partial<Evidence> = {}) => {
  const transaction = createTransaction(createMessage(build, build.instructions));
  return prove(build.operation, request, { ...build.answer, transaction }, DEPLOYMENT, evidence);
};

suite('which proof is due', () => {
  test('of our own builds is to the byte', () => {
    const { level, findings, effects } = proveBuild(nativeStake);
    assert.deepEqual([level, findings, effects.basis], ['exact', [], 'computed']);
    assert.equal(proveBuild(usdcWithdrawal).level, 'exact');
    assert.equal(proveBuild(usdcDeposit, usdcDeposit.request, WHOLE).level, 'exact');
  });

  test('of others’ is within bounds; from the vault provider where there is a simulation', () => {
    assert.equal(proveBuild(nativeStake, LIQUID, WHOLE).level, 'bounded');
    assert.equal(proveBuild(usdcWithdrawal, usdcWithdrawal.request, WHOLE).level, 'bounded');
  });

  test('within bounds needs all of the evidence', () => {
    const detail = (evidence: Partial<Evidence>) => {
      const { findings, effects } = proveBuild(nativeStake, LIQUID, evidence);
      assert.deepEqual(effects.leaves, []);
      return `${findings[0]?.rule}: ${findings[0]?.detail}`;
    };
    const NONE = 'evidence: There is no simulation.';
    assert.notEqual(detail(WHOLE), NONE);
    for (const member of Object.keys(WHOLE) as (keyof Evidence)[]) {
      const { [member]: _, ...rest } = WHOLE;
      assert.equal(detail(rest), NONE, member);
    }
  });
});

suite('what cannot be read', () => {
  test('is the wallet of a request: refused', () => {
    for (const wallet of ['', 'x', undefined, `${WALLET}1`]) {
      const { findings } = proveBuild(nativeStake, { ...nativeStake.request, wallet: wallet as string });
      assert.deepEqual(findings, [
        { rule: 'shape', detail: 'wallet of the request must be a base58 address.' },
      ]);
    }
  });

  test('states no effects', () => {
    const answer = { ...nativeStake.answer, transaction: 'AQ==' };
    const { findings, effects } = prove('stake', nativeStake.request, answer, DEPLOYMENT);
    assert.equal(findings[0]?.rule, 'message');
    assert.deepEqual(effects, {
      basis: 'computed',
      leaves: [],
      arrives: [],
      rent: [],
      fee: { signatures: 0n, priority: 0n },
    });
  });
});

test('effects are computed once', () => {
  const proof = proveBuild(nativeStake);
  assert.equal(proof.effects, proof.effects);
});
