import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  decodeRequestEvent,
  getRequestWithdrawVaultReceiptDecoder,
  previewDeposit,
  previewInstantWithdraw,
  previewInstantWithdrawStrategy,
  redeemableValue,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { EPOCH_YIELD } from '../src/world/usdc-vault.ts';
import { listImplementations } from './implementations.ts';
import { startVaultSandbox, USDC, type VaultSandbox } from './start-vault-sandbox.ts';
import {
  cancel,
  deposit,
  instantWithdraw,
  requestWithdraw,
  withdraw,
  withdrawFromStrategy,
} from './vault-steps.ts';

const FEE = 5_000n;
const DAY = 86_400n;

/** What a vault and a user have. */
async function balances(world: VaultSandbox, user: Awaited<ReturnType<VaultSandbox['createDepositor']>>) {
  const { asset, lp } = await world.findAccounts(user.address);
  return {
    asset: world.tokens(asset),
    lp: world.tokens(lp),
    idle: world.idle(),
    supply: world.lpSupply(),
    lamports: world.lamports(user.address),
  };
}

/** Lists the bytes that programs logged as events. */
function listEvents(logs: readonly string[]): Buffer[] {
  const line = 'Program data: ';
  return logs.flatMap((each) =>
    each.startsWith(line) ? [Buffer.from(each.slice(line.length), 'base64')] : [],
  );
}

/** Fees, and an odd price. */
function makeOdd(world: VaultSandbox): void {
  world.setVault({
    totalValue: world.state().totalValue - 1_234_567_891n,
    fees: { managerManagementFee: 100, adminManagementFee: 35, issuanceFee: 7, redemptionFee: 13 },
    lastManagementFeeUpdateTs: world.now() - DAY,
  });
}

