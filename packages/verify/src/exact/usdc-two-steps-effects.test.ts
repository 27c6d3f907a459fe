import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import {
  findRequestWithdrawVaultReceiptPda,
  getRequestWithdrawVaultReceiptEncoder,
  getVaultDecoder,
  getVaultEncoder,
  getVaultState,
  previewCancel,
  previewClaim,
  previewRequest,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import fc from 'fast-check';
import type { LedgerAccount, Verification } from '../verification.ts';
import { DEPLOYMENT, USER, WALLET } from './keys.world.ts';
import { type Build, holding, requires, seen, vaultSeen, verifyBuild } from './ledger.world.ts';
import { USDC_TWO_STEPS } from './usdc-two-steps.world.ts';

/*
 * What the verifier tells of both steps out of the vault, beside what packages/chain says that the program does: for vaults
 * with fees, locked profit and fees owed, written by the generated codec.
 */

const NOW = 1_780_000_000n;
const ON = 0x1fff;
const BITS = 48n;
const HELD = { rausdc: 10n ** 16n, usdc: 3n };
const RENT = 1_670_400n;
const RUNS = { numRuns: 60 };

const { usdcVault: vault, rausdcMint, usdcMint } = DEPLOYMENT;
const [receipt] = await findRequestWithdrawVaultReceiptPda({ vault, user: WALLET });
const escrow = await findAssociatedTokenAddress(receipt, rausdcMint);

const amount = fc.bigInt(1_000n, 10n ** 13n);
const bps = fc.nat(500);
const ago = fc.bigInt(0n, 5_000_000n).map((seconds) => NOW - seconds);
const worlds = fc.record({
  value: amount,
  supply: amount,
  owed: fc.tuple(fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 6n)),
  management: fc.tuple(bps, bps, bps),
  redemptionFee: bps,
  lastFee: ago,
  lockedShare: fc.bigInt(0n, 90n),
  lockedFor: fc.bigInt(0n, 10_000_000n),
  lastReport: ago,
  escrowed: amount,
  bits: fc.oneof(
    fc.bigInt(1n, 2n ** 90n),
    fc.bigInt(0n, 10n ** 13n).map((whole) => whole << BITS),
  ),
});
type World = typeof worlds extends fc.Arbitrary<infer One> ? One : never;

const BLANK = getVaultDecoder().decode(vaultSeen({ value: 1n, lp: 1n })[0]?.[1].data ?? assert.fail());

function createVault({ value, owed, management, redemptionFee, lastFee, lockedShare, ...rest }: World) {
  const [managerFees, adminFees, protocolFees] = owed;
  const [managerManagementFee, adminManagementFee, protocolManagementFee] = management;
  return {
    ...BLANK,
    asset: { ...BLANK.asset, totalValue: value },
    deadWeight: 1_000n,
    feeState: {
      ...BLANK.feeState,
      accumulatedLpManagerFees: managerFees,
      accumulatedLpAdminFees: adminFees,
      accumulatedLpProtocolFees: protocolFees,
    },
    feeConfiguration: {
      ...BLANK.feeConfiguration,
      managerManagementFee,
      adminManagementFee,
      protocolManagementFee,
      redemptionFee,
    },
    feeUpdate: { ...BLANK.feeUpdate, lastManagementFeeUpdateTs: lastFee },
    vaultConfiguration: { ...BLANK.vaultConfiguration, lockedProfitDegradationDuration: rest.lockedFor },
    lockedProfitState: {
      lastUpdatedLockedProfit: (value * lockedShare) / 100n,
      lastReport: rest.lastReport,
    },
  };
}

/** What the ledger shows of a world, and what chain makes of the same. */
function show(world: World) {
  const of = createVault(world);
  const [, mint] = vaultSeen({ value: 1n, lp: world.supply });
  const made = getRequestWithdrawVaultReceiptEncoder().encode({
    vault,
    user: WALLET,
    amountLpEscrowed: world.escrowed,
    amountAssetToWithdrawDecimalBits: world.bits,
    withdrawableFromTs: 0n,
    bump: 255,
    version: 1,
  });
  const accounts: (readonly [Address, LedgerAccount | undefined])[] = [
    [
      vault,
      {
        lamports: 1n,
        owner: VOLTR_VAULT_PROGRAM_ADDRESS,
        data: Uint8Array.from(getVaultEncoder().encode(of)),
      },
    ],
    mint ?? assert.fail(),
    [USER.rausdc, holding(rausdcMint, HELD.rausdc)],
    [USER.usdc, holding(usdcMint, HELD.usdc)],
    [receipt, { lamports: RENT, owner: VOLTR_VAULT_PROGRAM_ADDRESS, data: Uint8Array.from(made) }],
    [escrow, undefined],
  ];
  const request = { lpEscrowed: world.escrowed, assetBits: world.bits, now: NOW, operationalState: ON };
  return { accounts, request, state: getVaultState(of, world.supply) };
}

