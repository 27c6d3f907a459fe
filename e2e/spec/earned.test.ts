import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import {
  type Earned,
  type HistoryRow,
  ManyPositionsAnswer,
  PositionsAnswer,
  STRATEGY_KEYS,
} from '@staking-agent/wire';
import { createRandom } from '../adversarial/random.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { configureVault } from '../change-account.ts';
import { liveEpochs } from '../flows/outlive-source.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { landBuild } from '../land-build.ts';
import { readHoldings, readList, readPage, startLife, sumUp } from '../life.ts';
import { startCounted, startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { advanceEpochs, createCalls, DEPLOYMENT, startWorld } from '../world.ts';

const clock = createHastyClock();
// Yields are captured when a test asks for it, and never between.
clock.withhold(15_000);
const world = await startWorld({ after }, {}, clock);

async function startWallet() {
  const life = await startLife(world, createRandom(21));
  await life.build('/stake', { strategy: 'sol-native-stake', amount: '2' });
  await life.build('/stake', { strategy: 'sol-liquid-stake', amount: '5' });
  await life.build('/stake', { strategy: 'usdc-earn', amount: '100' });
  await advanceEpochs(world, 3);
  await life.build('/unstake', { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1' });
  world.sandbox.ledger.advanceSlots(2);
  return life;
}

test('a wallet is told what each strategy earned, to the base unit, on request alone', async () => {
  const life = await startWallet();
  const path = `/wallets/${life.wallet.address}/positions`;
  const plain = await world.get(path);
  assert.ok(!('earned' in plain.body));
  const answer = await world.get(`${path}?include=earned`);
  assertOk(answer, PositionsAnswer);
  const { earned = [] }: PositionsAnswer = answer.body;
  assert.deepEqual(
    earned.map(({ strategy, isComplete, known }) => [strategy, isComplete, known]),
    [
      ['sol-native-stake', true, 'ledger'],
      ['sol-liquid-stake', true, 'ledger'],
      ['usdc-earn', true, 'ledger'],
    ],
  );
  const [native, liquid, usdc] = earned;
  const rows = await readList(life);
  const rewards = rows.filter(({ type, known }) => type === 'reward' && known === 'ledger');
  const [last] = rewards;
  const paid = rewards.reduce((sum, row) => sum + BigInt(row.in[0]?.baseUnits ?? 0), 0n);
  assert.equal(native?.earned?.baseUnits, String(paid));
  assert.equal(native?.lastEpoch?.baseUnits, last?.in[0]?.baseUnits);
  assert.ok(Number(native?.realisedPercent) > 0);
  assert.equal(native?.since, rows.findLast(({ strategy }) => strategy === 'sol-native-stake')?.time);
  const exit = rows.find(({ type, strategy }) => type === 'exit' && strategy === 'sol-liquid-stake');
  assert.equal(liquid?.netDeposits?.baseUnits, String(5_000_000_000n - BigInt(exit?.in[0]?.baseUnits ?? 0)));
  assert.equal(usdc?.netDeposits?.amount, '100');
  for (const { balance, netDeposits, earned: gain } of earned) {
    assert.equal(
      BigInt(netDeposits?.baseUnits ?? 0) + BigInt(gain?.baseUnits ?? 0),
      BigInt(balance.baseUnits),
    );
  }
  for (const include of ['profit', 'earned,earned', '']) {
    assertProblem(await world.get(`${path}?include=${include}`), {
      slug: 'invalid_request',
      code: 'FIELD_INVALID',
      detail: /include must be earned, each once/,
    });
  }
});

test('receipts gain by the captured rate, and the feed waits for the capture', async () => {
  const life = await startLife(world, createRandom(22));
  await life.build('/stake', { strategy: 'sol-liquid-stake', amount: '5' });
  const readAll = async (limit: number) => {
    const rows: HistoryRow[] = [];
    for (let rest = ''; ; ) {
      const page = await readPage(world, `${life.path}?limit=${limit}${rest}`);
      rows.push(...page.rows);
      if (page.nextCursor === null) return rows;
      rest = `&cursor=${page.nextCursor}`;
    }
  };
  // Until the running epoch has a capture, as the one before it has.
  while ((await readAll(200)).every(({ known }) => known !== 'rate')) await liveEpochs(world, 1);
  const [last] = await readAll(1);
  await advanceEpochs(world, 1);
  await life.build('/stake', { strategy: 'usdc-earn', amount: '100' });
  world.sandbox.ledger.advanceSlots(2);
  const after = `${life.path}?after=${last?.cursor}`;
  const held = await readPage(world, after);
  assert.deepEqual(held.rows, [], 'what came later waits with it');
  assert.equal(held.nextCursor, last?.cursor);
  assert.deepEqual(held.missing, [], 'what is waited for is not missing');
  const { rows: native } = await readPage(world, `${after}&strategy=usdc-earn&type=deposit`);
  assert.equal(native.length, 1, 'where no gains are wanted, nothing waits');
  const page = await until('the gain is known', async () => {
    await world.service.captureYield();
    const found = await readPage(world, after);
    return found.rows.length > 0 && found;
  });
  const [gain, deposit] = page.rows;
  assert.deepEqual(
    [gain?.type, gain?.strategy, gain?.known, gain?.in[0]?.asset, gain?.signature],
    ['reward', 'sol-liquid-stake', 'rate', 'SOL', null],
  );
  assert.equal(deposit?.strategy, 'usdc-earn');
  const { body } = await world.get(`/wallets/${life.wallet.address}/positions?include=earned`);
  const liquid = (body as PositionsAnswer).earned?.find(({ strategy }) => strategy === 'sol-liquid-stake');
  assert.deepEqual(gain?.in, [liquid?.lastEpoch]);
  const all = await readAll(200);
  assert.deepEqual(await readAll(1), all);
  const units = BigInt(all.at(-1)?.in[0]?.baseUnits ?? 0);
  const change = BigInt((gain?.rate ?? '').split('.')[1]?.padEnd(18, '0') ?? 0);
  assert.equal(gain?.in[0]?.baseUnits, String((units * change) / 10n ** 18n));
  assert.equal(sumUp(all).raSOL, (await readHoldings(life)).raSOL);

  const { nextCursor } = await readPage(world, `${life.path}?limit=1`);
  const early = nextCursor?.split('.').slice(0, 5).join('.');
  const { rows } = await readPage(world, `${life.path}?limit=200&cursor=${early}`);
  assert.deepEqual(rows, all.slice(1), 'the way back to an early cursor finds what was held');
});

test('raUSDC in escrow gains nothing: what a claim pays at most was fixed with the request', async (t) => {
  const life = await startLife(world, createRandom(23));
  const { wallet } = life;
  await life.build('/stake', { strategy: 'usdc-earn', amount: '1000' });
  configureVault(world, DEPLOYMENT.usdcVault, { withdrawalWaitingPeriod: 20n });
  t.after(() => configureVault(world, DEPLOYMENT.usdcVault, { withdrawalWaitingPeriod: 0n }));
  const body = { strategy: 'usdc-earn', wallet: wallet.address, kind: 'instant', amount: '300' };
  await landBuild(world, wallet, await world.post('/unstake', { ...body, step: 'request' }));
  world.sandbox.ledger.advanceSlots(2);
  const findGain = async () => (await readPage(world, `${life.path}?type=reward&limit=1`)).rows[0];
  while ((await findGain()) === undefined) await liveEpochs(world, 1);
  const free = await life.ledger.tokens(wallet.address, DEPLOYMENT.rausdcMint);
  const gain = await findGain();
  const held = sumUp((await readPage(world, `${life.path}?limit=200`)).rows).raUSDC;
  assert.ok(free > 0n && free < held);
  const change = BigInt((gain?.rate ?? '').split('.')[1]?.padEnd(18, '0') ?? 0);
  assert.equal(gain?.in[0]?.baseUnits, String((free * change) / 10n ** 21n));
  const { body: told } = await world.get(`/wallets/${wallet.address}/positions?include=earned`);
  assert.deepEqual(
    (told as PositionsAnswer).earned?.map(({ lastEpoch }) => lastEpoch),
    gain?.in,
  );
});

test('many wallets are told the same, each as far as its share of what is read', async (t) => {
  const { address } = (await startWallet()).wallet;
  const include = ['earned'];
  const alone = await world.get(`/wallets/${address}/positions?include=earned`);
  const few = await world.post('/positions', { wallets: ['none', address], include });
  assertOk(few, ManyPositionsAnswer);
  assert.deepEqual(few.body.wallets[1].earned, alone.body.earned);
  assert.ok(!('earned' in few.body.wallets[0]));

  await advanceEpochs(world, 9);
  const counted = await startCounted(t, world, createHastyClock());
  const others = Array.from({ length: 99 }, (_, i) => toAddress(Buffer.alloc(32, `empty ${i}.`)));
  const many = await counted.post('/positions', { wallets: [address, ...others], include });
  assertOk(many, ManyPositionsAnswer);
  const [long, empty] = many.body.wallets;
  assert.deepEqual(
    long.earned.map(({ earned, isComplete }: Earned) => [earned, isComplete]),
    STRATEGY_KEYS.map(() => [null, false]),
  );
  assert.match(long.earned[0].reason, /too long: at most 25 transactions and 10 epochs/);
  assert.ok(BigInt(long.earned[0].lastEpoch.baseUnits) > 0n);
  assert.deepEqual(empty.earned, []);
  const rewards = counted.calls.filter((call) => call.includes('getInflationReward'));
  assert.equal(rewards.length, 11, 'each epoch is read beside the one before it');
  const again = await world.get(`/wallets/${address}/positions?include=earned`);
  assert.ok(again.body.earned.every(({ isComplete }: Earned) => isComplete));
  for (const include of [['profit'], ['earned', 'earned']]) {
    assertProblem(await world.post('/positions', { wallets: [address], include }), {
      slug: 'invalid_request',
      code: 'FIELD_INVALID',
      detail: /include must be earned, each once/,
    });
  }
});

test('stake whose transactions a node has pruned is read once', async (t) => {
  const life = await startWallet();
  const node = await startLyingNode(t, world.sandbox.url);
  const environment = { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' };
  const replica = createCalls(
    await startReplica(t, world.sandbox, environment, { clock: createHastyClock() }),
  );
  node.tell((answer) => {
    if (answer.method === 'getSignaturesForAddress') answer.result = [];
  });
  const page = await readPage(replica, life.path);
  assert.match(page.missing.map(({ reason }) => reason).join(), /how 1 stake accounts began/);
  assert.equal(node.counts.get('getProgramAccounts'), 1);
});

test('the table of a wallet is its rows, plain and for tax programs', async () => {
  const life = await startWallet();
  const rows = await readList(life);
  const ask = async (query: string) => {
    const answer = await world.get(`${life.path}${query}`, { accept: 'text/csv' });
    assert.equal(answer.status, 200, answer.text);
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
    const [head = '', ...lines] = answer.text.trimEnd().split('\r\n');
    const columns = head.split(',');
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [columns[i], cell])));
  };
  const add = (amounts: readonly (string | undefined)[]) =>
    amounts.reduce((sum, amount = '') => {
      const [whole = '0', places = ''] = amount.split('.');
      return sum + BigInt(whole + places.padEnd(9, '0'));
    }, 0n);
  const plain = await ask('');
  for (const [side, asset] of [
    ['in', 'staked SOL'],
    ['in', 'raSOL'],
    ['out', 'raSOL'],
    ['out', 'SOL'],
    ['out', 'USDC'],
  ] as const) {
    const told = plain
      .filter((line) => line[`${side} asset`] === asset)
      .map((line) => line[`${side} amount`]);
    const known = rows.flatMap((row) => row[side]).filter((each) => each.asset === asset);
    assert.equal(add(told), add(known.map(({ amount }) => amount)), `${side} ${asset}`);
  }
  assert.equal(add(plain.map((line) => line['fee SOL'])), add(rows.map(({ fee }) => fee?.amount)));
  const taxed = await ask('?format=universal');
  const rewards = rows.filter(({ type, known }) => type === 'reward' && known === 'ledger');
  const paid = taxed.filter(({ Label }) => Label === 'reward').map((line) => line['Received Amount']);
  assert.equal(add(paid), add(rewards.map((row) => row.in[0]?.amount)));
  assert.equal(
    add(taxed.map((line) => line['Fee Amount'])),
    add(rows.flatMap(({ fee, tip }) => [fee?.amount, tip?.amount])),
  );
  const stake = taxed.find(({ Description }) => Description === 'deposit sol-native-stake');
  assert.deepEqual([stake?.['Sent Amount'], stake?.['Received Amount'], stake?.['Label']], ['', '', 'cost']);
  for (const [query, detail] of [
    ['?limit=1', /limit must not/],
    ['?format=xml', /format must be one of/],
  ] as const) {
    const refused = await world.get(`${life.path}${query}`, { accept: 'text/csv' });
    assertProblem(refused, { slug: 'invalid_request', code: 'FIELD_INVALID', detail });
  }
});

test('a wallet with more stake accounts than a page reads transactions has whole rewards', async () => {
  const life = await startLife(world, createRandom(23));
  const count = 101;
  for (let left = count; left > 0; left -= 1)
    await life.build('/stake', { strategy: 'sol-native-stake', amount: '1.1' });
  await advanceEpochs(world, 3);
  world.sandbox.ledger.advanceSlots(2);
  const rows: HistoryRow[] = [];
  for (let rest = ''; ; ) {
    const page = await readPage(world, `${life.path}?limit=${count}${rest}`);
    assert.deepEqual(page.missing, []);
    rows.push(...page.rows);
    if (page.nextCursor === null) break;
    rest = `&cursor=${page.nextCursor}`;
  }
  assert.equal(rows.length, 4 * count, 'two rewards, a date and a deposit of each');
  assert.deepEqual(sumUp(rows), await readHoldings(life));
});

test('nothing is said of a strategy whose rows do not add up', async (t) => {
  const life = await startWallet();
  const node = await startLyingNode(t, world.sandbox.url);
  const environment = { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' };
  const replica = createCalls(
    await startReplica(t, world.sandbox, environment, { clock: createHastyClock() }),
  );
  const rows = await readList(life);
  const stake = rows.findLast(({ strategy }) => strategy === 'sol-liquid-stake')?.signature;
  node.tell((told) => {
    if (told.method === 'getTransaction' && told.params[0] === stake) told.result = null;
  });
  node.tell((told) => {
    if (told.method !== 'getSignaturesForAddress') return;
    told.result = told.result.filter(({ signature }: { signature: string }) => signature !== stake);
  });
  const gap = await replica.get(life.path);
  assert.match(JSON.stringify(gap.body.missing), /came to what it held first/);
  node.tell((told) => {
    if (told.method === 'getTransaction' && told.params[0] === stake) told.result = null;
  });
  const before = new Map(node.counts);
  const answer = await replica.get(`/wallets/${life.wallet.address}/positions?include=earned`);
  assertOk(answer, PositionsAnswer);
  const asked = (method: string) => (node.counts.get(method) ?? 0) - (before.get(method) ?? 0);
  assert.ok(asked('getTransaction') <= 6 && asked('getSignaturesForAddress') <= 8, 'each is asked for once');
  const { earned = [] }: PositionsAnswer = answer.body;
  const liquid = earned.find(({ strategy }) => strategy === 'sol-liquid-stake');
  assert.deepEqual([liquid?.earned, liquid?.netDeposits, liquid?.isComplete], [null, null, false]);
  assert.match(liquid?.reason ?? '', /No node shows transaction/);
  const usdc = earned.find(({ strategy }) => strategy === 'usdc-earn');
  assert.deepEqual([usdc?.netDeposits?.amount, usdc?.isComplete], ['100', false]);
});
