import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import {
  BroadcastAnswer,
  NativeDeactivateAnswer,
  NativeQuoteAnswer,
  NativeStakeAnswer,
  WithdrawAnswer,
} from '@staking-agent/wire';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import {
  type Answer,
  advanceEpochs,
  createFundedWallet,
  DEPLOYMENT,
  send,
  startWorld,
  type World,
} from '../world.ts';

const world = await startWorld({ after });

const NEVER = '18446744073709551615';

const broadcast = async (world: World, wallet: Wallet, build: Answer['body']) =>
  world.post('/broadcast', await signBuild(wallet, build));

async function stake(world: World, wallet: Wallet, amount: string) {
  const build = await world.post('/stake', { strategy: 'sol-native-stake', wallet: wallet.address, amount });
  assertOk(build, NativeStakeAnswer);
  assertOk(await broadcast(world, wallet, build.body), BroadcastAnswer);
  return build.body;
}

async function deactivate(world: World, wallet: Wallet, stakeAccount: string) {
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, kind: 'deactivate', stakeAccount };
  const build = await world.post('/unstake', body);
  assertOk(build, NativeDeactivateAnswer);
  return broadcast(world, wallet, build.body);
}

test('a native stake goes from SOL to SOL: stake, activate, deactivate, withdraw', async () => {
  // Given a wallet with 3 SOL
  const ledger = createLedgerClient(world);
  const wallet = await createFundedWallet(world, '3');

  // When it stakes 1.5 SOL
  const built = await stake(world, wallet, '1.5');
  assert.equal(built.delegatedLamports, 1_500_000_000);
  assert.equal(built.voteAccount, DEPLOYMENT.voteAccount);
  assert.deepEqual(built.signers, [wallet.address]);

  // Then a stake account of the wallet's own holds that and the rent reserve, delegated to the validator
  const rent = await ledger.rpc.getMinimumBalanceForRentExemption(200n).send();
  assert.equal(BigInt(built.rentExemptReserveLamports), rent);
  const activationEpoch = await ledger.epoch();
  assert.deepEqual(await ledger.delegation(built.stakeAccount), {
    lamports: 1_500_000_000n + rent,
    authorized: { staker: wallet.address, withdrawer: wallet.address },
    rentExemptReserve: '2282880',
    lockup: { custodian: '11111111111111111111111111111111', epoch: 0n, unixTimestamp: 0n },
    voter: DEPLOYMENT.voteAccount,
    stake: '1500000000',
    activationEpoch: String(activationEpoch),
    deactivationEpoch: NEVER,
    warmupCooldownRate: ((await ledger.delegation(built.stakeAccount)) as { warmupCooldownRate?: unknown })
      ?.warmupCooldownRate,
  });
  const afterStake = await ledger.balance(wallet.address);
  const fees = 3_000_000_000n - 1_500_000_000n - rent - afterStake;
  assert.ok(fees >= 10_000n && fees < 100_000n, `fees of ${fees} lamports`);

  // When two epochs pass, it earned rewards
  await advanceEpochs(world, 2);
  const active = await ledger.delegation(built.stakeAccount);
  assert.ok(active && active.lamports > 1_500_000_000n + rent);
  // Rewards are delegated with it, block revenue only lies in the account
  const [grown, idle] = [BigInt(active.stake ?? 0), active.lamports - rent - BigInt(active.stake ?? 0)];
  assert.ok(grown > 1_500_000_000n && idle > 0n && idle < grown - 1_500_000_000n, `${grown} and ${idle}`);

  // And when it withdraws before deactivating, it is told to deactivate first
  const early = await world.post('/withdraw', { wallet: wallet.address, stakeAccount: built.stakeAccount });
  assertProblem(early, { slug: 'upstream_error', code: 'STAKE_NOT_INACTIVE', detail: /deactivate/ });
  assert.equal(early.body.availableAt, undefined);

  // When it deactivates, the whole account cools down
  assertOk(await deactivate(world, wallet, built.stakeAccount), BroadcastAnswer);
  const cooling = await ledger.delegation(built.stakeAccount);
  assert.equal(cooling?.deactivationEpoch, String(await ledger.epoch()));
  const { stakeAccount } = built;
  const again = { strategy: 'sol-native-stake', wallet: wallet.address, kind: 'deactivate', stakeAccount };
  const twice = await world.post('/unstake', again);
  assertProblem(twice, {
    slug: 'upstream_error',
    code: 'STAKE_DEACTIVATED',
    detail: /withdrawable from epoch/,
  });

  // And when it withdraws in the epoch of the deactivation, it is told from which epoch on it can
  const hasty = await world.post('/withdraw', { wallet: wallet.address, stakeAccount: built.stakeAccount });
  const next = String((await ledger.epoch()) + 1n);
  assertProblem(hasty, {
    slug: 'upstream_error',
    code: 'STAKE_NOT_INACTIVE',
    detail: new RegExp(`epoch ${next}`),
  });
  assert.equal(hasty.body.availableAt.epoch, next);

  // And when the epoch has passed, everything comes back
  await advanceEpochs(world, 1);
  const held = (await ledger.delegation(built.stakeAccount))?.lamports ?? 0n;
  const before = await ledger.balance(wallet.address);
  const part = await world.post('/withdraw', {
    wallet: wallet.address,
    stakeAccount: built.stakeAccount,
    lamports: 250_000_000,
  });
  assertOk(part, WithdrawAnswer);
  assert.equal(part.body.withdrawnLamports, 250_000_000);
  assertOk(await broadcast(world, wallet, part.body), BroadcastAnswer);
  assert.equal((await ledger.delegation(built.stakeAccount))?.lamports, held - 250_000_000n);
  const rest = await world.post('/withdraw', { wallet: wallet.address, stakeAccount: built.stakeAccount });
  assertOk(rest, WithdrawAnswer);
  assert.equal(BigInt(rest.body.withdrawnLamports), held - 250_000_000n);
  assertOk(await broadcast(world, wallet, rest.body), BroadcastAnswer);
  assert.equal(await ledger.balance(built.stakeAccount), 0n);
  const returned = (await ledger.balance(wallet.address)) - before;
  assert.ok(held - returned > 0n && held - returned < 100_000n, `fees of ${held - returned} lamports`);
});

