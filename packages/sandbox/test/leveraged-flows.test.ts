import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { priceSwapExactOut } from '@staking-agent/chain/leverage';
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
  });
}