const IMPLEMENTATIONS = listImplementations('voltr_vault.so');

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`vault, ${name}`, { skip }, () => {
    test('deposit_vault moves, mints and counts what the preview says, fees included', async (t) => {
      const world = await startVaultSandbox(t, directory);
      makeOdd(world);
      const wallet = await world.createDepositor(2_000n * USDC);
      const before = await balances(world, wallet);
      const amount = 1_234_567_891n;
      world.ledger.advanceSlots(1);
      const { now, operationalState } = { now: world.now(), operationalState: world.operationalState() };
      const expected = previewDeposit(world.state(), { amount, assetDecimals: 6, now, operationalState });
      assert.ok(expected.ok);

      const outcome = world.simulate(wallet.address, [await deposit(world, wallet.address, amount)]);
      assert.equal(outcome.err, null, outcome.logs.join('\n'));
      const { err } = await world.send(wallet, [await deposit(world, wallet.address, amount)]);

      assert.equal(err, null);
      const after = await balances(world, wallet);
      assert.ok(expected.lpMinted > 0n);
      // The clock may have gone on by a second between the two, which costs a depositor nothing but dust.
      const drift = after.lp - before.lp - expected.lpMinted;
      assert.ok(world.now() === now ? drift === 0n : drift >= 0n && drift < 1_000n, `${drift}`);
      assert.equal(after.supply - before.supply, after.lp - before.lp);
      assert.equal(after.asset, before.asset - amount);
      assert.equal(after.idle, before.idle + amount);
      assert.equal(after.lamports, before.lamports - FEE);
      assert.equal(world.state().totalValue, expected.vault.totalValue);
      assert.equal(world.vault().lastUpdatedTs, world.now());
    });

    for (const [title, how] of [
      ['of the asset', { amount: 100_000_001n }],
      ['of LP', { amount: 77_777_777_777n, isAmountInLp: true }],
      ['of everything', { amount: 1n, isWithdrawAll: true }],
    ] as const) {
      test(`instant_withdraw_vault ${title} pays and burns what the preview says`, async (t) => {
        const world = await startVaultSandbox(t, directory);
        makeOdd(world);
        const wallet = await world.createDepositor(2_000n * USDC);
        await world.send(wallet, [await deposit(world, wallet.address, 1_500_000_007n)]);
        // Without fees over time the price does not depend on the second it is taken at.
        world.setVault({ fees: { managerManagementFee: 0, adminManagementFee: 0 } });
        const before = await balances(world, wallet);
        const expected = previewInstantWithdraw(world.state(), {
          isAmountInLp: false,
          isWithdrawAll: false,
          ...how,
          userLp: before.lp,
          idle: before.idle,
          now: world.now(),
          operationalState: world.operationalState(),
        });
        assert.ok(expected.ok);

        const { err, logs } = await world.send(wallet, [await instantWithdraw(world, wallet.address, how)]);

        assert.equal(err, null, logs.join('\n'));
        const after = await balances(world, wallet);
        assert.equal(after.asset, before.asset + expected.assetPaid);
        assert.equal(after.lp, before.lp - expected.lpBurned);
        assert.equal(after.supply, before.supply - expected.lpBurned);
        assert.equal(after.idle, before.idle - expected.assetPaid);
        assert.deepEqual(world.state(), {
          ...expected.vault,
          lastManagementFeeUpdateTs: world.state().lastManagementFeeUpdateTs,
        });
      });
    }

    test('a request pays the lesser of then and now, and its receipt comes back', async (t) => {
      const world = await startVaultSandbox(t, directory);
      world.setVault({ fees: { redemptionFee: 13 }, configuration: { withdrawalWaitingPeriod: 3n } });
      const wallet = await world.createDepositor(2_000n * USDC);
      await world.send(wallet, [await deposit(world, wallet.address, 1_500_000_007n)]);
      const { escrow, receipt } = await world.findAccounts(wallet.address);
      const before = await balances(world, wallet);
      const worth = redeemableValue(world.state(), 900_000_000_001n, world.now());
      assert.ok(worth.ok);
      const how = { amount: 900_000_000_001n, isAmountInLp: true };

      const requested = await world.send(wallet, [await requestWithdraw(world, wallet.address, how)]);
      assert.equal(requested.err, null);
      assert.equal(world.tokens(escrow), how.amount);
      const request = getRequestWithdrawVaultReceiptDecoder().decode(world.readData(receipt));
      const [event] = listEvents(requested.logs).flatMap((each) => decodeRequestEvent(each) ?? []);
      const { vaultAssetTotalValueUnlocked, vaultLpSupplyInclFees, ...told } = event ?? assert.fail();
      assert.deepEqual(told, {
        vault: world.vaultSeed.vault,
        user: wallet.address,
        requestedAmount: how.amount,
        isAmountInLp: true,
        isWithdrawAll: false,
        requestWithdrawVaultReceipt: receipt,
        amountLpEscrowed: request.amountLpEscrowed,
        amountAssetToWithdrawDecimalBits: request.amountAssetToWithdrawDecimalBits,
        withdrawableFromTs: request.withdrawableFromTs,
        vaultAssetMint: world.vaultSeed.assetMint,
        vaultAssetTotalValue: world.state().totalValue,
        requestedTs: world.now(),
      });
      assert.ok(vaultAssetTotalValueUnlocked > 0n && vaultLpSupplyInclFees >= request.amountLpEscrowed);
      assert.equal(request.amountAssetToWithdrawDecimalBits >> 48n, worth.asset);
      assert.equal(request.withdrawableFromTs, world.now() + 3n);
      assert.equal(world.ledger.findAccount(receipt)?.programAddress, VOLTR_VAULT_PROGRAM_ADDRESS);

      world.setVault({ totalValue: world.state().totalValue + 50_000n * USDC });
      world.ledger.advanceSlots(1, 4_000n);
      const { err, logs } = await world.send(wallet, [await withdraw(world, wallet.address)]);

      assert.equal(err, null, logs.join('\n'));
      const after = await balances(world, wallet);
      assert.equal(after.asset, before.asset + worth.asset);
      assert.equal(after.supply, before.supply - how.amount);
      assert.equal(world.tokens(escrow), 0n);
      assert.equal(world.ledger.findAccount(receipt), undefined);
      assert.equal(after.lamports, before.lamports - 2n * FEE);
    });

    test('a cancelled request gives back the LP less what the price has risen by', async (t) => {
      const world = await startVaultSandbox(t, directory);
      const wallet = await world.createDepositor(2_000n * USDC);
      await world.send(wallet, [await deposit(world, wallet.address, 1_500_000_007n)]);
      const { receipt } = await world.findAccounts(wallet.address);
      const before = await balances(world, wallet);
      await world.send(wallet, [await requestWithdraw(world, wallet.address, { amount: 1_000_000_000n })]);
      const request = getRequestWithdrawVaultReceiptDecoder().decode(world.readData(receipt));
      world.setVault({ totalValue: world.state().totalValue + 100_000n * USDC });
      const state = world.state();
      const shares = state.lpMintSupply + state.deadWeight;
      const escrowed = request.amountLpEscrowed;
      const asset = 1_000_000_000n;
      const returned = (asset * (shares - escrowed)) / (state.totalValue - asset);

      assert.equal((await world.send(wallet, [await cancel(world, wallet.address)])).err, null);

      const after = await balances(world, wallet);
      assert.equal(after.lp, before.lp - escrowed + returned);
      assert.equal(after.supply, before.supply - escrowed + returned);
      assert.equal(after.lamports, before.lamports - 2n * FEE);
    });
  });
}

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`the strategy of the vault, ${name}`, { skip }, () => {
    test('instant_withdraw_strategy pays from the position what idle funds cannot, to the last base unit', async (t) => {
      const world = await startVaultSandbox(t, directory);
      const wallet = await world.createDepositor(1_000_000n * USDC);
      await world.send(wallet, [await deposit(world, wallet.address, 900_000n * USDC)]);
      world.ledger.advanceEpochs(1);
      const before = await balances(world, wallet);
      const amount = 700_000_000_001n;
      assert.ok(before.idle < amount);
      const [lent, reported] = [world.lent(), world.reported()];
      const expected = previewInstantWithdrawStrategy(world.state(), {
        amount,
        isAmountInLp: false,
        isWithdrawAll: false,
        userLp: before.lp,
        now: world.now(),
        operationalState: world.operationalState(),
        position: {
          reportedValue: reported,
          actualValue: lent,
          adaptorEpoch: 0n,
          epoch: world.ledger.epoch(),
        },
      });
      assert.ok(expected.ok);

      const step = await withdrawFromStrategy(world, wallet.address, { amount });
      const { err, logs } = await world.send(wallet, [step]);

      assert.equal(err, null, logs.join('\n'));
      const after = await balances(world, wallet);
      assert.equal(after.asset, before.asset + amount);
      assert.equal(after.lp, before.lp - expected.lpBurned);
      assert.equal(after.idle, before.idle);
      assert.equal(world.lent(), lent - amount);
      assert.equal(world.reported(), expected.positionValue);
      assert.equal(world.state().totalValue, expected.vault.totalValue);
    });
  });
}

