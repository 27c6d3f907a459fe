import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Address, getAddressEncoder } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { createWallet } from '@staking-agent/dev';
import { MergeAnswer, NativeDeactivateAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData } from '../change-account.ts';
import { compareMerges } from '../compare-merges.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createStakePlacer } from '../place-stake.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, startWorld } from '../world.ts';

/** One pair of stake accounts in four, and few of equal ones; merge.slow.test.ts compares all. */
const isInSample = (pair: number) => pair % 4 === 1;
const STAKER_AT = 12;
const STATE_INITIALIZED = 1;
const STRANGER = toAddress(new Uint8Array(32).fill(77));

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);
const place = createStakePlacer(world);
const wallet = await createFundedWallet(world, '300');
const owner = createOwner(world, wallet);
const merge = (body: object) => owner.build('/merge', body);
describe('a merge is refused', () => {
  test('with a list that is too long', async () => {
    const stakes = [];
    for (let i = 0; i < 9; i += 1) stakes.push(place(wallet.address));
    const [into = '', one = '', ...others] = stakes;
    const answer = await merge({ into, from: [one, ...others] });
    assertProblem(answer, { slug: 'invalid_request', code: 'MERGE_LIST_INVALID', detail: /^from / });
    assert.equal((await merge({ into, from: [one, ...others].slice(0, 7) })).status, 200);
  });

  test('with what is no stake account, not there, or not the wallet’s alone, which it names', async () => {
    const [into, one] = [place(wallet.address), place(wallet.address)];
    const wrong = [
      [STRANGER, 'upstream_error', 'STAKE_ACCOUNT_NOT_FOUND'],
      [DEPLOYMENT.voteAccount, 'upstream_error', 'NOT_A_STAKE_ACCOUNT'],
      [place(wallet.address, { staker: STRANGER }), 'invalid_request', 'STAKE_ACCOUNT_OF_ANOTHER'],
      [place(wallet.address, { withdrawer: STRANGER }), 'invalid_request', 'STAKE_ACCOUNT_OF_ANOTHER'],
    ] as const;
    for (const [account, slug, code] of wrong) {
      const detail = new RegExp(account);
      assertProblem(await merge({ into: account, from: [one] }), { slug, code, detail });
      assertProblem(await merge({ into, from: [one, account] }), { slug, code, detail });
    }
  });

  test('exactly where the stake program refuses it, and where a delegation would be taken back', async () => {
    const { taken, refused, spared } = await compareMerges(world, isInSample);
    const seen = `${taken} taken, ${refused} refused, ${spared} spared`;
    assert.ok(taken > 8 && refused > 3 * taken && spared > 0, seen);
  });
});

describe('a merge', () => {
  const look = async (address: string) => {
    const { lamports = 0n, stake = '0' } = (await ledger.delegation(address)) ?? {};
    return { lamports, delegated: BigInt(stake) };
  };

  test('of active accounts adds what is delegated and leaves the reserves to be withdrawn, to the lamport', async () => {
    const [into = '', ...from] = [
      await owner.stakeNative('3'),
      await owner.stakeNative('4'),
      await owner.stakeNative('5'),
    ];
    await advanceEpochs(world, 1);
    const [before, ...others] = await Promise.all([into, ...from].map(look));
    const held = await ledger.balance(wallet.address);
    const built = await merge({ into, from, include: ['receipt', 'explanation'] });
    assertOk(built, MergeAnswer);
    const sum = (pick: 'lamports' | 'delegated') => others.reduce((total, each) => total + each[pick], 0n);
    assert.equal(built.body.mergedLamports, Number(sum('lamports')));
    assert.equal(built.body.idleLamports, Number(sum('lamports') - sum('delegated')));
    assert.deepEqual(built.body.receipt?.authorities, []);
    assert.ok(built.body.receipt?.changes.every(({ isNew }: { isNew: boolean }) => !isNew));
    await owner.broadcast(built);
    assert.deepEqual(await look(into), {
      lamports: (before?.lamports ?? 0n) + sum('lamports'),
      delegated: (before?.delegated ?? 0n) + sum('delegated'),
    });
    for (const each of from) assert.equal(await ledger.balance(each), 0n);
    const costs = built.body.receipt?.costs ?? [];
    const fee = costs.reduce(
      (total: bigint, { baseUnits }: { baseUnits: string }) => total + BigInt(baseUnits),
      0n,
    );
    assert.equal(await ledger.balance(wallet.address), held - fee);
    const idle = built.body.idleLamports;
    await owner.broadcast(await owner.build('/withdraw', { stakeAccount: into, lamports: idle }));
    assert.equal((await merge({ into, from })).body.code, 'STAKE_ACCOUNT_NOT_FOUND');
  });

  test('into stake of this epoch delegates all that arrives', async () => {
    const epoch = await ledger.epoch();
    const into = place(wallet.address, { activationEpoch: epoch });
    const fresh = place(wallet.address, { activationEpoch: epoch, surplus: 7_000n });
    const never = place(wallet.address, { isDelegated: false, surplus: 9_000n });
    const [before, first, second] = await Promise.all([into, fresh, never].map(look));
    const built = await merge({ into, from: [fresh, never] });
    assertOk(built, MergeAnswer);
    assert.equal(built.body.idleLamports, 0);
    await owner.broadcast(built);
    const after = await look(into);
    assert.equal(
      after.lamports,
      [before, first, second].reduce((sum, each) => sum + (each?.lamports ?? 0n), 0n),
    );
    assert.equal(after.lamports - after.delegated, (before?.lamports ?? 0n) - (before?.delegated ?? 0n));
  });

  test('of inactive accounts is withdrawn as one', async () => {
    const [into, one] = [
      place(wallet.address, { isDelegated: false }),
      place(wallet.address, { isDelegated: false }),
    ];
    await owner.broadcast(await merge({ into, from: [one] }));
    assert.equal((await look(into)).lamports, 2n * (2_000_000_000n + 1_666_240n));
    await owner.broadcast(await owner.build('/withdraw', { stakeAccount: into }));
    assert.equal(await ledger.balance(into), 0n);
  });
});

describe('a deactivation', () => {
  const deactivate = (stakeAccount: string, more: object = {}) =>
    owner.build('/unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount, ...more });

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
    const now = await ledger.epoch();
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
    const now = await ledger.epoch();
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
