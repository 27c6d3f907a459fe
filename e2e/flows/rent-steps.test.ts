import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LimitsAnswer, type StakePosition } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { createOwner, holdToLedger, type Owner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createPositionsClient, findPosition } from '../positions-client.ts';
import { until } from '../until.ts';
import { advanceEpochs, createFundedWallet, fundUsdc, setRent, startWorld } from '../world.ts';

/** Steps of mainnet: before September 2026, since then, and the one that comes next; lamports a byte. */
const STEPS = [6_960n, 5_080n, 2_575n];
const NATIVE = { strategy: 'sol-native-stake' };
const rentOf = (perByte: bigint, size = 200n) => (128n + size) * perByte;

const clock = createHastyClock();
// The rounds in which the service asks what the ledger demands.
clock.hasten([9_000, 31_000], 'loops');
const world = await startWorld({ after }, {}, clock);
const ledger = createLedgerClient(world);
const { ask } = createPositionsClient(world);

/** Steps the rent, until the service has heard of it. */
async function step(perByte: bigint): Promise<void> {
  await setRent(world, perByte);
  await until('the limits have followed', async () => {
    clock.pass(2_001);
    const answer = await world.get('/limits');
    // By a clock that jumps, a ledger that is slow to answer is away.
    if (answer.status === 503) return false;
    assertOk(answer, LimitsAnswer);
    return answer.body.ledger.stakeAccountRent.baseUnits === String(rentOf(perByte));
  });
}

async function look(account: string) {
  const { lamports = 0n, stake = '0' } = (await ledger.delegation(account)) ?? {};
  return { lamports, delegated: BigInt(stake) };
}

/** Holds the position of a stake account that works to what it holds and what the ledger demands. */
async function hold(wallet: string, account: string, rent: bigint): Promise<StakePosition> {
  const { lamports, delegated } = await look(account);
  const position = findPosition(await ask(wallet), account);
  const reserve = lamports - delegated < rent ? lamports - delegated : rent;
  const surplus = lamports - delegated - reserve;
  assert.deepEqual(
    [position.value.baseUnits, position.parts.delegated, position.parts.rentReserve, position.parts.surplus],
    [lamports, delegated, reserve, surplus].map(String),
  );
  assert.equal(position.withdrawable.baseUnits, String(surplus));
  return position;
}

/** Lands a build with its receipt, which must be true to the lamport. */
async function take(owner: Owner, wallet: string, path: Parameters<Owner['build']>[0], body: object) {
  const built = await owner.build(path, { ...body, include: ['receipt'] });
  assert.equal(built.status, 200, built.text);
  await holdToLedger(owner, wallet, built);
  return built.body;
}

const callOf = ({ next }: StakePosition, id: string): object | undefined =>
  next.find(({ endpoint }) => endpoint.endsWith(`/${id}`))?.body;

/** A wallet, and the stake accounts that it opens at one rent after the other. */
async function createOpener() {
  const wallet = await createFundedWallet(world, '100');
  return { wallet, owner: createOwner(world, wallet), opened: [] as string[] };
}

async function openAtEach(openers: readonly Awaited<ReturnType<typeof createOpener>>[]) {
  for (const perByte of STEPS) {
    await step(perByte);
    for (const opener of openers) await openAt(perByte, opener);
  }
}

async function openAt(perByte: bigint, { wallet, owner, opened }: Awaited<ReturnType<typeof createOpener>>) {
  const built = await take(owner, wallet.address, '/stake', { ...NATIVE, amount: '3' });
  assert.equal(built.rentExemptReserveLamports, Number(rentOf(perByte)));
  const { lamports, delegated } = await look(built.stakeAccount);
  assert.deepEqual([lamports - delegated, delegated], [rentOf(perByte), 3_000_000_000n]);
  opened.push(built.stakeAccount);
}

// Of one test each: to step the rent takes longer than all else here.
const young = await createOpener();
const kept = await createOpener();
const joined = await createOpener();
await openAtEach([young, kept, joined]);

