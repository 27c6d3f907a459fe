import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { assertRefused } from './assert-refused.world.ts';
import {
  leveragedStake,
  usdcDeposit,
  usdcWithdrawal,
  usdcWithdrawalOfAll,
  withOtherRequirement,
  withRequirement,
} from './builds.world.ts';
import { FLASH_TERMS, flashExit, idleExit, PAYOUT } from './exits.world.ts';
import { DEPLOYMENT, LEVERAGED, STRANGER, USER } from './keys.world.ts';
import {
  type Build,
  holding,
  leveragedVaultSeen,
  position,
  requires,
  seen,
  vaultSeen,
  verifyBuild,
} from './ledger.world.ts';

suite('a balance requirement', () => {
  test('may let no more than 0.5 % less arrive than what is promised', () => {
    const least = (PAYOUT * 995n) / 1_000n;
    const requiring = (amount: bigint) => withOtherRequirement(idleExit, USER.rasol, amount);
    assert.deepEqual(verifyBuild(requiring(least)).findings, []);
    assertRefused(requiring(least - 1n), 'minimum');
    const evidence = seen([[USER.rasol, holding(DEPLOYMENT.rasolMint, 40n)]]);
    assert.deepEqual(verifyBuild({ ...requiring(least + 40n), evidence }).findings, []);
    assertRefused({ ...requiring(least + 39n), evidence }, 'minimum');
  });

  test('that requires nothing is refused', () => {
    assertRefused(withOtherRequirement(usdcDeposit, USER.rausdc, 0n), 'minimum');
  });

  test('of another account is refused', () => {
    assertRefused(withOtherRequirement(usdcDeposit, USER.usdc, 5n), 'account');
  });

  test('must end every deposit into and withdrawal from a vault', () => {
    const opensNothing = flashExit({ opens: { sol: false, asset: false, lending: false } });
    const withoutLast = (build: Build) => ({ ...build, instructions: build.instructions.slice(0, -1) });
    for (const build of [usdcDeposit, usdcWithdrawalOfAll, leveragedStake, idleExit]) {
      assertRefused(withoutLast(build), 'minimum');
    }
    assertRefused(withoutLast(usdcWithdrawal), 'shape');
    assertRefused(opensNothing, 'minimum');
  });

  test('says how much LP a withdrawal leaves, where the vault was read', () => {
    // 100 USDC stand for 50 LP; the smallest unit of USDC burns 500 of LP, and three more are tolerated.
    const exit = (kept: bigint): Build => ({
      ...usdcWithdrawal,
      instructions: usdcWithdrawal.instructions.with(2, requires(USER.rausdc, kept)),
      evidence: {
        ...seen([
          ...vaultSeen({ value: 100_000_000n, lp: 50_000_000_000n }),
          [USER.rausdc, holding(DEPLOYMENT.rausdcMint, 10_000n)],
        ]),
        unixTimestamp: 1_800_000_000n,
      },
    });
    assert.deepEqual(verifyBuild(exit(9_500n)).findings, []);
    assert.deepEqual(verifyBuild(exit(9_496n)).findings, []);
    assertRefused(exit(9_495n), 'minimum');
    assertRefused(exit(0n), 'minimum');
    assert.deepEqual(
      verifyBuild(exit(9_500n)).effects.leaves.map(({ amount }) => amount),
      [500n],
    );
    assertRefused(
      { ...usdcWithdrawal, instructions: usdcWithdrawal.instructions.toSpliced(2, 1) },
      'minimum',
    );
  });

  test('may not let less arrive than the caller wants', () => {
    const asked = (build: Build, minReceive: string): Build => ({
      ...build,
      request: { ...build.request, minReceive },
    });
    assert.deepEqual(verifyBuild(asked(usdcDeposit, '99')).findings, []);
    assertRefused(asked(usdcDeposit, '99.000000001'), 'minimum');
    assert.deepEqual(verifyBuild(asked(usdcWithdrawalOfAll, '0.000005')).findings, []);
    assertRefused(asked(usdcWithdrawalOfAll, '0.000006'), 'minimum');
    assertRefused(asked(usdcWithdrawalOfAll, '5e-6'), 'shape');
  });

  test('makes sure that a withdrawal of everything finds all raUSDC that was read', () => {
    const { instructions } = usdcWithdrawalOfAll;
    assertRefused({ ...usdcWithdrawalOfAll, instructions: instructions.toSpliced(1, 1) }, 'minimum');
    const holds = (lp: bigint): Build => ({
      ...usdcWithdrawalOfAll,
      evidence: seen([[USER.rausdc, holding(DEPLOYMENT.rausdcMint, lp)]]),
    });
    assert.deepEqual(verifyBuild(holds(40n)).findings, []);
    assertRefused(holds(41n), 'minimum');
    // After the payment nothing is left that could be required.
    const [opened, kept, paid, ...rest] = instructions;
    const late = { ...usdcWithdrawalOfAll, instructions: [opened, paid, kept, ...rest] };
    assertRefused(late as Build, 'shape');
  });

  test("of an account that is shown as another's is refused, whatever it would let arrive", () => {
    const givenAway = (build: Build, account: Address, mint: Address, amount: bigint): Build => {
      const shown = holding(mint, amount);
      shown.data.fill(7, 32, 64);
      return { ...build, evidence: seen([[account, shown]]) };
    };
    const { rausdcMint, usdcMint, rasolMint, rasolMaxMint, solMint } = DEPLOYMENT;
    for (const amount of [0n, 1n, 10n ** 12n]) {
      for (const build of [
        givenAway(usdcDeposit, USER.rausdc, rausdcMint, amount),
        givenAway(usdcWithdrawal, USER.usdc, usdcMint, amount),
        givenAway(usdcWithdrawal, USER.rausdc, rausdcMint, amount),
        givenAway(usdcWithdrawalOfAll, USER.rausdc, rausdcMint, amount),
        givenAway(leveragedStake, USER.rasolMax, rasolMaxMint, amount),
        givenAway(idleExit, USER.rasol, rasolMint, amount),
        givenAway(flashExit({ ownSol: amount }), USER.sol, solMint, amount),
      ]) {
        assertRefused(build, 'account');
      }
    }
  });

  test('is held to what the vault says now, where the vault was read', () => {
    // 100 USDC stand for 100 LP; a deposit of 100.25 brings as many.
    const vault = seen([
      ...vaultSeen({ value: 100_000_000n, lp: 100_000_000_000n }),
      [USER.rausdc, undefined],
    ]);
    const requiring = (amount: bigint): Build => ({
      ...withOtherRequirement(usdcDeposit, USER.rausdc, amount),
      evidence: { ...vault, unixTimestamp: 1_800_000_000n },
    });
    const least = (100_250_000_000n * 995n) / 1_000n;
    assert.deepEqual(verifyBuild(requiring(least)).findings, []);
    assertRefused(requiring(least - 1n), 'minimum');
    const { leaves, arrives, rent } = verifyBuild(requiring(least)).effects;
    assert.deepEqual(
      leaves.map(({ amount }) => amount),
      [100_250_000n],
    );
    assert.deepEqual(
      arrives.map((one) => [one.amount, one.least]),
      [[100_250_000_000n, least]],
    );
    assert.deepEqual(rent, [{ account: USER.rausdc, lamports: 1_488_440n, isRefundable: true }]);
  });
});

