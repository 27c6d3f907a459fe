import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import { EPOCH_REWARDS_ADDRESS } from '@staking-agent/chain/ledger';
import { deriveStakeAccount } from '@staking-agent/chain/stake';
import { type ExitOption, type Quantity, SplitAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startLyingNode } from '../lying-node.ts';
import { createStakePlacer } from '../place-stake.ts';
import { startReplica } from '../replica.ts';
import {
  advanceEpochs,
  createCalls,
  createFundedWallet,
  DEPLOYMENT,
  setLedgerFault,
  setRent,
  startWorld,
} from '../world.ts';

const SOL = 1_000_000_000n;
const STRANGER = toAddress(new Uint8Array(32).fill(77));

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);
const wallet = await createFundedWallet(world, '100');
const owner = createOwner(world, wallet);
const rent = await ledger.rpc.getMinimumBalanceForRentExemption(200n).send();
const split = (body: object) => owner.build('/split', body);

const sol = (lamports: bigint) =>
  `${lamports / SOL}.${String(lamports % SOL).padStart(9, '0')}`.replace(/\.?0+$/, '');

describe('a split', () => {
  /** Lamports of a stake account, and what of them is delegated. */
  const look = async (address: string) => {
    const { lamports = 0n, stake = '0', ...rest } = (await ledger.delegation(address)) ?? {};
    return { ...rest, lamports, delegated: BigInt(stake) };
  };

  test('moves the amount to the lamport, and the part is as active as the whole', async () => {
    const stakeAccount = await owner.stakeNative('7');
    await advanceEpochs(world, 1);
    const [before, held] = [await look(stakeAccount), await ledger.balance(wallet.address)];
    const amount = 2_345_678_901n;
    const built = await split({ stakeAccount, amount: sol(amount), include: ['receipt', 'explanation'] });
    assertOk(built, SplitAnswer);
    const { newStakeAccount, stakeAccountSeed, receipt, rentExemptReserveLamports, expiry } = built.body;
    assert.equal(rentExemptReserveLamports, Number(rent));
    assert.ok(expiry.lastValidBlockHeight);
    // Anybody can compute the address again.
    const seed = Buffer.from(stakeAccountSeed ?? '');
    assert.equal(
      newStakeAccount,
      toAddress(deriveStakeAccount(toAddressBytes(wallet.address as Address), seed)),
    );
    await owner.broadcast(built);
    const [rest, part] = [await look(stakeAccount), await look(newStakeAccount)];
    assert.deepEqual(rest, {
      ...before,
      lamports: before.lamports - amount,
      delegated: before.delegated - amount,
    });
    assert.deepEqual(part, {
      ...before,
      lamports: amount + rent,
      delegated: amount,
      rentExemptReserve: '2282880',
    });
    const fee = receipt?.costs.reduce((sum: bigint, each: Quantity) => sum + BigInt(each.baseUnits), 0n);
    assert.equal(await ledger.balance(wallet.address), held - fee);
    assert.equal(
      receipt?.summary,
      `Moves 2.345678901 SOL of stake account ${stakeAccount} into the new stake account ${newStakeAccount}.`,
    );
  });

  test('with a cooldown deactivates the part alone, which can be withdrawn after the epoch', async () => {
    const stakeAccount = await owner.stakeNative('5');
    await advanceEpochs(world, 1);
    const body = { stakeAccount, amount: '2', then: 'deactivate', include: ['receipt'] };
    const built = await split(body);
    assertOk(built, SplitAnswer);
    const { newStakeAccount, receipt } = built.body;
    const epoch = await ledger.epoch();
    const [next] = receipt?.undo.next ?? [];
    assert.deepEqual(next?.body, { wallet: wallet.address, stakeAccount: newStakeAccount });
    assert.equal(next?.availableAt?.epoch, String(epoch + 1n));
    await owner.broadcast(built);
    assert.equal((await ledger.delegation(newStakeAccount))?.deactivationEpoch, String(epoch));
    assert.notEqual((await ledger.delegation(stakeAccount))?.deactivationEpoch, String(epoch));
    await advanceEpochs(world, 1);
    const held = await ledger.balance(wallet.address);
    await owner.broadcast(await owner.build('/withdraw', next?.body ?? {}));
    const gained = (await ledger.balance(wallet.address)) - held;
    assert.ok(gained > 2n * SOL && gained < 2n * SOL + 2n * rent, `${gained}`);
    assert.equal(await ledger.balance(newStakeAccount), 0n);
  });

  test('is undone by the merge that its receipt names, to the lamport', async () => {
    const stakeAccount = await owner.stakeNative('6');
    await advanceEpochs(world, 1);
    const before = await look(stakeAccount);
    const built = await split({ stakeAccount, amount: '3', include: ['receipt'] });
    await owner.broadcast(built);
    const [merge] = built.body.receipt.undo.next;
    assert.equal(merge.endpoint, '/api/v1/merge');
    await owner.broadcast(await owner.build('/merge', merge.body));
    const whole = await look(stakeAccount);
    assert.deepEqual(whole, { ...before, lamports: before.lamports + rent });
    assert.equal(await ledger.balance(built.body.newStakeAccount), 0n);
    assert.ok((await owner.build('/withdraw', { stakeAccount, lamports: Number(rent) })).status === 200);
  });

  test('comes first where a part was to be sold: the refusal has the call, and its new account is sold', async () => {
    const stakeAccount = await owner.stakeNative('6');
    const body = { strategy: 'sol-native-stake', kind: 'instant', stakeAccount };
    await advanceEpochs(world, 1);
    const more = await owner.build('/quote', { ...body, amount: '7.5' });
    assertProblem(more, { slug: 'invalid_request', code: 'AMOUNT_NOT_WHOLE' });
    assert.equal(more.body.next, undefined);
    for (const path of ['/unstake', '/quote'] as const) {
      const refused = await owner.build(path, { ...body, amount: '2.5' });
      assertProblem(refused, { slug: 'invalid_request', code: 'AMOUNT_NOT_WHOLE', detail: /POST \/split/ });
      const [next, ...others] = refused.body.next;
      assert.deepEqual(next.body, { wallet: wallet.address, stakeAccount, amount: '2.5' });
      assert.deepEqual([next.endpoint, next.method, others], ['/api/v1/split', 'POST', []]);
      if (path === '/quote') continue;
      const built = await split(next.body);
      await owner.broadcast(built);
      const { newStakeAccount } = built.body;
      await owner.broadcast(await owner.build('/unstake', { ...body, stakeAccount: newStakeAccount }));
      assert.equal((await look(stakeAccount)).delegated > 3n * SOL, true);
    }
    const tiny = await owner.build('/unstake', { ...body, amount: '0.000000001' });
    assertProblem(tiny, { slug: 'invalid_request', code: 'AMOUNT_NOT_WHOLE' });
    assert.equal(tiny.body.next, undefined);
  });

  test('is what a deactivation of a part names instead', async () => {
    const stakeAccount = await owner.stakeNative('6');
    const body = { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount };
    for (const amount of [undefined, '6', '60', '0', 'whatever', 'max', '0.000000001', '5.999999999']) {
      const whole = await owner.build('/unstake', { ...body, ...(amount !== undefined && { amount }) });
      assert.deepEqual([whole.status, whole.body.instead], [200, undefined], `${amount}`);
    }
    const { instead } = (await owner.build('/unstake', { ...body, amount: '2.5' })).body;
    assert.deepEqual(instead.body, {
      wallet: wallet.address,
      stakeAccount,
      amount: '2.5',
      then: 'deactivate',
    });
    const built = await split(instead.body);
    await owner.broadcast(built);
    const epoch = String(await ledger.epoch());
    assert.equal((await ledger.delegation(built.body.newStakeAccount))?.deactivationEpoch, epoch);
    assert.notEqual((await ledger.delegation(stakeAccount))?.deactivationEpoch, epoch);
  });
});

