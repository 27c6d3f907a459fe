import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { type HistoryRow, PositionsAnswer, type WalletHistoryAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { changeVault } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { readPage, sumUp } from '../life.ts';
import { type NodeAnswer, startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createWaitingVault } from '../waiting-vault.ts';
import { advanceEpochs, createCalls, DEPLOYMENT, type World } from '../world.ts';

const vault = createWaitingVault();
const world = await vault.start({ after });
const node = await startLyingNode({ after }, world.sandbox.url);
const environment = { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' };
const replica = createCalls(
  await startReplica({ after }, world.sandbox, environment, { clock: createHastyClock() }),
);
const settle = () => world.sandbox.ledger.advanceSlots(2);
/** Longer than the waiting period, and shorter than the blocks that a node remembers. */
const SLOTS = 101;

let path: string;
let positions: string;
beforeEach(async () => {
  const wallet = await vault.renew();
  positions = `/wallets/${wallet.address}/positions`;
  path = `/wallets/${wallet.address}/history`;
});

const step = async (body: object) => {
  await vault.land(await vault.build(body));
  settle();
};
const ask = () => step({ step: 'request', amount: '300' });
const read = (query = '', calls: Pick<World, 'get'> = world) => readPage(calls, `${path}?${query}`);
const types = ({ rows }: Pick<WalletHistoryAnswer, 'rows'>) => rows.map(({ type }) => type);
const isDate = ({ type }: HistoryRow) => type === 'claimable';

describe('the row of a withdrawal that can be claimed', () => {
  test('comes with its date, and not before, to who reads on, waits and lists', async () => {
    await ask();
    const { nextCursor, rows } = await read('after=0');
    assert.deepEqual(types({ rows }), ['deposit', 'exit']);
    assert.ok((await vault.rausdc()) < sumUp(rows).raUSDC, 'what waits in escrow is still of the wallet');
    assert.deepEqual(types(await read(`after=${nextCursor}`)), []);
    const waiting = read(`after=${nextCursor}&wait=30`);
    await vault.wait();
    const { rows: told, missing } = await waiting;
    assert.deepEqual([types({ rows: told }), missing], [['claimable'], []]);
    for (const query of [`after=${nextCursor}`, `after=${nextCursor}&type=claimable`, 'type=claimable'])
      for (const calls of [world, replica]) assert.deepEqual((await read(query, calls)).rows, told);
    const [row] = told;
    const [, exit] = rows;
    assert.ok(row && exit);
    assert.deepEqual([exit.in, exit.out], [[], []], 'a request moves nothing');
    assert.deepEqual(
      [row.strategy, row.account, row.signature, row.known, row.in, row.out, row.fee],
      ['usdc-earn', exit.account, null, 'computed', [], [], null],
    );
    const claimable = (await vault.positions()).find(({ state }) => state === 'claimable');
    assert.equal(row.time?.slice(0, 19), claimable?.claimableAt?.slice(0, 19));
    // And stays as it is with what comes later.
    await step({ step: 'claim' });
    const all = await read();
    assert.deepEqual(types(all), ['withdrawal', 'claimable', 'exit', 'deposit']);
    assert.deepEqual(all.rows.filter(isDate), told);
    const [claim] = all.rows;
    assert.deepEqual([claim?.in[0]?.asset, claim?.out[0]?.asset], ['USDC', 'raUSDC']);
    assert.equal(sumUp(all.rows).raUSDC, await vault.rausdc());
    assert.deepEqual((await read(`after=${row.cursor}`)).rows, all.rows.slice(0, 1));
  });

  test('is cut off, and read on from, like any other', async () => {
    await ask();
    await vault.wait();
    await step({ step: 'claim' });
    await ask();
    await vault.wait();
    const { rows } = await read();
    assert.deepEqual(types({ rows }), ['claimable', 'exit', 'withdrawal', 'claimable', 'exit', 'deposit']);
    const back: HistoryRow[] = [];
    for (let rest: string | null = ''; rest !== null; ) {
      const page: WalletHistoryAnswer = await read(`limit=1${rest}`);
      back.push(...page.rows);
      rest = page.nextCursor === null ? null : `&cursor=${page.nextCursor}`;
    }
    assert.deepEqual(back, rows);
    const on: HistoryRow[] = [];
    for (let from = '0'; on.length < rows.length; ) {
      const page = await read(`limit=1&after=${from}`, replica);
      assert.equal(page.rows.length, 1);
      on.push(...page.rows);
      from = page.nextCursor ?? assert.fail();
    }
    assert.deepEqual(on, rows.toReversed());
  });

  test('is none of a request that was taken back before its date, and stays where that came later', async () => {
    await ask();
    await step({ step: 'cancel' });
    world.sandbox.ledger.advanceSlots(SLOTS);
    assert.deepEqual((await read('type=claimable')).rows, []);
    assert.deepEqual((await read('after=0&type=claimable')).rows, []);
    await ask();
    await vault.wait();
    await step({ step: 'cancel' });
    const dates = await read('type=claimable');
    assert.deepEqual([dates.rows.length, dates.isComplete], [1, true]);
    assert.deepEqual((await read('after=0&type=claimable')).rows, dates.rows);
  });

  test('is not missing of a page that begins before a request was taken back', async () => {
    await ask();
    await step({ step: 'cancel' });
    world.sandbox.ledger.advanceSlots(SLOTS);
    const first = await read('limit=1');
    node.tell((answer) => {
      if (answer.method === 'getBlocks') answer.result = [];
    });
    const page = await read(`limit=9&cursor=${first.nextCursor}`, replica);
    node.tell(undefined);
    assert.deepEqual([types(page), page.missing, page.isComplete], [['exit', 'deposit'], [], true]);
  });

  test('is left out with other strategies, other types and other epochs', async () => {
    await ask();
    await vault.wait();
    const [row] = (await read('type=claimable')).rows;
    assert.ok(row);
    const without = ['strategy=sol-native-stake', 'type=withdrawable', `to=${BigInt(row.epoch) - 1n}`];
    for (const query of without) assert.deepEqual((await read(query)).rows.filter(isDate), []);
    assert.deepEqual((await read(`strategy=usdc-earn&from=${row.epoch}`)).rows.filter(isDate), [row]);
  });

  test('is in tables: a line of the plain one, none of that for tax programs', async () => {
    await ask();
    await vault.wait();
    const lines = async (format: string) => {
      const answer = await world.get(`${path}?format=${format}`, { accept: 'text/csv' });
      return String(answer.text)
        .split('\r\n')
        .filter((line) => line.includes('claimable'));
    };
    assert.equal((await lines('plain')).length, 1);
    assert.equal((await lines('universal')).length, 0);
  });
});

test('a request that is taken back loses what it gained, and the fee of the vault: earned takes the loss', async (t) => {
  const readEarned = async () => {
    const answer = await world.get(`${positions}?include=earned`);
    assertOk(answer, PositionsAnswer);
    const [told] = (answer.body as PositionsAnswer).earned ?? [];
    const { balance, earned, netDeposits, known } = told ?? assert.fail();
    assert.deepEqual([netDeposits?.amount, known], ['1000', 'ledger']);
    assert.equal(BigInt(earned?.baseUnits ?? 0), BigInt(balance.baseUnits) - 1_000_000_000n);
    return BigInt(earned?.baseUnits ?? 0);
  };
  type Edit = Parameters<typeof changeVault>[2];
  const change = (edit: Edit) => changeVault(world, DEPLOYMENT.usdcVault, edit);
  const hear = (count: number) =>
    until('the service has heard of it', async () => (await vault.positions()).length === count);
  const takeBack = async (edit: Edit) => {
    await ask();
    await hear(2);
    change(edit);
    await step({ step: 'cancel' });
    await hear(1);
    const [row] = (await read()).rows;
    assert.deepEqual([row?.type, row?.in, row?.out[0]?.asset], ['exit', [], 'raUSDC']);
    return readEarned();
  };
  const gained = await takeBack(({ asset, ...rest }) => ({
    ...rest,
    asset: { ...asset, totalValue: (asset.totalValue * 11n) / 10n },
  }));
  assert.ok(gained > 0n);
  const charge = (redemptionFee: number) => (before: Parameters<Edit>[0]) => ({
    ...before,
    feeConfiguration: { ...before.feeConfiguration, redemptionFee },
  });
  t.after(() => change(charge(0)));
  assert.ok((await takeBack(charge(100))) < gained);
});

describe('a node', () => {
  const lie = async (tell: (answer: NodeAnswer) => void): Promise<WalletHistoryAnswer> => {
    node.tell(tell);
    const page = await read('', replica);
    node.tell(undefined);
    return page;
  };
  const withoutLog = (answer: NodeAnswer) => {
    if (answer.method === 'getTransaction' && answer.result)
      answer.result.meta.logMessages = ['Log truncated'];
  };

  test('that cut a log off: the account of the request says it as long as that is there', async () => {
    await ask();
    await vault.wait();
    const [row] = (await read('type=claimable')).rows;
    const page = await lie(withoutLog);
    assert.deepEqual([page.rows.filter(isDate), page.missing], [[row], []]);
    await step({ step: 'claim' });
    const later = await lie(withoutLog);
    assert.deepEqual(types(later), ['withdrawal', 'exit', 'deposit']);
    assert.deepEqual([later.isComplete, later.missing.map(({ part }) => part)], [false, ['dates']]);
    assert.deepEqual((await read('', replica)).rows.filter(isDate), [row]);
  });

  test('that does not show the request: also who reads on after it is told', async () => {
    await ask();
    const { rows } = await read('after=0', replica);
    const later = BigInt(rows.at(-1)?.slot ?? 0) + 1n;
    await vault.wait();
    node.tell((answer) => {
      if (answer.method === 'getTransaction') answer.result = null;
    });
    const [page, again] = [await read(`after=${later}`, replica), await read(`after=${later}`, replica)];
    node.tell(undefined);
    assert.deepEqual([page.isComplete, page.missing.map(({ part }) => part)], [false, ['dates']]);
    assert.deepEqual(again.missing, page.missing);
    assert.deepEqual(types(await read(`after=${later}`, replica)), ['claimable']);
  });

  test('that is asked an epoch later says the same', async () => {
    await ask();
    await vault.wait();
    const { rows } = await read('type=claimable');
    assert.equal(rows.length, 1);
    await advanceEpochs(world, 1);
    settle();
    for (const calls of [world, replica]) {
      assert.deepEqual((await read('type=claimable', calls)).rows, rows);
      assert.deepEqual((await read('type=claimable&after=0', calls)).rows, rows);
    }
  });
});
