import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { EncodedAccount } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { ManyPositionsAnswer, type StakePosition } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { configureVault, placeProgram } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startCounted, startLyingNode } from '../lying-node.ts';
import { createStakePlacer } from '../place-stake.ts';
import { createPositionsClient, findPosition as find } from '../positions-client.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { DEPLOYMENT, send, setLedgerFault, startWorld } from '../world.ts';

const STRANGER = toAddress(new Uint8Array(32).fill(77));

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);
const { ask, land } = createPositionsClient(world);
const place = createStakePlacer(world);

const callOf = ({ next }: StakePosition, id: string) =>
  next.find(({ endpoint }) => endpoint.endsWith(`/${id}`));
const isMergeable = ({ warnings }: StakePosition) => warnings.some(({ code }) => code === 'MERGEABLE_WITH');

describe('positions that can be split or merged', () => {
  test('the split that is offered lands: two halves to the lamport', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const stake = place(wallet.address, { surplus: 3n });
    const before = find(await ask(wallet.address), stake);
    const split = callOf(before, 'split');
    assert.ok(split);
    assert.match(split.description, /amount may be \d+(\.\d+)? to \d+(\.\d+)? SOL/);
    await land(wallet, split.endpoint, split.body);
    const { body } = await ask(wallet.address);
    const halves: StakePosition[] = body.positions;
    assert.equal(halves.length, 2);
    const sum = halves.reduce((total, { parts }) => total + BigInt(parts.delegated), 0n);
    assert.equal(sum, BigInt(before.parts.delegated));
    assert.ok(halves.every(({ parts }) => BigInt(parts.delegated) === sum / 2n));
  });

  test('the merge that is offered lands: one account with all of it', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const stakes = [place(wallet.address), place(wallet.address), place(wallet.address)];
    const [first = ''] = stakes;
    const position = find(await ask(wallet.address), first);
    assert.ok(isMergeable(position));
    const merge = callOf(position, 'merge');
    assert.deepEqual([...Object(merge?.body).from].sort(), stakes.slice(1).sort());
    await land(wallet, merge?.endpoint ?? '', merge?.body ?? {});
    const { body } = await ask(wallet.address);
    assert.equal(body.positions.length, 1);
    const merged = find({ body } as Parameters<typeof find>[0], first);
    assert.deepEqual([merged.parts.delegated, isMergeable(merged)], ['6000000000', false]);
    // The reserves of the two that are gone can be taken out at once.
    assert.equal(merged.withdrawable.baseUnits, String(2n * 1_666_240n));
    const withdrawal = callOf(merged, 'withdraw');
    await land(wallet, withdrawal?.endpoint ?? '', withdrawal?.body ?? {});
  });

  test('neither is offered where it is not possible', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
    const epoch = await ledger.epoch();
    const odd = [
      { voter: STRANGER },
      { activationEpoch: epoch },
      { lockup: epoch + 4n },
      { lockup: epoch + 5n },
      { staker: STRANGER },
      { withdrawer: STRANGER },
      { deactivationEpoch: epoch },
      { deactivationEpoch: epoch - 500n },
      { isDelegated: false },
    ];
    const stakes = [];
    for (const each of odd) stakes.push(place(wallet, each));
    const answer = await ask(wallet);
    for (const [i, stake] of stakes.entries()) {
      const position = find(answer, stake);
      assert.deepEqual([isMergeable(position), callOf(position, 'merge')], [false, undefined], stake);
      assert.equal(callOf(position, 'split') !== undefined, i < 2, `${i}`);
    }
  });

  test('of many accounts as many are named as one merge takes', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const stakes = [];
    for (let i = 0; i < 10; i += 1) stakes.push(place(wallet.address));
    const position = find(await ask(wallet.address), stakes[3] ?? '');
    const merge = callOf(position, 'merge');
    assert.equal(Object(merge?.body).from.length, 7);
    assert.match(position.warnings.map(({ detail }) => detail).join(), /9 other stake accounts/);
    await land(wallet, merge?.endpoint ?? '', merge?.body ?? {});
  });
});

test('positions are read anew after a transaction that was seen to land', async () => {
  const wallet = await makeSandboxWallet(world, { sol: '9' });
  const list = async () => {
    const { body } = await world.get(`/wallets/${wallet.address}/positions`);
    return { count: body.positions.length, slot: BigInt(body.asOf.slot) };
  };
  for (const count of [1, 2, 3]) {
    const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
    const built = (await world.post('/stake', body)).body;
    const sent = await world.post('/broadcast', await signBuild(wallet, built));
    // Remembered, and of a slot before the stake is confirmed or after it.
    await list();
    const query = `lastValidBlockHeight=${built.expiry.lastValidBlockHeight}&wait=20`;
    const landed = (await world.get(`/transactions/${sent.body.signature}?${query}`)).body;
    assert.equal(landed.status, 'landed');
    const now = await list();
    assert.equal(now.count, count);
    assert.ok(now.slot >= BigInt(landed.slot));
  }
});