/** Verifies one of the builds that ends by requiring a balance, with the ledger of a world. */
function prove(
  name: string,
  accounts: ReturnType<typeof show>['accounts'],
  last?: Build['instructions'][number],
): Verification {
  const build = USDC_TWO_STEPS[name] ?? assert.fail();
  const instructions = last === undefined ? build.instructions : build.instructions.with(-1, last);
  const evidence = { ...seen(accounts), unixTimestamp: NOW };
  return verifyBuild({ ...build, instructions, evidence });
}

const back = { asset: DEPLOYMENT.solMint, amount: RENT, account: WALLET, least: RENT };

suite('what is told of an exit in two steps is what the program does', () => {
  for (const name of ['a claim from the idle funds', 'a claim from a strategy']) {
    test(`${name} pays the lesser of then and now, and gives the rent back`, () => {
      let told = 0;
      fc.assert(
        fc.property(worlds, (world) => {
          const { accounts, request, state } = show(world);
          const paid = previewClaim(state, { ...request, withdrawableFrom: 0n });
          if (!paid.ok || paid.asset < 5n) return;
          told += 1;
          const { findings, effects } = prove(name, accounts, requires(USER.usdc, HELD.usdc + paid.asset));
          assert.deepEqual(findings, []);
          const { asset: amount } = paid;
          assert.deepEqual(effects.arrives, [
            { asset: usdcMint, amount, account: USER.usdc, least: amount },
            back,
          ]);
          assert.deepEqual([effects.leaves, effects.rent], [[], []]);
        }),
        RUNS,
      );
      assert.ok(told > 20, `${told} claims`);
    });
  }

  test('a request that is taken back brings as much raUSDC as it buys', () => {
    let told = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const { accounts, request, state } = show(world);
        const made = previewCancel(state, request);
        if (!made.ok || made.lp < 5n) return;
        told += 1;
        const required = requires(USER.rausdc, HELD.rausdc + made.lp);
        const { findings, effects } = prove('a request that is taken back', accounts, required);
        assert.deepEqual(findings, []);
        const arrived = { asset: rausdcMint, amount: made.lp, account: USER.rausdc, least: made.lp };
        assert.deepEqual(effects.arrives, [arrived, back]);
      }),
      RUNS,
    );
    assert.ok(told > 20, `${told} requests`);
  });

  test('a request puts into escrow what its amount costs at the last price', () => {
    let told = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const { accounts, state } = show(world);
        const input = {
          amount: 77n,
          isWithdrawAll: false,
          userLp: HELD.rausdc,
          idle: 0n,
          now: NOW,
          operationalState: ON,
        };
        const made = previewRequest(state, input);
        if (!made.ok) return;
        told += 1;
        const required = requires(USER.rausdc, HELD.rausdc - made.lpBurned);
        const { findings, effects } = prove('a request of an amount', accounts, required);
        assert.deepEqual(findings, []);
        assert.deepEqual(effects.leaves, [
          { asset: rausdcMint, amount: made.lpBurned, account: USER.rausdc, least: made.lpBurned },
        ]);
        assert.deepEqual(effects.arrives, []);
      }),
      RUNS,
    );
    assert.ok(told > 20, `${told} requests`);
  });

  test('a request of all puts all of it into escrow, and rent into two accounts', () => {
    const { accounts } = show(fc.sample(worlds, { numRuns: 1, seed: 1 })[0] ?? assert.fail());
    const { findings, effects } = prove('a request of all', accounts);
    assert.deepEqual(findings, []);
    assert.deepEqual(effects.leaves, [
      { asset: rausdcMint, amount: HELD.rausdc, account: USER.rausdc, least: HELD.rausdc },
    ]);
    const rent = seen().rentExemption ?? assert.fail();
    assert.deepEqual(effects.rent, [
      { account: escrow, lamports: rent(165), isRefundable: false },
      { account: receipt, lamports: rent(112), isRefundable: true },
    ]);
  });

  test('where vault, mint or request were not seen, it is what the bytes require', () => {
    const world = fc.sample(worlds, { numRuns: 1, seed: 1 })[0] ?? assert.fail();
    for (const missing of [vault, rausdcMint, receipt]) {
      const accounts = show(world).accounts.filter(([address]) => address !== missing);
      const claim = prove('a claim from the idle funds', accounts, requires(USER.usdc, HELD.usdc + 1n));
      const cancel = prove('a request that is taken back', accounts, requires(USER.rausdc, HELD.rausdc + 1n));
      for (const [{ findings, effects }, asset] of [
        [claim, usdcMint],
        [cancel, rausdcMint],
      ] as const) {
        assert.deepEqual(findings, []);
        const [arrived] = effects.arrives.filter((each) => each.asset === asset);
        assert.deepEqual([arrived?.amount, arrived?.least], [1n, 1n]);
      }
    }
  });
});
