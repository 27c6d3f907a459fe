import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Address, getAddressEncoder } from '@solana/kit';
import { createWallet, type Wallet } from '@staking-agent/dev';
import { NativeDeactivateAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData } from '../change-account.ts';
import { createOwner, type Owner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import {
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  startWorld,
  type World,
} from '../world.ts';

const STAKER_AT = 12;
const STATE_INITIALIZED = 1;

describe('a deactivation', () => {
  let world: World;
  let wallet: Wallet;
  let owner: Owner;
  const cleanup = createCleanup();
  before(async () => {
    world = await startWorld(cleanup);
    wallet = await createFundedWallet(world, '100');
    owner = createOwner(world, wallet);
  });

  const deactivate = (stakeAccount: string, more: object = {}) =>
    owner.build('/unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount, ...more });
  const epoch = () => createLedgerClient(world).epoch();

  test('of an account that does not exist is refused', async () => {
    const { address } = await createWallet();
    const detail =
      /does not exist on the ledger: \w+\. stakeAccount must be that of a stake that has landed.*positions/;
    assertProblem(await deactivate(address), {
      slug: 'upstream_error',
      code: 'STAKE_ACCOUNT_NOT_FOUND',
      detail,
    });
  });

  test('of an account that is no stake account is refused', async () => {
    for (const address of [wallet.address, DEPLOYMENT.voteAccount, DEPLOYMENT.rasolMint]) {
      assertProblem(await deactivate(address), { slug: 'upstream_error', code: 'NOT_A_STAKE_ACCOUNT' });
    }
  });

  test('of an account of another wallet is refused, and so is that of another staker', async () => {
    const other = createOwner(world, await createFundedWallet(world, '10'));
    const refusal = { slug: 'invalid_request', code: 'NOT_THE_STAKER', detail: /stake authority/ } as const;
    assertProblem(await deactivate(await other.stakeNative('2')), refusal);
    const own = await owner.stakeNative('2');
    assert.equal((await deactivate(own)).status, 200);
    const stranger = getAddressEncoder().encode((await createWallet()).address as Address);
    changeData(world, own as Address, (data) => {
      data.set(stranger, STAKER_AT);
      return data;
    });
    assertProblem(await deactivate(own), refusal);
  });

  test('of an account that was never delegated is refused, which says how to empty it', async () => {
    const own = await owner.stakeNative('2');
    changeData(world, own as Address, (data) => {
      data[0] = STATE_INITIALIZED;
      return data;
    });
    assertProblem(await deactivate(own), {
      slug: 'upstream_error',
      code: 'STAKE_NOT_DELEGATED',
      detail: /not delegated.*POST \/withdraw/,
    });
  });

  test('of a stake that is not active yet says that it is free at once, and it is', async () => {
    const own = await owner.stakeNative('3');
    const now = await epoch();
    const early = await owner.build('/withdraw', { stakeAccount: own });
    assertProblem(early, {
      slug: 'upstream_error',
      code: 'STAKE_NOT_INACTIVE',
      detail: new RegExp(`when that lands in epoch ${now}, in which it was delegated, .* at once`),
    });
    const more = { include: ['receipt'], amount: 'everything', colour: 'blue' };
    const built = await deactivate(own, more);
    assert.match(built.body.notes, /whole account deactivates, whatever amount says/);
    assertOk(built, NativeDeactivateAnswer);
    assert.match(built.body.notes, new RegExp(`delegated in epoch ${now} and is not active yet: .* at once`));
    const { undo } = built.body.receipt;
    assert.match(undo.description, /at once/);
    assert.deepEqual(undo.next[0].availableAt, { epoch: String(now) });
    await owner.broadcast(built);
    assertProblem(await deactivate(own), {
      slug: 'upstream_error',
      code: 'STAKE_DEACTIVATED',
      detail: /is withdrawable: call POST \/withdraw\./,
    });
    for (const [lamports, code] of [
      [3_500_000_000, 'INSUFFICIENT_FUNDS'],
      [3_000_000_001, 'SIMULATION_FAILED'],
    ] as const) {
      const refused = await owner.build('/withdraw', { stakeAccount: own, lamports });
      assertProblem(refused, { slug: 'upstream_error', code });
    }
    await owner.broadcast(await owner.build('/withdraw', { stakeAccount: own }));
    assertProblem(await deactivate(own), { slug: 'upstream_error', code: 'STAKE_ACCOUNT_NOT_FOUND' });
  });

  test('is refused the second time, naming the epoch from which it can be withdrawn', async () => {
    const own = await owner.stakeNative('4');
    // The ledger's time is days ahead of the machine's from here on.
    await advanceEpochs(world, 3);
    const now = await epoch();
    const built = await deactivate(own, { include: ['receipt'] });
    assert.doesNotMatch(built.body.notes, /at once/);
    assert.match(
      built.body.notes,
      new RegExp(`cools down until the epoch of the broadcast ends \\(epoch ${now}`),
    );
    assert.equal(built.body.receipt.undo.next[0].availableAt.epoch, String(now + 1n));
    await owner.broadcast(built);
    const second = await deactivate(own);
    assertProblem(second, {
      slug: 'upstream_error',
      code: 'STAKE_DEACTIVATED',
      detail: new RegExp(
        `deactivated in epoch ${now} already\\. It is withdrawable from epoch ${now + 1n} on`,
      ),
    });
    assert.equal(second.body.availableAt.epoch, String(now + 1n));
    const { earliest, latest } = second.body.availableAt;
    const { time } = (await world.get(`/wallets/${wallet.address}/positions`)).body.asOf;
    assert.ok(time < earliest && earliest < latest, `${time} ${earliest} ${latest}`);
    const ask = { strategy: 'sol-native-stake', wallet: wallet.address, stakeAccount: own, amount: '4' };
    const quoted = await world.post('/quote', ask);
    assertProblem(quoted, { slug: 'upstream_error', detail: /stake account was deactivated/ });
    await advanceEpochs(world, 1);
    const third = await deactivate(own);
    assertProblem(third, { slug: 'upstream_error', code: 'STAKE_DEACTIVATED', detail: /POST \/withdraw/ });
    assert.equal(third.body.availableAt, undefined);
    await owner.broadcast(await owner.build('/withdraw', { stakeAccount: own }));
  });
});