const place = createStakePlacer(world);
const least = await ledger.rpc.getStakeMinimumDelegation({ commitment: 'processed' }).send();
const minimum = BigInt(least.value);

/* Of amounts, addresses and words that the contract does not take: packages/conformance. */
describe('refusals of a split', () => {
  test('what is no stake account, or not there', async () => {
    assertProblem(await split({ stakeAccount: STRANGER, amount: '1' }), {
      slug: 'upstream_error',
      code: 'STAKE_ACCOUNT_NOT_FOUND',
      detail: /positions names/,
    });
    for (const stakeAccount of [wallet.address, DEPLOYMENT.voteAccount, DEPLOYMENT.rasolMint]) {
      const answer = await split({ stakeAccount, amount: '1' });
      const detail = /positions names the stake accounts of a wallet/;
      assertProblem(answer, { slug: 'upstream_error', code: 'NOT_A_STAKE_ACCOUNT', detail });
    }
  });

  test('an account that is not the wallet’s alone', async () => {
    for (const odd of [
      { staker: STRANGER },
      { withdrawer: STRANGER },
      { staker: STRANGER, withdrawer: STRANGER },
    ]) {
      const stakeAccount = place(wallet.address, odd);
      const answer = await split({ stakeAccount, amount: '1' });
      assertProblem(answer, { slug: 'invalid_request', code: 'STAKE_ACCOUNT_OF_ANOTHER' });
    }
  });

  test('an account that is locked, not delegated, or deactivated already where its part should be', async () => {
    const epoch = await ledger.epoch();
    const locked = place(wallet.address, { lockup: epoch + 5n });
    const detail = new RegExp(`until epoch ${epoch + 5n}`);
    assertProblem(await split({ stakeAccount: locked, amount: '1' }), {
      slug: 'upstream_error',
      code: 'STAKE_LOCKED',
      detail,
    });
    for (const [path, kept] of [
      ['deactivate', locked],
      ['withdraw', place(wallet.address, { lockup: epoch + 5n, isDelegated: false })],
    ]) {
      const body = { strategy: 'sol-native-stake', wallet: wallet.address, stakeAccount: kept };
      const { options } = (await world.post('/exit-options', body)).body;
      const { problem } = options.find((option: ExitOption) => option.path === path);
      assert.equal(problem.code, 'STAKE_LOCKED', problem.detail);
      assert.match(problem.detail, detail);
      if (path === 'deactivate') continue;
      assertProblem(await owner.build('/withdraw', body), {
        slug: 'upstream_error',
        code: 'STAKE_LOCKED',
        detail,
      });
    }
    const undelegated = place(wallet.address, { isDelegated: false });
    assertProblem(await split({ stakeAccount: undelegated, amount: '1' }), {
      slug: 'upstream_error',
      code: 'STAKE_NOT_DELEGATED',
      detail: /to split\. POST \/withdraw/,
    });
    for (const deactivationEpoch of [epoch, epoch - 1n]) {
      const stakeAccount = place(wallet.address, { deactivationEpoch });
      const answer = await split({ stakeAccount, amount: '1', then: 'deactivate' });
      assertProblem(answer, { slug: 'upstream_error', code: 'STAKE_DEACTIVATED' });
      assert.equal((await split({ stakeAccount, amount: '1' })).status, 200);
    }
  });

  test('amounts that leave either part with less than the minimum; the nearest that it names is taken', async () => {
    const stakeAccount = place(wallet.address);
    const delegated = 2n * SOL;
    assert.ok(minimum > 1n && delegated >= 2n * minimum, `${minimum}`);
    for (const amount of [1n, minimum / 2n, minimum - 1n]) {
      const low = await split({ stakeAccount, amount: sol(amount) });
      assertProblem(low, { slug: 'upstream_error', code: 'BELOW_MINIMUM_DELEGATION' });
      assert.deepEqual(low.body.nearest, { lower: null, higher: sol(minimum) });
    }
    for (const amount of [delegated - minimum + 1n, delegated - 1n, delegated, delegated + 1n, 50n * SOL]) {
      const high = await split({ stakeAccount, amount: sol(amount) });
      assertProblem(high, { slug: 'upstream_error', code: 'SPLIT_LEAVES_TOO_LITTLE' });
      assert.deepEqual(high.body.nearest, { lower: sol(delegated - minimum), higher: null });
    }
    for (const amount of [minimum, delegated - minimum]) {
      assert.equal((await split({ stakeAccount, amount: sol(amount) })).status, 200);
    }
  });

  test('a wallet that cannot pay the rent of the new account', async () => {
    const poor = await createFundedWallet(world, '0.0012');
    const stakeAccount = place(poor.address);
    const answer = await createOwner(world, poor).build('/split', { stakeAccount, amount: '1' });
    assertProblem(answer, {
      slug: 'upstream_error',
      code: 'INSUFFICIENT_FUNDS',
      detail: /wallet holds 0\.0012 SOL/,
    });
  });

  test('is built at the rent of now where that rises after the accounts were read', async (t) => {
    t.after(() => setRent(world, 5_080n));
    const node = await startLyingNode(t, world.sandbox.url);
    const environment = { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' };
    const calls = createCalls(await startReplica(t, world.sandbox, environment));
    const ask = async (surplus: bigint) => {
      await setRent(world, 5_080n);
      const stakeAccount = place(wallet.address, { surplus });
      node.tell(async ({ method, params }) => {
        if (method !== 'getMultipleAccounts' || !JSON.stringify(params).includes(stakeAccount)) return;
        node.tell(undefined);
        await setRent(world, 6_960n);
      });
      return calls.post('/split', { wallet: wallet.address, stakeAccount, amount: '1' });
    };
    const rise = 328n * (6_960n - 5_080n);
    const built = await ask(rise);
    assertOk(built, SplitAnswer);
    assert.equal(built.body.rentExemptReserveLamports, 328 * 6_960);
    const short = await ask(rise - 1n);
    assertProblem(short, {
      slug: 'upstream_error',
      code: 'INSUFFICIENT_FUNDS',
      detail: /account that is split holds .* The rent has risen/,
    });
  });

  test('while rewards are being paid, and while the ledger does not answer', async (t) => {
    const stakeAccount = place(wallet.address);
    const { bank } = world.sandbox.ledger;
    const before = bank.findAccount(EPOCH_REWARDS_ADDRESS);
    assert.ok(before);
    const data = Uint8Array.from(before.data);
    data[80] = 1;
    bank.setAccount({ ...before, data } as typeof before);
    const paying = await split({ stakeAccount, amount: '1' });
    bank.setAccount(before);
    assertProblem(paying, { slug: 'upstream_error', code: 'EPOCH_REWARDS_BEING_PAID' });
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    await setLedgerFault(world, { mode: '500', method: 'getMultipleAccounts' });
    assertProblem(await split({ stakeAccount, amount: '1' }), {
      slug: 'upstream_error',
      code: 'LEDGER_UNAVAILABLE',
    });
  });
});