describe('accounts opened before and after a step', () => {
  test('of this epoch are merged: all that arrives is delegated, and nothing counts as less than nothing', async () => {
    const { wallet, owner, opened } = young;
    const [into = '', ...from] = opened;
    const before = await Promise.all(opened.map(look));
    const merged = await take(owner, wallet.address, '/merge', { into, from });
    assert.equal(merged.idleLamports, 0);
    const { delegated } = await look(into);
    const arrived = before.slice(1).reduce((sum, each) => sum + each.lamports, 0n);
    assert.equal(delegated, (before[0]?.delegated ?? 0n) + arrived);
    await hold(wallet.address, into, rentOf(2_575n));
  });

  test('hold what is beside the delegation as surplus, withdraw it to the lamport, and no more', async () => {
    const { wallet, owner, opened } = kept;
    await advanceEpochs(world, 1);
    for (const perByte of STEPS) {
      await step(perByte);
      for (const account of opened) await hold(wallet.address, account, rentOf(perByte));
    }
    for (const [i, account] of opened.entries()) {
      const { lamports, delegated } = await look(account);
      const free = lamports - delegated - rentOf(2_575n);
      assert.ok(free >= rentOf(STEPS[i] ?? 0n) - rentOf(2_575n));
      const position = await hold(wallet.address, account, rentOf(2_575n));
      assert.equal(Object(callOf(position, 'withdraw')).lamports, free > 0n ? Number(free) : undefined);
      const more = { stakeAccount: account, lamports: Number(free + 1n) };
      const refused = await owner.build('/withdraw', more);
      assertProblem(refused, { slug: 'upstream_error', code: 'STAKE_NOT_INACTIVE' });
      if (free === 0n) continue;
      await take(owner, wallet.address, '/withdraw', callOf(position, 'withdraw') ?? {});
      assert.equal((await hold(wallet.address, account, rentOf(2_575n))).withdrawable.baseUnits, '0');
    }
  });

  test('are merged: what was reserve there is surplus here', async () => {
    const { wallet, owner, opened } = joined;
    const [into = '', ...from] = opened;
    await advanceEpochs(world, 1);
    const before = await Promise.all(opened.map(look));
    const idle = before.slice(1).reduce((sum, each) => sum + each.lamports - each.delegated, 0n);
    const merged = await take(owner, wallet.address, '/merge', { into, from });
    assert.equal(merged.idleLamports, Number(idle));
    const { parts } = await hold(wallet.address, into, rentOf(2_575n));
    const own = (before[0]?.lamports ?? 0n) - (before[0]?.delegated ?? 0n) - rentOf(2_575n);
    assert.equal(parts.surplus, String(own + idle));
  });

  test('that a rise left short lose it from the delegation, are not split before, and pay out whole; others are split at once', async () => {
    const short = await createOpener();
    await openAtEach([short]);
    const { wallet, owner, opened } = short;
    const [first = '', , last = ''] = opened;
    // The service has not heard of it yet.
    await setRent(world, 6_960n);
    const part = await take(owner, wallet.address, '/split', { stakeAccount: first, amount: '1.5' });
    assert.equal(part.rentExemptReserveLamports, Number(rentOf(6_960n)));
    await step(6_960n);
    const position = await hold(wallet.address, last, rentOf(6_960n));
    assert.deepEqual([position.parts.surplus, callOf(position, 'split')], ['0', undefined]);
    const split = await owner.build('/split', { stakeAccount: last, amount: '1.5' });
    assertProblem(split, {
      slug: 'upstream_error',
      code: 'INSUFFICIENT_FUNDS',
      detail: /the rent has risen/i,
    });
    const lack = rentOf(6_960n) - rentOf(2_575n);
    assert.equal(BigInt(split.body.needs.baseUnits) - BigInt(split.body.holds.baseUnits), lack);
    await advanceEpochs(world, 2);
    const { lamports, delegated } = await look(last);
    assert.ok(lamports - delegated >= rentOf(6_960n), `${lamports} of which ${delegated} are delegated`);
    assert.notEqual(callOf(await hold(wallet.address, last, rentOf(6_960n)), 'split'), undefined);
    await take(owner, wallet.address, '/unstake', { ...NATIVE, kind: 'deactivate', stakeAccount: last });
    await advanceEpochs(world, 1);
    const held = (await look(last)).lamports;
    assert.equal(findPosition(await ask(wallet.address), last).withdrawable.baseUnits, String(held));
    const gone = await take(owner, wallet.address, '/withdraw', { stakeAccount: last });
    assert.equal(gone.withdrawnLamports, Number(held));
    assert.equal(await ledger.balance(last), 0n);
  });
});

