import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Address, getAddressEncoder, lamports as toLamports } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import type { Wallet } from '@staking-agent/dev';
import { LeveragedInstantAnswer, LeveragedStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeVault, configureVault } from '../change-account.ts';
import { decodeTransaction } from '../decode-transaction.ts';
import { land, signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, startWorld, type World } from '../world.ts';

const world = await startWorld({ after });

async function stake(world: World, wallet: Wallet, amount: string) {
  const asked = { strategy: 'sol-leveraged-stake', wallet: wallet.address, amount };
  const build = await world.post('/stake', asked);
  assertOk(build, LeveragedStakeAnswer);
  return build.body;
}

async function unstake(world: World, wallet: Wallet, amount: string) {
  const asked = { strategy: 'sol-leveraged-stake', wallet: wallet.address, kind: 'instant', amount };
  const build = await world.post('/unstake', asked);
  assertOk(build, LeveragedInstantAnswer);
  return build.body;
}

async function holdings(world: World, { address }: Wallet) {
  const { tokens } = createLedgerClient(world);
  const { rasolMint, rasolMaxMint, solMint } = DEPLOYMENT;
  const [rasol, lp, wrapped] = await Promise.all(
    [rasolMint, rasolMaxMint, solMint].map((mint) => tokens(address, mint)),
  );
  return { rasol, lp, wrapped };
}

/** Gives a wallet an account of wrapped SOL, made after that of the market. */
async function giveWrappedSol({ sandbox }: World, { address }: Wallet, lamports: bigint) {
  const { bank } = sandbox.ledger;
  const model = bank.findAccount(DEPLOYMENT.leveraged.market.solVault) ?? assert.fail();
  const data = Uint8Array.from(model.data);
  data.set(getAddressEncoder().encode(address as Address), 32);
  const view = new DataView(data.buffer);
  const held = view.getBigUint64(64, true);
  view.setBigUint64(64, lamports, true);
  bank.setAccount({
    ...model,
    address: await findAssociatedTokenAddress(address as Address, DEPLOYMENT.solMint),
    lamports: toLamports(model.lamports - held + lamports),
    data,
  });
}

test('a stake that the pool gives less for than was said takes nothing of the raSOL a wallet has', async () => {
  // Given a wallet with raSOL of its own, and a stake built before the pool's price has risen
  const wallet = await createFundedWallet(world, '30');
  await land(world, wallet, await stake(world, wallet, '10'));
  await land(world, wallet, await unstake(world, wallet, '5'));
  await advanceEpochs(world, 1);
  const build = await stake(world, wallet, '10');
  assert.deepEqual(
    decodeTransaction(build.transaction).instructions.map(({ name }) => name),
    [
      'setComputeUnitLimit',
      'setComputeUnitPrice',
      'setLoadedAccountsDataSizeLimit',
      'createIdempotent',
      'createIdempotent',
      'depositSolWithSlippage',
      'deposit_vault',
      'transfer',
    ],
  );
  await advanceEpochs(world, 1);
  const before = await holdings(world, wallet);
  assert.ok(before.rasol !== undefined && before.rasol > 5_000_000_000n);

  // When it is sent, then it is refused as a whole
  const refused = await world.post('/broadcast', await signBuild(wallet, build));
  assertProblem(refused, { slug: 'upstream_error', outcome: 'rejected', detail: /below the given minimum/ });
  assert.deepEqual(await holdings(world, wallet), before);

  // And one built now stakes exactly what the pool gives
  await land(world, wallet, await stake(world, wallet, '10'));
  assert.equal((await holdings(world, wallet)).rasol, before.rasol);
});

test('an exit through a flash loan takes nothing of the wrapped SOL a wallet has', async () => {
  // Given a wallet with wrapped SOL of its own, and an exit beyond the funds at hand
  const wallet = await createFundedWallet(world, '5000');
  await land(world, wallet, await stake(world, wallet, '4000'));
  await advanceEpochs(world, 1);
  await giveWrappedSol(world, wallet, 50_000_000_001n);
  const build = await unstake(world, wallet, '1500');
  assert.equal(build.path, 'flash-bracket');
  const names = decodeTransaction(build.transaction).instructions.map(({ name }) => name);
  assert.deepEqual(names.slice(-5), [
    'instant_withdraw_strategy',
    'swap_exact_out',
    'transfer',
    'lending_account_repay',
    'lending_account_end_flashloan',
  ]);

  // When an epoch passes, in which the debt has grown beyond what the loan pays, then the exit is refused as a whole
  await advanceEpochs(world, 1);
  const before = await holdings(world, wallet);
  const refused = await world.post('/broadcast', await signBuild(wallet, build));
  assertProblem(refused, { slug: 'upstream_error', outcome: 'rejected' });
  assert.equal(refused.body.failure.code, 'SLIPPAGE_EXCEEDED');
  assert.deepEqual(await holdings(world, wallet), before);

  // And one built now pays what it says, and leaves the wrapped SOL, and a little of the loan with it
  const again = await unstake(world, wallet, '1500');
  await land(world, wallet, again);
  const after = await holdings(world, wallet);
  assert.equal(after.rasol, BigInt(again.expectedPayoutRasolLamports));
  const left = (after.wrapped ?? 0n) - 50_000_000_001n;
  assert.ok(left >= 10n && left < 10_000_000n, `${left}`);
});

test('an exit through a flash loan still lands when profit has been unlocked since it was built', async () => {
  // Given a vault that unlocks 200 raSOL of profit over an hour, and an exit beyond the funds at hand
  const { ledger } = world.sandbox;
  const wallet = await createFundedWallet(world, '5000');
  await land(world, wallet, await stake(world, wallet, '4000'));
  await advanceEpochs(world, 1);
  const { vault } = DEPLOYMENT.leveraged;
  const lastReport = ledger.blocks.tip().unixMilliseconds / 1_000n;
  configureVault(world, vault, { lockedProfitDegradationDuration: 3_600n });
  changeVault(world, vault, (before) => ({
    ...before,
    lockedProfitState: { lastUpdatedLockedProfit: 200_000_000_000n, lastReport },
  }));
  ledger.advanceSlots(5);
  const build = await unstake(world, wallet, '1500');
  assert.equal(build.path, 'flash-bracket');

  // When half a minute passes before it is sent
  ledger.advanceSlots(75);
  await land(world, wallet, build);

  // Then it pays no less than it said
  const { rasol } = await holdings(world, wallet);
  assert.ok(rasol !== undefined && rasol >= BigInt(build.expectedPayoutRasolLamports), `${rasol}`);
});
