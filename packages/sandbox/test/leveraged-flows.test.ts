import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Address,
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  testnet,
} from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { priceSwapExactOut } from '@staking-agent/chain/market';
import { previewInstantWithdrawStrategy } from '@staking-agent/chain/vault';
import { listImplementations } from './implementations.ts';
import {
  buyExactly,
  depositRasol,
  flashLoan,
  openLendingAccount,
  planRedemption,
  redeem,
  withdrawLevered,
} from './leveraged-steps.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const LIMIT = getSetComputeUnitLimitInstruction({ units: 800_000 });

/** Everything a redemption moves. */
function balances(world: LeveragedSandbox, wallet: Address) {
  const { leveraged } = world;
  const { sol, tokens, lp } = world.findAccounts(wallet);
  return {
    sol: world.tokens(sol),
    tokens: world.tokens(tokens),
    lp: world.tokens(lp),
    idle: world.idle(),
    collateral: world.tokens(leveraged.collateral),
    liquidity: world.tokens(leveraged.liquidity),
    lender: world.tokens(leveraged.lending.liquidityVault),
    marketSol: world.tokens(world.world.solVault),
    marketTokens: world.tokens(world.world.tokenVault),
    supply: world.supply(),
    lpSupply: world.readSupply(leveraged.lpMint),
  };
}

async function createHolder(world: LeveragedSandbox) {
  const wallet = await world.createUser(50n * SOL);
  const { tokens } = world.findAccounts(wallet.address);
  requireOk(await world.send(wallet, [depositRasol(world, wallet.address, world.tokens(tokens))]));
  return wallet;
}

const IMPLEMENTATIONS = [
  ...listImplementations('voltr_vault.so'),
  ...listImplementations('spl_stake_pool.so', 'voltr_vault.so').slice(1),
];

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`a redemption of the leveraged vault, ${name}`, { skip }, () => {
    test('unwinds its part of the position, in one transaction with a lookup table, to the last base unit', async (t) => {
      const world = await startLeveragedSandbox(t, directory);
      const wallet = await createHolder(world);
      const { address } = wallet;
      const before = balances(world, address);
      const position = world.position();
      const lp = before.lp - 7n;
      const plan = planRedemption(world, lp);
      const state = world.state();

      const steps = redeem(world, address, lp, { before: [LIMIT, openLendingAccount(world, address)] });
      const outcome = await world.send(wallet, steps, world.tables());

      requireOk(outcome);
      assert.ok(plan.repaid > 80n * SOL && plan.cost > plan.exchanged);
      assert.deepEqual(balances(world, address), {
        ...before,
        lp: 7n,
        lpSupply: before.lpSupply - lp,
        tokens: before.tokens + plan.assetPaid + plan.exchanged - plan.cost,
        collateral: before.collateral - plan.assetPaid - plan.exchanged,
        liquidity: before.liquidity + plan.repaid,
        marketSol: before.marketSol - plan.repaid,
        marketTokens: before.marketTokens + plan.cost,
      });
      assert.deepEqual(world.position(), { ...position, ...plan.position });
      const expected = previewInstantWithdrawStrategy(state, {
        amount: lp,
        isAmountInLp: true,
        isWithdrawAll: false,
        userLp: before.lp,
        now: world.now(),
        operationalState: 0x1fff,
        position: {
          reportedValue: state.totalValue - before.idle,
          actualValue: world.reported() + plan.assetPaid,
          adaptorEpoch: 0n,
          epoch: world.ledger.epoch(),
        },
      });
      assert.ok(expected.ok);
      assert.equal(world.state().totalValue, expected.vault.totalValue);
      assert.equal(world.state().totalValue, world.idle() + world.reported());
      assert.ok(world.readData(world.findAccounts(address).lending).length === 2312);
      assert.equal(world.lendingAccount(world.findAccounts(address).lending).accountFlags, 0n);
    });

    test('needs no other account the second time, and gives all that is asked for', async (t) => {
      const world = await startLeveragedSandbox(t, directory);
      const wallet = await createHolder(world);
      const { address } = wallet;
      const half = balances(world, address).lp / 2n;
      const first = redeem(world, address, half, { before: [LIMIT, openLendingAccount(world, address)] });
      requireOk(await world.send(wallet, first, world.tables()));
      const { lp, sol } = balances(world, address);

      requireOk(await world.send(wallet, redeem(world, address, lp, { before: [LIMIT] }), world.tables()));

      const after = balances(world, address);
      assert.equal(after.lp, 0n);
      assert.equal(after.sol, sol);
      assert.ok(after.tokens > 46n * SOL && after.tokens < 47n * SOL, `${after.tokens}`);
    });

    test('leaves with the wallet what it has borrowed beyond the debt', async (t) => {
      const world = await startLeveragedSandbox(t, directory);
      const wallet = await createHolder(world);
      const { address } = wallet;
      const { lp } = balances(world, address);
      const { repaid } = planRedemption(world, lp);
      const loan = repaid + 12_345n;
      const cost = priceSwapExactOut(world.market(), 'sell-token', loan) ?? 0n;
      const inside = [withdrawLevered(world, address, lp), buyExactly(world, address, loan, cost)];
      const before = [LIMIT, openLendingAccount(world, address)];

      requireOk(
        await world.send(wallet, flashLoan(world, address, { amount: loan, before, inside }), world.tables()),
      );

      assert.equal(balances(world, address).sol, 12_345n);
    });

    test('goes over the wire like any other transaction', async (t) => {
      const world = await startLeveragedSandbox(t, directory);
      const wallet = await createHolder(world);
      const { address } = wallet;
      const { lp } = balances(world, address);
      const before = [LIMIT, openLendingAccount(world, address)];
      const signed = await world.sign(wallet, redeem(world, address, lp, { before }), world.tables());
      const bytes = getTransactionEncoder().encode(signed);
      assert.ok(bytes.length <= 1232, `${bytes.length}`);
      const rpc = createSolanaRpc(testnet(world.sandbox.url));
      const wire = getBase64EncodedWireTransaction(signed);
      const encoding = 'base64';

      const { value } = await rpc
        .simulateTransaction(wire, { encoding, commitment: 'processed', sigVerify: true })
        .send();
      assert.equal(value.err, null, `${value.logs}`);
      assert.ok((value.unitsConsumed ?? 0n) < 300_000n, `${value.unitsConsumed}`);
      assert.ok(value.logs?.includes('Program log: Instruction: LendingAccountEndFlashloan'));
      const signature = await rpc
        .sendTransaction(wire, { encoding, preflightCommitment: 'processed' })
        .send();
      world.ledger.advanceSlots(2);

      const { value: statuses } = await rpc.getSignatureStatuses([signature]).send();
      assert.equal(statuses[0]?.err, null);
      assert.equal(balances(world, address).lp, 0n);
    });
  });
}
