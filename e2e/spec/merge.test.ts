import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import { MergeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { compareMerges } from '../compare-merges.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createStakePlacer } from '../place-stake.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, startWorld } from '../world.ts';

/** One pair of stake accounts in four, and few of equal ones; merge.slow.test.ts compares all. */
const isInSample = (pair: number) => pair % 4 === 1;
const STRANGER = toAddress(new Uint8Array(32).fill(77));

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);
const place = createStakePlacer(world);
const wallet = await createFundedWallet(world, '200');
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