/** The methods that only wallets are read with, and the reads of accounts among which one is a wallet's. */
const countReads = (calls: readonly string[], wallet: string) =>
  calls.filter((call) => call.includes(wallet)).map((call) => String(JSON.parse(call).method));

test('a wallet costs one round of calls, and none while it was just read', async (t) => {
  const own = createHastyClock();
  const counted = await startCounted(t, world, own);
  const { address: wallet } = await makeSandboxWallet(world, { sol: '1' });
  const path = `/wallets/${wallet}/positions`;
  const once = ['getMultipleAccounts', 'getProgramAccounts', 'getProgramAccounts'];

  const together = await Promise.all([counted.get(path), counted.get(path), counted.get(path)]);
  assert.deepEqual(
    together.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual(countReads(counted.calls, wallet).toSorted(), once);
  assert.equal((await counted.get(`/wallets/${wallet}/calendar.ics`)).status, 200);
  assert.equal(countReads(counted.calls, wallet).length, once.length);

  own.pass(2_001);
  assert.equal((await counted.get(path)).status, 200);
  assert.equal(countReads(counted.calls, wallet).length, 2 * once.length);
});

describe('receipts', () => {
  test('all four strategies: worth what an exit brings, by the call that is named', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '40', usdc: '500' });
    const amounts = {
      'sol-native-stake': '3',
      'sol-liquid-stake': '5',
      'sol-leveraged-stake': '4',
      'usdc-earn': '200',
    };
    for (const [strategy, amount] of Object.entries(amounts))
      await land(wallet, '/stake', { strategy, wallet: wallet.address, amount });
    const { body } = await ask(wallet.address);
    assert.deepEqual(
      body.positions.map(({ strategy }: { strategy: string }) => strategy).toSorted(),
      Object.keys(amounts).toSorted(),
    );
    const of = (key: string) => body.positions.find(({ strategy }: { strategy: string }) => strategy === key);
    const held = {
      raSOL: await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint),
      raUSDC: await ledger.tokens(wallet.address, DEPLOYMENT.rausdcMint),
    };
    assert.equal(of('sol-liquid-stake').receipt.baseUnits, String(held.raSOL));
    assert.equal(of('usdc-earn').receipt.baseUnits, String(held.raUSDC));
    const usdc = await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint);
    const [exit] = of('usdc-earn').next;
    await land(wallet, exit.endpoint, exit.body);
    const paid = (await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint)) - usdc;
    const promised = BigInt(of('usdc-earn').value.baseUnits);
    assert.ok(paid >= promised && paid - promised <= 2n, `${paid} of ${promised}`);
    const [leave] = of('sol-leveraged-stake').next;
    await land(wallet, leave.endpoint, leave.body);
    assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint), 0n);
    const liquid = (await ask(wallet.address)).body.positions[0];
    assert.deepEqual(
      liquid.next.map((call: { body: { kind: string } }) => call.body.kind),
      ['instant', 'slow'],
    );
    await land(wallet, liquid.next[1].endpoint, liquid.next[1].body);
    const rest = (await ask(wallet.address)).body.positions;
    assert.deepEqual(
      rest.map(({ state }: { state: string }) => state).toSorted(),
      ['activating', 'deactivating'],
      'the receipts are gone, the slow exit is a stake account that cools down',
    );
  });

  test('a vault that pays nothing out says so, and has no calls', async (t) => {
    const wallet = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
    await land(wallet, '/stake', { strategy: 'usdc-earn', wallet: wallet.address, amount: '10' });
    const { bank } = world.sandbox.ledger;
    const vault = bank.findAccount(DEPLOYMENT.usdcVault);
    assert.ok(vault);
    t.after(() => bank.setAccount(vault));
    configureVault(world, DEPLOYMENT.usdcVault, { disabledOperations: 0xffff });
    const [position] = (await ask(wallet.address)).body.positions;
    assert.deepEqual(
      [position.next, position.warnings.map(({ code }: { code: string }) => code)],
      [[], ['EXIT_NOT_POSSIBLE']],
    );
    bank.setAccount({ ...vault, data: new Uint8Array(3), space: 3n } as EncodedAccount);
    const { body } = await ask(wallet.address);
    assert.deepEqual([body.isComplete, body.missing], [false, ['usdc-earn']]);
  });
});

