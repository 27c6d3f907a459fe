import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { leveragedStake, nativeStake, usdcDeposit, usdcWithdrawal, withdrawal } from './builds.world.ts';
import { idleExit } from './exits.world.ts';
import { STAKE_ACCOUNT } from './keys.world.ts';
import { type Build, seen, verifyBuild } from './ledger.world.ts';

const saidOf = (build: Build) => verifyBuild(build).findings.map(({ rule, detail }) => `${rule}: ${detail}`);
const asking = (build: Build, more: object): Build => ({ ...build, request: { ...build.request, ...more } });
const answering = (build: Build, more: object): Build => ({ ...build, answer: { ...build.answer, ...more } });

suite('a member that cannot be read', () => {
  const amounts: readonly (readonly [Build, string, number])[] = [
    [nativeStake, 'amount', 9],
    [usdcDeposit, 'amount', 6],
    [usdcWithdrawal, 'amount', 6],
    [leveragedStake, 'amount', 9],
    [idleExit, 'amount', 9],
    [usdcWithdrawal, 'minReceive', 6],
  ];
  for (const [build, member, decimals] of amounts)
    test(`is named: ${member} of ${build.operation} ${build.request.strategy}`, () => {
      const text = `shape: ${member} of the request must be decimal text above 0 with at most ${decimals} decimals.`;
      assert.deepEqual(saidOf(asking(build, { [member]: 'x' })), [text]);
    });

  const integers: readonly (readonly [Build, string])[] = [
    [nativeStake, 'delegatedLamports'],
    [nativeStake, 'rentExemptReserveLamports'],
    [withdrawal, 'withdrawnLamports'],
    [leveragedStake, 'depositedSolLamports'],
    [leveragedStake, 'stagedRasolLamports'],
    [idleExit, 'burnedLpLamports'],
    [idleExit, 'expectedPayoutRasolLamports'],
  ];
  for (const [build, member] of integers)
    test(`is named: ${member}`, () => {
      const text = `shape: ${member} of the answer must be an integer.`;
      assert.deepEqual(saidOf(answering(build, { [member]: 1.5 })), [text]);
    });
});

suite('an answer', () => {
  test('may leave out what the request says', () => {
    for (const [build, member] of [
      [nativeStake, 'delegatedLamports'],
      [withdrawal, 'withdrawnLamports'],
      [leveragedStake, 'depositedSolLamports'],
      [idleExit, 'burnedLpLamports'],
    ] as const)
      assert.deepEqual(saidOf(answering(build, { [member]: undefined })), [], member);
  });

  test('may leave out a rent that the ledger says', () => {
    const silent = answering(nativeStake, { rentExemptReserveLamports: undefined });
    assert.deepEqual(saidOf({ ...silent, evidence: seen() }), []);
  });

  test('that says another amount is told both', () => {
    for (const [build, member] of [
      [nativeStake, 'delegatedLamports'],
      [leveragedStake, 'depositedSolLamports'],
      [idleExit, 'burnedLpLamports'],
    ] as const)
      assert.deepEqual(saidOf(answering(build, { [member]: '7' })), [
        `conservation: ${member} of the answer is 7 where ${build.answer[member]} were asked.`,
      ]);
  });
});

test('a withdrawal may leave something in the stake account', () => {
  const account = {
    lamports: 6_000_000n,
    owner: 'Stake11111111111111111111111111111111111111',
    data: new Uint8Array(200),
  };
  const { effects, findings } = verifyBuild({ ...withdrawal, evidence: seen([[STAKE_ACCOUNT, account]]) });
  assert.deepEqual(findings, []);
  assert.deepEqual(
    effects.leaves.map(({ asset, amount }) => [asset, amount]),
    [['stake', 5_000_000n]],
  );
});
