import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import {
  formatAmount,
  NativeDeactivateAnswer,
  NativeInstantAnswer,
  NativeQuoteAnswer,
  NativeStakeAnswer,
  parseAmount,
  WithdrawAnswer,
} from '@staking-agent/wire';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { land, landBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { type Answer, advanceEpochs, createFundedWallet, send, startWorld } from '../world.ts';

const world = await startWorld({ after });

const NATIVE = { strategy: 'sol-native-stake' };

async function stake(wallet: Wallet, amount: string) {
  const build = await world.post('/stake', { ...NATIVE, wallet: wallet.address, amount });
  assertOk(build, NativeStakeAnswer);
  return landBuild(world, wallet, build);
}

test('while native staking is held back, what is staked can still be withdrawn', async (t) => {
  const wallet = await createFundedWallet(world, '3');
  const { stakeAccount } = await stake(wallet, '2');
  await advanceEpochs(world, 1);
  const cooling = { ...NATIVE, wallet: wallet.address, kind: 'deactivate', stakeAccount };
  const build = await world.post('/unstake', cooling);
  assertOk(build, NativeDeactivateAnswer);
  await landBuild(world, wallet, build);
  await advanceEpochs(world, 1);

  const held = await startReplica(t, world.sandbox, {
    COMING_SOON: 'sol-native-stake',
    DATA_DIR: createDataDirectory(t),
  });
  const post = (path: string, body: object) => send('POST', `${held.url}/api/v1${path}`, body);
  const again = { ...NATIVE, wallet: wallet.address, amount: '1' };
  assertProblem(await post('/stake', again), { slug: 'service_unavailable', code: 'STRATEGY_NOT_LIVE' });
  const answer = await post('/withdraw', { wallet: wallet.address, stakeAccount });
  assertOk(answer, WithdrawAnswer);
  assert.equal(answer.body.stakeAccount, stakeAccount);
});

test('a quote prices the amount it echoes, for the wallet of the account alone, and an exit pays it', async () => {
  const [wallet, stranger] = [await createFundedWallet(world, '5'), await createFundedWallet(world, '5')];
  const { stakeAccount, rentExemptReserveLamports } = await stake(wallet, '3');
  const second = await stake(wallet, '1.5');
  const exit = (amount?: string, more: object = {}) =>
    world.post('/unstake', {
      ...{ ...NATIVE, wallet: wallet.address, kind: 'instant', stakeAccount, amount },
      ...more,
    });
  // While it is still activating the router takes nothing.
  assertProblem(await exit(), {
    slug: 'upstream_error',
    code: 'ROUTER_REFUSED',
    detail: /^The router refused: /,
  });
  await advanceEpochs(world, 2);
  const held = await createLedgerClient(world).balance(stakeAccount);
  assert.ok(held >= 3_000_000_000n + BigInt(rentExemptReserveLamports));
  const quote = (from: Wallet, lamports: bigint) =>
    world.post('/quote', {
      ...NATIVE,
      wallet: from.address,
      stakeAccount,
      amount: formatAmount(lamports, 9),
    });
  const parseLamports = ({ body }: Answer) => {
    const parsed = parseAmount(body.outAmount, 9);
    return parsed.ok ? parsed.baseUnits : assert.fail(parsed.rule);
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
  const detail = new RegExp(`whole stake account, ${formatAmount(held, 9).replace('.', '\\.')} SOL`);
  for (const amount of ['2.5', '100'])
    assertProblem(await exit(amount), { slug: 'invalid_request', code: 'AMOUNT_NOT_WHOLE', detail });

  // And what was quoted arrives, within 0.5 %.
  const before = await createLedgerClient(world).balance(wallet.address);
  const built = await exit();
  assertOk(built, NativeInstantAnswer);
  await land(world, wallet, built.body);
  const gained = (await createLedgerClient(world).balance(wallet.address)) - before;
  const apart = gained > most ? gained - most : most - gained;
  assert.ok(apart * 200n <= most, `quoted ${most}, received ${gained}`);

  // Over pool and market, where a least is demanded: no raSOL is held before or after.
  const { stakeAccount: other } = second;
  const demanded = await exit(undefined, { stakeAccount: other, minReceive: '1.45' });
  assertOk(demanded, NativeInstantAnswer);
  await land(world, wallet, demanded.body);
  assert.equal(await createLedgerClient(world).balance(other), 0n);
});