test('while native staking is held back, what is staked can still be withdrawn', async (t) => {
  const wallet = await createFundedWallet(world, '3');
  const { stakeAccount } = await stake(world, wallet, '2');
  await advanceEpochs(world, 1);
  assertOk(await deactivate(world, wallet, stakeAccount), BroadcastAnswer);
  await advanceEpochs(world, 1);

  const held = await startReplica(t, world.sandbox, {
    COMING_SOON: 'sol-native-stake',
    DATA_DIR: createDataDirectory(t),
  });
  const post = (path: string, body: object) => send('POST', `${held.url}/api/v1${path}`, body);
  const again = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  assertProblem(await post('/stake', again), { slug: 'service_unavailable', code: 'STRATEGY_NOT_LIVE' });
  const answer = await post('/withdraw', { wallet: wallet.address, stakeAccount });
  assertOk(answer, WithdrawAnswer);
  assert.equal(answer.body.stakeAccount, stakeAccount);
});

test('a quote prices the amount it echoes, and only for the wallet that the account belongs to', async () => {
  const [wallet, stranger] = [await createFundedWallet(world, '5'), await createFundedWallet(world, '5')];
  const { stakeAccount, rentExemptReserveLamports } = await stake(world, wallet, '3');
  await advanceEpochs(world, 2);
  const held = await createLedgerClient(world).balance(stakeAccount);
  assert.ok(held >= 3_000_000_000n + BigInt(rentExemptReserveLamports));
  const quote = (from: Wallet, lamports: bigint) =>
    world.post('/quote', {
      strategy: 'sol-native-stake',
      wallet: from.address,
      stakeAccount,
      amount: `${lamports / 1_000_000_000n}.${String(lamports % 1_000_000_000n).padStart(9, '0')}`,
    });
  const parseLamports = ({ body }: { body: { outAmount: string } }) => {
    const [whole = '', part = ''] = body.outAmount.split('.');
    return BigInt(whole) * 1_000_000_000n + BigInt(part.padEnd(9, '0'));
  };

  const whole = await quote(wallet, held);
  assertOk(whole, NativeQuoteAnswer);
  const most = parseLamports(whole);
  for (const lamports of [held - 1n, (held * 95n) / 100n, (held * 90n) / 100n + 1n]) {
    const answer = await quote(wallet, lamports);
    assertOk(answer, NativeQuoteAnswer);
    assert.equal(parseLamports(answer), (most * lamports) / held);
  }
  assertProblem(await quote(wallet, held + 1n), { slug: 'invalid_request', code: 'AMOUNT_NOT_WHOLE' });
  assertProblem(await quote(stranger, held), { slug: 'invalid_request', code: 'STAKE_ACCOUNT_OF_ANOTHER' });
});