describe('the books of the vault', () => {
  test('each epoch adds what is documented, and leaves 0.00005 % of the value idle', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(1_000_000n * USDC);
    await world.send(wallet, [await deposit(world, wallet.address, 1_000_000n * USDC)]);
    for (let epoch = 0; epoch < 3; epoch += 1) {
      const before = world.state();
      world.ledger.advanceEpochs(1);
      const gain = (before.totalValue * EPOCH_YIELD.numerator) / EPOCH_YIELD.denominator;
      const { totalValue } = world.state();
      assert.equal(totalValue, before.totalValue + gain);
      assert.equal(world.idle(), (totalValue * 5n) / 10_000_000n);
      assert.equal(world.idle() + world.lentInAll(), totalValue);
      assert.equal(world.lent(), world.lentInAll() - (world.lentInAll() * 2n) / 5n);
      assert.equal(world.reported(), world.lent());
      assert.equal(world.lpSupply(), before.lpMintSupply);
    }
    const yearly = (1 + Number(EPOCH_YIELD.numerator) / Number(EPOCH_YIELD.denominator)) ** 365 - 1;
    assert.ok(Math.abs(yearly - 0.056) < 0.00001, `${yearly}`);
  });

  test('a manager fills up what withdrawals have taken of the idle funds', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(300_000n * USDC);
    await world.send(wallet, [await deposit(world, wallet.address, 300_000n * USDC)]);
    world.ledger.advanceEpochs(1);
    await world.send(wallet, [await instantWithdraw(world, wallet.address, { amount: world.idle() / 2n })]);
    world.ledger.advanceEpochs(1);
    assert.equal(world.idle(), (world.state().totalValue * 5n) / 10_000_000n);
    assert.equal(world.idle() + world.lentInAll(), world.state().totalValue);
  });
});