describe('the calendar', () => {
  test('has an event for what cools down, and nothing else', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
    const epoch = await ledger.epoch();
    const cooling = place(wallet, { deactivationEpoch: epoch });
    place(wallet);
    const answer = await world.get(`/wallets/${wallet}/calendar.ics`);
    assert.equal(answer.status, 200, answer.text);
    assert.match(String(answer.headers['content-type']), /^text\/calendar/);
    const lines = answer.text.split('\r\n');
    assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 1);
    assert.ok(answer.text.replaceAll('\r\n ', '').includes(`UID:${cooling}-${epoch}@`));
    assert.ok(lines.every((line) => line.length <= 75));
    const start = lines.find((line) => line.startsWith('DTSTART:'));
    const { availableAt } = find(await ask(wallet), cooling);
    const latest = `${availableAt?.latest?.slice(0, 19).replace(/[-:]/g, '')}Z`;
    assert.equal(start?.slice(0, 17), `DTSTART:${latest}`.slice(0, 17));
  });
});

const emptyWallet = (number: number) => toAddress(Buffer.alloc(32, `empty ${number}.`));

/** Takes the moment out of answers: two readings are of different slots. */
const still = ({ asOf: _asOf, ...rest }: Record<string, unknown>) => rest;

test('many wallets have the answer of each, and one that is refused leaves the others', async () => {
  const one = await makeSandboxWallet(world, { sol: '30', usdc: '300' });
  const two = await makeSandboxWallet(world, { sol: '5' });
  for (const [strategy, amount] of [
    ['sol-liquid-stake', '5'],
    ['sol-leveraged-stake', '4'],
    ['usdc-earn', '200'],
  ]) {
    await land(one, '/stake', { strategy, wallet: one.address, amount });
  }
  for (let i = 0; i < 31; i += 1) place(two.address);
  const program = toAddress(new Uint8Array(32).fill(91));
  placeProgram(world, program);

  const wallets = [two.address, 'no address', one.address, program];
  const answer = await world.post('/positions', { wallets });
  assertOk(answer, ManyPositionsAnswer);
  const [second, malformed, first, refused] = answer.body.wallets;
  assert.deepEqual(still(first), still((await ask(one.address)).body));
  assert.equal(first.positions.length, 3);
  assert.deepEqual([malformed.wallet, malformed.problem.code], ['no address', 'ADDRESS_MALFORMED']);
  assert.deepEqual([refused.wallet, refused.problem.code], [program, 'ADDRESS_IS_PROGRAM']);

  const all = (await ask(two.address)).body;
  assert.deepEqual(second.totals, all.totals);
  assert.equal(second.positions.length, 30);
  const rest = await ask(two.address, `cursor=${second.nextCursor}`);
  assert.deepEqual(
    [...second.positions, ...rest.body.positions].map(({ id }: { id: string }) => id),
    all.positions.map(({ id }: { id: string }) => id),
  );
});

test('a hundred wallets take twelve reads of accounts and two searches each', async (t) => {
  const counted = await startCounted(t, world, createHastyClock());
  const wallets = Array.from({ length: 100 }, (_, i) => emptyWallet(i));
  const answer = await counted.post('/positions', { wallets });
  assertOk(answer, ManyPositionsAnswer);
  assert.deepEqual(
    answer.body.wallets.map(({ wallet, isComplete }: { wallet: string; isComplete: boolean }) => [
      wallet,
      isComplete,
    ]),
    wallets.map((wallet) => [wallet, true]),
  );
  const calls = counted.calls.map((call) => JSON.parse(call));
  const reads = calls.filter(
    ({ method, params }) =>
      method === 'getMultipleAccounts' && wallets.some((wallet) => params[0].includes(wallet)),
  );
  assert.equal(reads.length, 12);
  assert.ok(reads.every(({ params }) => params[0].length <= 100));
  assert.equal(calls.filter(({ method }) => method === 'getProgramAccounts').length, 200);
});

test('a node that does not search, and a ledger that does not answer', async (t) => {
  t.after(() => setLedgerFault(world, { mode: 'none' }));
  const node = await startLyingNode(t, world.sandbox.url);
  const service = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url });
  node.tell((answer) => {
    if (!answer.method.startsWith('getProgramAccounts')) return;
    answer.error = { code: -32_601, message: 'Method not found' };
  });
  const wallets = [emptyWallet(201), emptyWallet(202)];
  const answer = await send('POST', `${service.url}/api/v1/positions`, { wallets });
  assertOk(answer, ManyPositionsAnswer);
  for (const each of answer.body.wallets) {
    if ('problem' in each) assert.fail(each.problem.detail);
    const { isComplete, missing, searched } = each;
    assert.deepEqual([isComplete, missing, searched], [false, ['stake-accounts'], 'named']);
  }
  // A search of each wallet's transactions would be too many calls.
  assert.equal(node.counts.get('getSignaturesForAddress'), undefined);
  await setLedgerFault(world, { mode: '500', method: 'getMultipleAccounts' });
  const silent = await world.post('/positions', { wallets: [emptyWallet(203)] });
  assertProblem(silent, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
});