suite('an exit through a flash loan', () => {
  const { loan, bought, spentAtMost } = FLASH_TERMS;
  for (const [name, changes, rule] of [
    ['buys less than the loan', { bought: loan - 1n }, 'conservation'],
    ['buys over 1 % more than the loan', { loan: 1_000_000n }, 'conservation'],
    ['pays over 0.15 % more than the price of the pool', { spentAtMost: spentAtMost + 1n }, 'price'],
  ] as const) {
    test(`is refused when it ${name}`, () => {
      assertRefused(flashExit(changes), rule);
    });
  }

  test('holds back wrapped SOL that the wallet had', () => {
    const evidence = seen([
      [USER.sol, holding(DEPLOYMENT.solMint, 9n)],
      [USER.rasol, undefined],
    ]);
    assertRefused({ ...flashExit(), evidence }, 'shape');
    assertRefused({ ...flashExit({ ownSol: 8n }), evidence }, 'shape');
    assert.deepEqual(verifyBuild({ ...flashExit({ ownSol: 9n }), evidence }).findings, []);
    assert.deepEqual(verifyBuild(flashExit({ ownSol: 9n, bought })).findings, []);
  });

  test('that nothing requires the payout of borrows no more than its part of the debt, where the wallet has raSOL', () => {
    // The LP redeemed are 1/1000 of the vault and of its position: 3,000 raSOL over a debt of 2,100 SOL.
    const read = (rasol: bigint, debt: bigint): Build => ({
      ...flashExit(),
      evidence: {
        ...seen([
          ...leveragedVaultSeen({ value: 1_000_000_007_000n, lp: 1_000_000_007_000n }),
          [LEVERAGED.adaptor.position, position(3_000_000_000_000n, debt)],
          [USER.rasol, holding(DEPLOYMENT.rasolMint, rasol)],
        ]),
        unixTimestamp: 1_800_000_000n,
      },
    });
    assert.deepEqual(verifyBuild(read(0n, 1n)).findings, []);
    assert.deepEqual(verifyBuild(read(1n, 2_100_000_000_000n)).findings, []);
    assertRefused(read(1n, 1_800_000_000_000n), 'conservation');
    assertRefused({ ...flashExit(), evidence: seen() }, 'evidence');
    const unread = seen([[USER.rasol, holding(DEPLOYMENT.rasolMint, 1n)]]);
    assertRefused({ ...flashExit(), evidence: unread }, 'evidence');
    assert.deepEqual(
      verifyBuild({ ...withRequirement(flashExit(), USER.rasol, PAYOUT + 1n), evidence: unread }).findings,
      [],
    );
  });

  test('is refused with a lookup table that is not known, or other than the message says', () => {
    const { lookupTables } = seen();
    const [[table, held]] = [...(lookupTables ?? [])] as [[string, readonly string[]]];
    for (const tables of [
      new Map(),
      new Map([[STRANGER as string, held]]),
      new Map([[table, held.slice(0, 3)]]),
    ]) {
      assertRefused({ ...flashExit(), evidence: { ...seen(), lookupTables: tables } }, 'message');
    }
    const reversed = new Map([[table, held.toReversed()]]);
    const evidence = { ...seen(), lookupTables: reversed };
    assert.notEqual(verifyBuild({ ...flashExit(), evidence }).findings.length, 0);
  });
});