// Above what the ledger demands today, and below all that it ever demanded.
for (const perByte of [6_960n, 2_575n]) {
  test(`every native flow is true to the lamport at ${perByte} lamports a byte`, async () => {
    await step(perByte);
    const rent = rentOf(perByte);
    const wallet = await createFundedWallet(world, '20');
    const owner = createOwner(world, wallet);
    const run = (path: Parameters<Owner['build']>[0], body: object) =>
      take(owner, wallet.address, path, body);
    const all = await run('/stake', { ...NATIVE, amount: 'max' });
    await hold(wallet.address, all.stakeAccount, rent);
    await advanceEpochs(world, 1);
    const parts = await run('/split', { stakeAccount: all.stakeAccount, amount: '4' });
    assert.equal(parts.rentExemptReserveLamports, Number(rent));
    assert.deepEqual(await look(parts.newStakeAccount), {
      lamports: 4_000_000_000n + rent,
      delegated: 4_000_000_000n,
    });
    await hold(wallet.address, parts.newStakeAccount, rent);
    const other = await run('/split', { stakeAccount: all.stakeAccount, amount: '2', then: 'deactivate' });
    await run('/merge', { into: all.stakeAccount, from: [parts.newStakeAccount] });
    await hold(wallet.address, all.stakeAccount, rent);
    await advanceEpochs(world, 1);
    const cooled = findPosition(await ask(wallet.address), other.newStakeAccount);
    assert.equal(cooled.withdrawable.baseUnits, String((await look(other.newStakeAccount)).lamports));
    const free = (await look(other.newStakeAccount)).lamports - rent;
    await run('/withdraw', { stakeAccount: other.newStakeAccount, lamports: Number(free) });
    await run('/withdraw', { stakeAccount: other.newStakeAccount });
    assert.equal(await ledger.balance(other.newStakeAccount), 0n);
    await run('/unstake', { ...NATIVE, kind: 'instant', stakeAccount: all.stakeAccount });
  });
}

describe('at a rent that no code knows', () => {
  test('USDC and leveraged stake and their exits are true', async () => {
    await step(2_575n);
    const wallet = await createFundedWallet(world, '20');
    await fundUsdc(world, wallet, '500');
    const owner = createOwner(world, wallet);
    const run = (path: Parameters<Owner['build']>[0], body: object) =>
      take(owner, wallet.address, path, body);
    const usdc = { strategy: 'usdc-earn' };
    await run('/stake', { ...usdc, amount: '200' });
    await run('/unstake', { ...usdc, kind: 'instant', amount: '50' });
    const leveraged = { strategy: 'sol-leveraged-stake' };
    await run('/stake', { ...leveraged, amount: '4' });
    await run('/unstake', { ...leveraged, kind: 'instant', amount: '1' });
  });

  test('liquid stake and its exits are true', async () => {
    await step(2_575n);
    const wallet = await createFundedWallet(world, '20');
    const owner = createOwner(world, wallet);
    const run = (path: Parameters<Owner['build']>[0], body: object) =>
      take(owner, wallet.address, path, { strategy: 'sol-liquid-stake', ...body });
    await run('/stake', { amount: '5' });
    await run('/unstake', { kind: 'instant', amount: '1' });
    await run('/unstake', { kind: 'slow', amount: '2' });
    const { body } = await ask(wallet.address);
    const cooling = body.positions.find(({ strategy }: StakePosition) => strategy === 'sol-native-stake');
    const { lamports, delegated } = await look(cooling.id);
    assert.equal(lamports - delegated, rentOf(2_575n));
    await advanceEpochs(world, 1);
    await run('/withdraw', { strategy: undefined, stakeAccount: cooling.id });
    assert.equal(await ledger.balance(cooling.id), 0n);
  });
});
