import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { type HistoryRow, WalletHistoryAnswer } from '@staking-agent/wire';
import { createRandom } from '../adversarial/random.ts';
import { assertOk } from '../assert-answer.ts';
import { readFeed } from '../feed.ts';
import { createCapturingClock, createHastyClock } from '../hasty-clock.ts';
import { readList, readPage, startLife, sumUp } from '../life.ts';
import { assertLife } from '../live.ts';
import { type NodeAnswer, startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, createCalls, DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, createCapturingClock());
const settle = () => world.sandbox.ledger.advanceSlots(2);

// Before any test runs, which would live through its epochs as well.
const stayed = await startLife(world, createRandom(12));
await stayed.build('/stake', { strategy: 'sol-native-stake', amount: '2' });
const { life: left } = await stakeAndLeave();
const node = await startLyingNode({ after }, world.sandbox.url);
const environment = { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' };
const replica = createCalls(
  await startReplica({ after }, world.sandbox, environment, { clock: createHastyClock() }),
);
const leftRows = await readList(left);

for (const seed of [1, 2, 3, 4]) {
  test(`life ${seed} adds up, and the feed is the list`, async (t) => {
    await assertLife(t, world, seed, 6);
  });
}

const short = ({ type, strategy, in: gained, out }: HistoryRow) =>
  `${strategy} ${type} +${gained.map(({ asset, amount }) => `${amount} ${asset}`).join('+')} -${out
    .map(({ asset, amount }) => `${amount} ${asset}`)
    .join('-')}`;

/** A wallet with 2 SOL staked, that left with them over two epochs. */
async function stakeAndLeave() {
  const life = await startLife(world, createRandom(7));
  const { wallet, build, stakes } = life;
  await build('/stake', { strategy: 'sol-native-stake', amount: '2' });
  const [stake] = await stakes();
  assert.ok(stake);
  await advanceEpochs(world, 2);
  await build('/unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount: stake.address });
  await advanceEpochs(world, 1);
  await build('/withdraw', { stakeAccount: stake.address });
  settle();
  return { life, wallet, stake };
}

describe('rows', () => {
  test('of native stake: what went in comes out with its rewards, and nothing is left', async () => {
    const { life, stake } = await stakeAndLeave();
    const rows = await readList(life);
    const moved = rows.filter(({ known }) => known === 'ledger');
    assert.deepEqual(
      moved.map(({ type }) => type),
      ['withdrawal', 'reward', 'exit', 'reward', 'deposit'],
    );
    const [withdrawal, last, exit, first, deposit] = moved;
    assert.ok(withdrawal && last && exit && first && deposit);
    const dates = rows.filter(({ known }) => known === 'computed');
    assert.deepEqual(
      dates.map(({ type, slot, signature }) => [type, slot, signature]),
      [
        ['withdrawable', last.slot, null],
        ['active', String(BigInt(first.slot) - (BigInt(last.slot) - BigInt(first.slot))), null],
      ],
    );
    const { body } = await world.get('/limits');
    const staked = 2_000_000_000n + BigInt(body.ledger.stakeAccountRent.baseUnits);
    assert.deepEqual([deposit.in[0]?.baseUnits, deposit.out[0]?.asset], [String(staked), 'SOL']);
    assert.equal(deposit.in[0]?.baseUnits, deposit.out[0]?.baseUnits);
    const gained = [first, last].reduce((sum, { in: [each] }) => sum + BigInt(each?.baseUnits ?? 0), 0n);
    assert.equal(BigInt(withdrawal.in[0]?.baseUnits ?? 0), staked + gained);
    assert.deepEqual(sumUp(rows)['staked SOL'], 0n);
    assert.ok(rows.every(({ account }) => account === stake.address));
    assert.deepEqual([exit.in, exit.out], [[], []]);
    assert.ok(
      moved.every(({ type, signature, fee }) => (type === 'reward' ? signature === null : signature && fee)),
    );
    assert.ok(rows.every(({ time }) => time !== null));
    const epochs = rows.map(({ epoch }) => Number(epoch));
    assert.deepEqual(
      epochs.toSorted((a, b) => b - a),
      epochs,
    );
  });

  test('of stake taken back in its first epoch: free at once, while the rest turns active', async () => {
    const life = await startLife(world, createRandom(11));
    await life.build('/stake', { strategy: 'sol-native-stake', amount: '3' });
    const [{ address: stakeAccount } = { address: '' }] = await life.stakes();
    await life.build('/split', { stakeAccount, amount: '1.1', then: 'deactivate' });
    await advanceEpochs(world, 1);
    settle();
    const rows = await readList(life);
    const dates = rows.filter(({ known }) => known === 'computed');
    const told = dates.map(({ type, account, signature }) => [type, account === stakeAccount, signature]);
    const split = dates.at(-1)?.signature;
    assert.ok(split);
    assert.deepEqual(told, [
      ['active', true, null],
      ['withdrawable', false, split],
    ]);
    const feed = (await readFeed(life, rows.length)).filter(({ known }) => known === 'computed');
    assert.deepEqual(feed, dates.toReversed());
  });

  test('of receipts: paid and received, by what the ledger moved', async () => {
    const life = await startLife(world, createRandom(8));
    const { build } = life;
    const deeds = [
      ['/stake', { strategy: 'sol-liquid-stake', amount: '5' }],
      ['/stake', { strategy: 'sol-leveraged-stake', amount: '4' }],
      ['/stake', { strategy: 'usdc-earn', amount: '100' }],
      ['/unstake', { strategy: 'sol-leveraged-stake', kind: 'instant', amount: 'max' }],
      ['/unstake', { strategy: 'sol-liquid-stake', kind: 'slow', amount: '2' }],
    ] as const;
    for (const [path, body] of deeds) {
      await build(path, body);
      settle();
    }
    const rows = (await readList(life)).map(short).toReversed();
    const [liquid = '', leveraged = '', usdc = ''] = rows;
    assert.match(liquid, /^sol-liquid-stake deposit \+[\d.]+ raSOL -5 SOL$/);
    assert.match(leveraged, /^sol-leveraged-stake deposit \+[\d.]+ raSOL Max -4 SOL$/);
    assert.match(usdc, /^usdc-earn deposit \+[\d.]+ raUSDC -100 USDC$/);
    const rest = rows.slice(3).toSorted();
    assert.match(rest[0] ?? '', /^sol-leveraged-stake exit \+[\d.]+ raSOL -[\d.]+ raSOL Max$/);
    assert.match(rest[1] ?? '', /^sol-liquid-stake deposit \+[\d.]+ raSOL -[\d.]+ raSOL Max$/);
    assert.match(rest[2] ?? '', /^sol-liquid-stake exit \+[\d.]+ staked SOL(\+[\d.]+ SOL)? -2 raSOL$/);
    assert.match(rest[3] ?? '', /^sol-native-stake deposit \+[\d.]+ staked SOL -2 raSOL-0\.\d+ SOL$/);
    assert.equal(rest.length, 4);
  });

  test('with a tip: a cost beside the fee, once a transaction, and no part of what moved', async () => {
    const life = await startLife(world, createRandom(10));
    const { wallet, ledger, stakes } = life;
    const { usdcMint, rausdcMint, rasolMint, rasolMaxMint } = DEPLOYMENT;
    /** Lamports of the wallet and the rent of its token accounts. */
    const readSol = async () => {
      const tokens = [usdcMint, rausdcMint, rasolMint, rasolMaxMint].map((mint) =>
        findAssociatedTokenAddress(wallet.address as Address, mint),
      );
      const held = await Promise.all([wallet.address, ...tokens].map(ledger.balance));
      return held.reduce((sum, each) => sum + BigInt(each), 0n);
    };
    const build = (path: string, body: object) => life.build(path, { ...body, tip: { lamports: '1000000' } });
    const before = await readSol();
    await build('/stake', { strategy: 'sol-native-stake', amount: '1.1' });
    await build('/stake', { strategy: 'usdc-earn', amount: '100' });
    await build('/unstake', { strategy: 'usdc-earn', kind: 'instant', amount: '50' });
    await build('/stake', { strategy: 'sol-leveraged-stake', amount: '4' });
    await build('/unstake', { strategy: 'sol-leveraged-stake', kind: 'instant', amount: 'max' });
    const [stake] = await stakes();
    assert.ok(stake);
    await advanceEpochs(world, 2);
    const { address: stakeAccount } = stake;
    await build('/unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount });
    await advanceEpochs(world, 1);
    await build('/withdraw', { stakeAccount });
    settle();
    const rows = (await readList(life)).filter(({ signature }) => signature !== null);
    const lamports = (quantities: readonly HistoryRow['fee'][]) =>
      quantities.reduce((sum, each) => sum + (each?.asset === 'SOL' ? BigInt(each.baseUnits) : 0n), 0n);
    const moved = rows.reduce(
      (sum, row) => sum + lamports(row.in) - lamports([...row.out, row.fee, row.tip]),
      0n,
    );
    assert.equal(moved, (await readSol()) - before);
    const transactions = new Set(rows.map(({ signature }) => signature));
    assert.deepEqual([transactions.size, rows.length], [7, 8], 'one exit has two rows');
    assert.equal(lamports(rows.map(({ tip }) => tip)), 7_000_000n);
    const withdrawn = BigInt(rows[0]?.out[0]?.baseUnits ?? 0);
    assert.equal(lamports(rows[0]?.in ?? []), withdrawn, 'all that was staked arrives');
    const deposit = rows.find(({ type, account }) => type === 'deposit' && account === stakeAccount);
    assert.equal(lamports(deposit?.out ?? []), stake.lamports, 'what was staked was paid');
    const still = rows.filter(({ out }) => out.length === 0);
    assert.deepEqual(
      still.map(({ type, tip }) => [type, tip?.baseUnits]),
      [['exit', '1000000']],
    );
  });
});

describe('a page', () => {
  test('has the rows that were asked for, wherever it begins and ends', async () => {
    const { life } = await stakeAndLeave();
    await life.build('/stake', { strategy: 'usdc-earn', amount: '100' });
    settle();
    const all = await readList(life);
    const epoch = Number(all.at(-1)?.epoch);
    const ask = async (query: string) => (await readPage(world, `${life.path}?${query}`)).rows;
    assert.deepEqual(
      await ask('strategy=usdc-earn'),
      all.filter(({ strategy }) => strategy === 'usdc-earn'),
    );
    assert.deepEqual((await ask('type=reward')).length, 2);
    const early = all.filter((row) => Number(row.epoch) <= epoch + 1);
    assert.deepEqual((await ask(`to=${epoch + 1}`)).map(short), early.map(short));
    const late = await readPage(world, `${life.path}?from=${epoch + 1}`);
    assert.deepEqual(late.rows.map(short), all.filter((row) => Number(row.epoch) > epoch).map(short));
    assert.equal(late.nextCursor, null);
    const feed = await readFeed(life, all.length);
    assert.deepEqual(feed.map(short), all.toReversed().map(short));
    const [third] = feed.slice(2);
    const since = await readPage(world, `${life.path}?after=${third?.cursor}&type=withdrawal`);
    assert.deepEqual(
      since.rows.map(({ type }) => type),
      ['withdrawal'],
    );
  });

  test('of a wallet that never staked is empty, also after the newest slot', async () => {
    const { path } = await startLife(world, createRandom(1));
    const page = await readPage(world, path);
    assert.deepEqual([page.rows, page.nextCursor, page.isComplete], [[], null, true]);
    const later = await readPage(world, `${path}?after=${page.asOf.slot}`);
    assert.deepEqual([later.rows, later.nextCursor], [[], page.asOf.slot]);
  });
});

const KEYS = [5, 6, 7].flatMap((byte) => [...Buffer.alloc(32, byte)]);
const BYTES = [1, ...new Uint8Array(64), 1, 0, 1, 2, ...KEYS];
/** A transaction of one key that calls a program with nothing, as a node shows it. */
const OTHER = {
  slot: 1,
  blockTime: 1,
  transaction: [Buffer.from([...BYTES, 1, 1, 0, 0]).toString('base64'), 'base64'],
  meta: { err: null, fee: 5_000, preBalances: [9, 1], postBalances: [4, 1] },
};

describe('a node', () => {
  const lie = async (tell: (answer: NodeAnswer) => void, path = left.path): Promise<WalletHistoryAnswer> => {
    node.tell(tell);
    const answer = await replica.get(path);
    node.tell(undefined);
    assertOk(answer, WalletHistoryAnswer);
    return answer.body;
  };
  const missing = (page: WalletHistoryAnswer) => page.missing.map(({ part }) => part);

  test('behind another service says the same', async () => {
    const page = await readPage(replica, left.path);
    assert.deepEqual(page.rows.map(short), leftRows.map(short));
    assert.deepEqual(
      page.rows.map(({ cursor }) => cursor),
      leftRows.map(({ cursor }) => cursor),
    );
  });

  test('that does not show a transaction', async () => {
    const exit = leftRows.find(({ type }) => type === 'exit')?.signature;
    const page = await lie((answer) => {
      if (answer.method === 'getTransaction' && answer.params[0] === exit) answer.result = null;
    });
    assert.equal(page.isComplete, false);
    assert.deepEqual(missing(page).toSorted(), ['dates', 'transactions']);
    assert.ok(page.missing.every(({ reason }) => reason.startsWith('No node shows')));
  });

  test('with a gap: what changed in between is missed', async () => {
    const deposit = leftRows.at(-1)?.signature;
    const page = await lie((answer) => {
      if (answer.method !== 'getSignaturesForAddress') return;
      answer.result = answer.result.filter(({ signature }: { signature: string }) => signature !== deposit);
    });
    assert.equal(page.isComplete, false);
    assert.match(page.missing.map(({ reason }) => reason).join(), /how 1 stake accounts began/);
  });

  test('that does not say rewards, of one epoch or for now', async () => {
    const page = await lie((answer) => {
      if (answer.method !== 'getInflationReward') return;
      answer.error = { code: -32_004, message: 'Block not available' };
    });
    assert.deepEqual([...new Set(missing(page))].toSorted(), ['rewards', 'transactions']);
    assert.equal(page.rows.filter(({ type }) => type === 'reward').length, 0);
  });

  const [last] = leftRows.filter(({ type }) => type === 'reward');
  const isLast = ({ method, params: [, options] }: NodeAnswer) =>
    method === 'getInflationReward' && Object(options).epoch === Number(last?.epoch) - 1;

  test('that says another commission from one epoch on', async () => {
    const page = await lie((answer) => {
      if (isLast(answer)) for (const reward of answer.result) Object.assign(reward ?? {}, { commission: 8 });
    });
    const changed = page.rows.filter(({ type }) => type === 'commission_changed');
    assert.deepEqual([changed.length, changed[0]?.slot, changed[0]?.rate], [1, last?.slot, '8']);
    assert.deepEqual([changed[0]?.known, page.isComplete], ['ledger', true]);
  });

  test('that says that active stake was paid nothing: its validator did not vote', async () => {
    const page = await lie((answer) => {
      if (isLast(answer)) answer.result = answer.result.map(() => null);
    }, stayed.path);
    const [stake] = await stayed.stakes();
    assert.deepEqual(
      page.rows
        .filter(({ type }) => type === 'validator_delinquent')
        .map(({ account, epoch, in: gained, known }) => [account, epoch, gained, known]),
      [[stake?.address, last?.epoch, [], 'computed']],
    );
  });

  test('that does not search for stake accounts', async () => {
    const page = await lie((answer) => {
      if (answer.method !== 'getProgramAccounts') return;
      answer.error = { code: -32_010, message: 'excluded' };
    });
    assert.deepEqual(missing(page), ['stake-accounts']);
    assert.deepEqual(page.rows.map(short), leftRows.map(short), 'gone accounts are found all the same');
  });

  test('that keeps nothing older', async () => {
    const page = await lie((answer) => {
      if (answer.method === 'minimumLedgerSlot') answer.result = 400_000_000;
    });
    assert.deepEqual(
      page.missing.map(({ part, slot }) => [part, slot]),
      [['transactions', '400000000']],
    );
  });

  test('with 100,000 transactions of a wallet: a page asks for 100 of them, and the cursor goes on', async () => {
    const most = 100_000;
    // 1 is a digit that begins no number here.
    const signatureOf = (number: number) => '1'.repeat(70) + String(number + most).replaceAll('0', 'z');
    const numberOf = (signature: string) => Number(signature.slice(70).replaceAll('z', '0')) - most;
    const truth = await replica.get(`${left.path}?limit=1`);
    const head = Number(truth.body.asOf.slot);
    const list = (address: unknown, { before, limit }: { before?: string; limit: number }) => {
      if (address !== left.wallet.address) return [];
      const first = before === undefined ? 0 : numberOf(before) + 1;
      return Array.from({ length: Math.min(limit, most - first) }, (_, i) => ({
        signature: signatureOf(first + i),
        slot: head - 10 * (first + i),
        err: null,
      }));
    };
    const many = (answer: NodeAnswer) => {
      const [address, options] = answer.params;
      if (answer.method === 'getSignaturesForAddress') answer.result = list(address, Object(options));
      else if (answer.method === 'getTransaction') answer.result = OTHER;
      else return;
      delete answer.error;
    };
    const before = new Map(node.counts);
    let query = '?limit=10';
    for (let page = 1; page <= 3; page += 1) {
      const answer = await lie(many, `${left.path}${query}`);
      const asked = (method: string) => (node.counts.get(method) ?? 0) - (before.get(method) ?? 0);
      assert.ok(asked('getTransaction') <= page * 100, `${asked('getTransaction')} transactions`);
      assert.ok(asked('getSignaturesForAddress') <= page * 6);
      assert.ok(answer.nextCursor);
      assert.ok(Number(answer.nextCursor.split('.')[0]) <= head - 10 * 90 * page, answer.nextCursor);
      query = `?limit=10&cursor=${answer.nextCursor}`;
    }
  });
});
