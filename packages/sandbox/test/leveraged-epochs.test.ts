import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { netPoolTokens } from '@staking-agent/chain/leverage';
import { lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import { addTokens } from '../src/world/accounts.ts';
import { EPOCH_INTEREST } from '../src/world/leveraged-vault/seed.ts';
import { depositRasol, openLendingAccount, redeem } from './leveraged-steps.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

/** Both sides of the position, and whom it trades with. */
function books(world: LeveragedSandbox) {
  const { leveraged, tokens } = world;
  return {
    idle: tokens(leveraged.idleAta),
    collateral: tokens(leveraged.collateral),
    others: tokens(leveraged.othersTokens),
    liquidity: tokens(leveraged.liquidity),
    othersSol: tokens(leveraged.othersSol),
  };
}

function interestOn(debt: bigint): bigint {
  return (debt * EPOCH_INTEREST.numerator + EPOCH_INTEREST.denominator - 1n) / EPOCH_INTEREST.denominator;
}

/** What must hold of vault and position whenever the pool is current. */
function assertIsBalanced(world: LeveragedSandbox): void {
  const { collateral, debt } = world.position();
  const { totalValue } = world.state();
  const net = netPoolTokens({ collateral, debt }, world.pool());
  const { idle, ...held } = books(world);
  assert.equal(idle, (totalValue * 5n) / 100n);
  assert.equal(world.reported(), net);
  assert.equal(idle + net, totalValue);
  assert.equal(collateral, (net * 11n) / 4n);
  assert.equal(debt, lamportsForPoolTokens(world.pool(), collateral - net));
  assert.equal(held.collateral, collateral);
  assert.equal(world.supply(), world.pool().poolTokenSupply);
}

describe('the leveraged vault at genesis', () => {
  test('is balanced, and its tokens are part of the supply', async (t) => {
    const world = await startLeveragedSandbox(t);
    assertIsBalanced(world);
    const { idle, collateral, others, liquidity } = books(world);
    assert.equal(world.state().totalValue, 20_000n * SOL);
    assert.equal(collateral, 52_250n * SOL);
    assert.equal(liquidity, 100_000n * SOL);
    const rest = world.tokens(world.world.tokenVault);
    assert.equal(idle + collateral + others + rest, world.supply());
    assert.equal(world.lamports(world.leveraged.liquidity) - liquidity, 1_488_440n);
    const { totalValue, lpMintSupply, deadWeight } = world.state();
    const price = (totalValue * 10_000n) / (lpMintSupply + deadWeight);
    assert.equal(price, 11_988n);
  });
});

describe('the leveraged vault at an epoch', () => {
  test('owes interest, and is worth what collateral and debt are at the new price', async (t) => {
    const world = await startLeveragedSandbox(t);
    for (let epoch = 0; epoch < 3; epoch += 1) {
      const [before, state] = [world.position(), world.state()];
      const held = books(world);
      world.ledger.advanceEpochs(1);

      const debt = before.debt + interestOn(before.debt);
      const net = netPoolTokens({ ...before, debt }, world.pool());
      const totalValue = state.totalValue + net - (state.totalValue - held.idle);
      assert.equal(world.state().totalValue, totalValue);
      assert.ok(totalValue > state.totalValue, 'staking pays more than borrowing costs');
      assert.equal(world.state().lpMintSupply, state.lpMintSupply);
      assert.ok(world.state().highWaterMark > state.highWaterMark);
      assertIsBalanced(world);
      const after = books(world);
      const borrowed = world.position().debt - debt;
      assert.equal(after.liquidity, held.liquidity - borrowed);
      assert.equal(after.othersSol, held.othersSol + borrowed);
      const tokens = ({ idle, collateral, others }: typeof held) => idle + collateral + others;
      assert.equal(tokens(after), tokens(held));
    }
    const yearly = (1 + Number(EPOCH_INTEREST.numerator) / Number(EPOCH_INTEREST.denominator)) ** 365 - 1;
    assert.ok(Math.abs(yearly - 0.032) < 0.0001, `${yearly}`);
  });

  test('puts deposits to work and fills up what withdrawals have taken', async (t) => {
    const world = await startLeveragedSandbox(t);
    const wallet = await world.createUser(6_000n * SOL);
    const { address } = wallet;
    const { tokens, lp } = world.findAccounts(address);
    requireOk(await world.send(wallet, [depositRasol(world, address, world.tokens(tokens))]));
    assert.ok(world.idle() > 6_000n * SOL);
    world.ledger.advanceEpochs(1);
    assertIsBalanced(world);
    assert.ok(world.idle() < 1_300n * SOL);

    addTokens(world.ledger.bank, world.leveraged.idleAta, -world.idle());
    addTokens(world.ledger.bank, world.leveraged.othersTokens, world.state().totalValue / 20n);
    world.ledger.advanceEpochs(1);
    const { totalValue } = world.state();
    assert.equal(world.idle(), (totalValue * 5n) / 100n);

    const before = [openLendingAccount(world, address)];
    const half = world.tokens(lp) / 2n;
    requireOk(await world.send(wallet, redeem(world, address, half, { before }), world.tables()));
    world.ledger.advanceEpochs(1);
    assert.equal(world.position().collateral, books(world).collateral);
    assert.equal(world.idle(), (world.state().totalValue * 5n) / 100n);
  });

  test('reports a loss as it reports a gain', async (t) => {
    const world = await startLeveragedSandbox(t);
    const { debt, collateral } = world.position();
    world.setPosition({ debt: debt + 500n * SOL });
    const [state, idle] = [world.state(), world.idle()];
    world.ledger.advanceEpochs(1);
    const owed = debt + 500n * SOL;
    const net = netPoolTokens({ collateral, debt: owed + interestOn(owed) }, world.pool());
    assert.equal(world.state().totalValue, idle + net);
    assert.ok(world.state().totalValue < state.totalValue - 400n * SOL);
    assert.equal(world.state().highWaterMark, state.highWaterMark);
    assert.equal(world.state().lastReport, state.lastReport);
    assertIsBalanced(world);
  });

  test('reports nothing at an old price, but owes interest all the same', async (t) => {
    const world = await startLeveragedSandbox(t);
    const [{ debt, collateral }, state, held] = [world.position(), world.state(), books(world)];
    world.ledger.advanceEpochs(2, { updatePool: false });
    const once = debt + interestOn(debt);
    assert.deepEqual(world.position().debt, once + interestOn(once));
    assert.equal(world.position().collateral, collateral);
    assert.deepEqual(world.state(), state);
    assert.deepEqual(books(world), held);

    world.ledger.advanceEpochs(1);
    assert.notEqual(world.state().totalValue, state.totalValue);
    assertIsBalanced(world);
  });

  test('leaves the position as it is where nobody has the raSOL it would buy', async (t) => {
    const world = await startLeveragedSandbox(t);
    const { leveraged, ledger } = world;
    addTokens(ledger.bank, leveraged.idleAta, 1_000n * SOL);
    addTokens(ledger.bank, leveraged.othersTokens, 10n - world.tokens(leveraged.othersTokens));
    const { collateral, debt } = world.position();
    ledger.advanceEpochs(1);
    assert.deepEqual(world.position(), { ...world.position(), collateral, debt: debt + interestOn(debt) });
    assert.equal(world.idle(), 2_000n * SOL);
    const net = netPoolTokens(world.position(), world.pool());
    assert.equal(world.reported(), net);
  });
});
