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
import { type Answer, advanceEpochs, createFundedWallet, send, startWorld, type World } from '../world.ts';

const world = await startWorld({ after });

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
