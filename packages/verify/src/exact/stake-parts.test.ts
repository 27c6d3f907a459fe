import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { verify } from '../index.ts';
import { prove } from '../prove.ts';
import { DEPLOYMENT, MANAGER_FEE, RESERVE, STAKE_ACCOUNT } from './keys.world.ts';
import { createMessage, createTransaction, verifyBuild } from './ledger.world.ts';
import { STAKE_PARTS, WRONG_STAKE_PARTS } from './stake-parts.world.ts';

suite('a stake account that is split or merged', () => {
  for (const [name, build] of Object.entries(WRONG_STAKE_PARTS)) {
    test(`is refused with ${name}`, () => {
      assert.notEqual(verifyBuild(build).findings.length, 0);
    });
  }

  for (const [name, build] of Object.entries(STAKE_PARTS)) {
    const { operation, request, answer } = build;
    const transaction = createTransaction(createMessage(build, build.instructions));

    test(`${name} is refused without its plan`, () => {
      assert.notEqual(prove(operation, request, { ...answer, transaction }, DEPLOYMENT).findings.length, 0);
    });

    test(`${name} is refused as any other operation`, () => {
      for (const other of ['stake', 'unstake', 'withdraw', 'split', 'merge'] as const) {
        if (other === operation) continue;
        const { findings } = verify(other, request, { ...answer, transaction }, DEPLOYMENT);
        assert.notEqual(findings.length, 0, other);
      }
    });
  }

  test('says what a split moves and what rent it locks', () => {
    const build = STAKE_PARTS['a split'];
    assert.ok(build);
    const { leaves, arrives, rent } = verifyBuild(build).effects;
    const account = String(build.answer['newStakeAccount']);
    const amount = { asset: 'stake', amount: 700_000_000n, least: 700_000_000n };
    assert.deepEqual(leaves, [{ ...amount, account: STAKE_ACCOUNT }]);
    assert.deepEqual(arrives, [{ ...amount, account }]);
    assert.deepEqual(rent, [{ account, lamports: 1_666_240n, isRefundable: true }]);
  });

  test('says what a merge moves where the accounts were seen, and nothing where they were not', () => {
    const build = STAKE_PARTS['a merge of two accounts'];
    assert.ok(build);
    const { leaves, arrives, rent } = verifyBuild(build).effects;
    const of = (amount: bigint, account: string) => ({ asset: 'stake', amount, least: amount, account });
    assert.deepEqual(leaves, [of(5_000_000_000n, RESERVE), of(5_000_000_001n, MANAGER_FEE)]);
    assert.deepEqual(arrives, [of(10_000_000_001n, STAKE_ACCOUNT)]);
    assert.deepEqual(rent, []);
    const { evidence: _, ...unseen } = build;
    const { findings, effects } = verifyBuild(unseen);
    assert.deepEqual([findings, effects.leaves, effects.arrives], [[], [], []]);
  });

  test('is refused with another rent than the ledger asks', () => {
    const build = STAKE_PARTS['a split'];
    assert.ok(build);
    const { findings } = verifyBuild({ ...build, evidence: { rentExemption: () => 1_666_241n } });
    assert.equal(findings[0]?.rule, 'new-account');
  });
});
