import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import { EPOCH_REWARDS_ADDRESS } from '@staking-agent/chain/sysvar';
import { assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createStakePlacer } from '../place-stake.ts';
import { createFundedWallet, DEPLOYMENT, setLedgerFault, startWorld } from '../world.ts';

const SOL = 1_000_000_000n;
const STRANGER = toAddress(new Uint8Array(32).fill(77));

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);
const place = createStakePlacer(world);
const wallet = await createFundedWallet(world, '100');
const least = await ledger.rpc.getStakeMinimumDelegation({ commitment: 'processed' }).send();
const minimum = BigInt(least.value);
const split = (body: object) => createOwner(world, wallet).build('/split', body);

const sol = (lamports: bigint) =>
  `${lamports / SOL}.${String(lamports % SOL).padStart(9, '0')}`.replace(/\.?0+$/, '');

describe('refusals of a split', () => {
  for (const [code, amount] of [
    ['AMOUNT_MALFORMED', 'max'],
    ['AMOUNT_ZERO', '0.0'],
    ['AMOUNT_TOO_FINE', '1.0000000000'],
    ['AMOUNT_TOO_LARGE', '18446744073.709551616'],
  ] as const) {
    test(`an amount that is ${code}`, async () => {
      const answer = await split({ stakeAccount: place(wallet.address), amount });
      assertProblem(answer, { slug: 'invalid_request', code, detail: /^amount (?!.*max)/ });
    });
  }

  test('another step after it, or another word in include', async () => {
    const stakeAccount = place(wallet.address);
    for (const word of ['', 'withdraw', 'Deactivate', 'deactivate ', 'instant', 'toString']) {
      const body = { stakeAccount, amount: '1', then: word };
      assertProblem(await split(body), {
        slug: 'invalid_request',
        code: 'THEN_NOT_OFFERED',
        detail: /must be one of: deactivate/,
      });
      const told = await split({ stakeAccount, amount: '1', include: [word] });
      assertProblem(told, { slug: 'invalid_request', code: 'INCLUDE_UNKNOWN' });
    }
  });

  test('what is no address, no stake account, or not there', async () => {
    for (const stakeAccount of ['', 'x', '0OIl', `${wallet.address}11`]) {
      const answer = await split({ stakeAccount, amount: '1' });
      assertProblem(answer, { slug: 'invalid_request', code: 'ADDRESS_MALFORMED', detail: /stakeAccount/ });
    }
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
