import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, describe, type TestContext, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress, getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import type { HistoryRow } from '@staking-agent/wire';
import { runCli } from 'staking-agent';
import { EXIT } from 'staking-agent/session';
import { request } from 'undici';
import { createRandom } from '../adversarial/random.ts';
import { assertProblem } from '../assert-answer.ts';
import { landBuild } from '../land-build.ts';
import { moveTokens, readList, readPage, setTokenOwner, startLife } from '../life.ts';
import { type NodeAnswer, startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { send } from '../send.ts';
import {
  advanceEpochs,
  createCalls,
  createFundedWallet,
  DEPLOYMENT,
  startWorld,
  type World,
} from '../world.ts';

const world = await startWorld({ after });
const replica = createCalls(
  await startReplica({ after }, world.sandbox, { LEDGER_RPC_URLS: world.sandbox.url, RATE_LIMITS: 'off' }),
);
const life = await startLife(world, createRandom(1));

/** Stakes, and returns the strategy, which is that of the row to come. */
async function stake(strategy: HistoryRow['strategy']): Promise<string> {
  await life.build('/stake', { strategy, amount: '20' });
  world.sandbox.ledger.advanceSlots(2);
  return strategy;
}
const print = ({ strategy, type }: HistoryRow) => `${strategy} ${type}`;

/** Opens the events of the wallet at a service; what is read is their text so far. */
async function openEvents(t: TestContext, query = '', more: Record<string, string> = {}, at = world.service) {
  const headers = { accept: 'text/event-stream', ...more };
  const { body, headers: got } = await request(`${at.url}/api/v1${life.path}${query}`, { headers });
  t.after(() => body.on('error', () => undefined).destroy());
  assert.equal(got['content-type'], 'text/event-stream; charset=utf-8');
  let text = '';
  body.on('data', (chunk) => {
    text += chunk;
  });
  return {
    body,
    /** Reads until the text fits. */
    async until(form: RegExp): Promise<string> {
      while (!form.test(text)) await once(body, 'data');
      return text;
    },
  };
}

const idsOf = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id);

describe('a reader of events', () => {
  test('begins at the present, gets rows as they come, and goes on after the last one', async (t) => {
    const { until, body } = await openEvents(t);
    assert.match(await until(/:\n\n/), /^retry: 3000\nid: \d+\n\n:\n\n$/);
    await stake('usdc-earn');
    const text = await until(/event: deposit\ndata: .*\n\n/);
    const [, data = ''] = /data: (.*)/.exec(text) ?? [];
    const row: HistoryRow = JSON.parse(data);
    assert.equal(print(row), 'usdc-earn deposit');
    assert.equal(idsOf(text).at(-1), row.cursor);
    await stake('sol-liquid-stake');
    const ids = idsOf(await until(/data: .*\n\n[\s\S]*event: deposit\ndata: .*\n\n/));
    assert.equal(new Set(ids).size, ids.length, 'No row is told twice.');
    body.destroy();
    const { until: untilAgain } = await openEvents(t, '?after=0', { 'last-event-id': row.cursor });
    const again = await untilAgain(/event: deposit/);
    assert.deepEqual(idsOf(again)[0], row.cursor);
    assert.doesNotMatch(again, /usdc-earn/);
  });

  test('is refused before the first of them, and asked for its head gets that alone', async () => {
    const ask = (query: string, method = 'GET') =>
      send(method, `${world.service.url}/api/v1${life.path}${query}`, undefined, {
        accept: 'text/event-stream',
      });
    for (const query of ['?after=x', '?after=1&wait=5', '?cursor=1.1...', '?limit=1'])
      assertProblem(await ask(query), { slug: 'invalid_request', code: 'FIELD_INVALID' });
    const { status, text } = await ask('', 'HEAD');
    assert.deepEqual([status, text], [200, '']);
    const { headers } = await world.get(life.path, { accept: 'text/html, */*;q=0.5' });
    assert.match(String(headers['content-type']), /^application\/json/);
    const { headers: ofText } = await world.get(life.path, { accept: 'text/*' });
    assert.match(String(ofText['content-type']), /^text\/csv/, 'an answer that ends');
  });

  test('is let go when the service ends', async (t) => {
    const own = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: world.sandbox.url });
    const { until, body } = await openEvents(t, '', {}, own);
    await until(/:\n\n/);
    const ended = once(body, 'end');
    await own.close();
    await ended;
  });
});

describe('a reader that waits', () => {
  const wait = (after: string | null, calls: Pick<World, 'get'> = world) =>
    readPage(calls, `${life.path}?after=${after}&wait=30`);

  test('gets what was at once, and then the next row, of any replica', async () => {
    await stake('usdc-earn');
    const old = await wait('0');
    assert.equal(old.rows.map(print).at(-1), 'usdc-earn deposit');
    const waiting = Promise.all([wait(old.nextCursor), wait(old.nextCursor, replica)]);
    await stake('sol-liquid-stake');
    const [here, there] = await waiting;
    assert.deepEqual(here.rows, there.rows);
    assert.deepEqual(here.rows.map(print), ['sol-liquid-stake deposit']);
    const further = wait(here.nextCursor, replica);
    await stake('sol-native-stake');
    assert.deepEqual((await further).rows.map(print), ['sol-native-stake deposit']);
  });

  test('is told of too long a wait', async () => {
    const answer = await world.get(`${life.path}?after=1&wait=31`);
    assertProblem(answer, { slug: 'invalid_request', code: 'WAIT_INVALID' });
  });
});

test('the command line prints rows as they come, until it is stopped', async () => {
  const stop = new AbortController();
  const { asOf } = await readPage(world, life.path);
  const env = { STAKING_URL: world.service.url, STAKING_DEPLOYMENT: 'sandbox' };
  let printed = '';
  const watching = runCli(['watch', life.wallet.address, '--after', asOf.slot, '--json'], env, {
    input: Readable.from(['']),
    hearSignals: () => stop.signal,
    error: () => undefined,
    out(text) {
      printed += text;
      stop.abort();
    },
  });
  await stake('usdc-earn');
  assert.equal(await watching, EXIT.done);
  assert.equal(print(JSON.parse(printed)), 'usdc-earn deposit');
});

test('the command line prints the table that the service answers with', async () => {
  const env = { STAKING_URL: world.service.url, STAKING_DEPLOYMENT: 'sandbox' };
  const run = async (...options: string[]) => {
    const out: string[] = [];
    const error: string[] = [];
    const code = await runCli(['history', life.wallet.address, '--csv', ...options], env, {
      input: Readable.from(['']),
      error: (text) => error.push(text),
      out: (text) => out.push(text),
    });
    return { code, out: out.join(''), error: error.join('') };
  };
  const { text } = await world.get(`${life.path}?format=universal`, { accept: 'text/csv' });
  assert.deepEqual(await run('--format', 'universal'), {
    code: EXIT.done,
    error: '',
    out: text.replaceAll('\r\n', '\n'),
  });
  assert.equal((await run('--json')).code, EXIT.usage);
  const refused = await run('--limit', '1');
  assert.equal(refused.code, EXIT.refused);
  assert.match(refused.error, /limit must not be sent/);
});

test('a stake account that is found before its transaction is listed is read once more', async (t) => {
  const node = await startLyingNode(t, world.sandbox.url);
  const calls = createCalls(
    await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' }),
  );
  const own = await startLife(world, createRandom(5));
  await own.build('/stake', { strategy: 'sol-native-stake', amount: '3' });
  world.sandbox.ledger.advanceSlots(2);
  for (const path of [own.path, `${own.path}?after=0`]) {
    const truth = await readPage(world, path);
    const made = BigInt(truth.rows[0]?.slot ?? 0);
    const asked = () => node.counts.get('getMultipleAccounts') ?? 0;
    const before = asked();
    // A node that is behind lists nothing yet; then one whose accounts were read before the transaction.
    const lies: ((answer: NodeAnswer) => void)[] = [
      ({ method, result }) => {
        if (method === 'getSignaturesForAddress') result.length = 0;
      },
      ({ method, result }) => {
        if (method === 'getMultipleAccounts') result.context.slot = Number(made - 1n);
      },
    ];
    for (const [i, lie] of lies.entries()) {
      node.tell((answer) => {
        if (asked() === before + 2 * i + 1) lie(answer);
      });
      const page = await readPage(calls, path);
      assert.deepEqual([page.rows, page.missing], [truth.rows, []], `${path} ${i}`);
      assert.equal(asked(), before + 2 * i + 2);
    }
  }
});

test('a receipt that goes to another token account of the wallet is sent, and nothing is paid for it', async () => {
  const { wallet, friend, build, ledger, submit } = await startLife(world, createRandom(6));
  await build('/stake', { strategy: 'sol-liquid-stake', amount: '5' });
  world.sandbox.ledger.advanceSlots(2);
  const [payer, owner, mint] = [wallet.address as Address, friend.address as Address, DEPLOYMENT.rasolMint];
  const [from, account] = [payer, owner].map((each) => findAssociatedTokenAddress(each, mint));
  assert.ok(from && account);
  const open = getCreateTokenAccountInstruction({ payer, owner, mint, account } as never);
  await submit([open], wallet);
  await submit([setTokenOwner(account, friend, wallet)], friend);
  await submit([moveTokens([from, account], payer, (await ledger.tokens(payer, mint)) / 2n)], wallet);
  world.sandbox.ledger.advanceSlots(2);
  const { rows } = await readPage(world, `/wallets/${payer}/history`);
  assert.deepEqual(rows.map(print), ['sol-liquid-stake transfer_out', 'sol-liquid-stake deposit']);
  assert.deepEqual(rows[0]?.in, []);
});

test('the rent of a lending account is no price of an exit through a flash loan', async () => {
  const wallet = await createFundedWallet(world, '5000');
  const of = { strategy: 'sol-leveraged-stake', wallet: wallet.address };
  await landBuild(world, wallet, await world.post('/stake', { ...of, amount: '4000' }));
  await advanceEpochs(world, 1);
  const exit = await world.post('/unstake', { ...of, kind: 'instant', amount: '1500' });
  assert.equal(exit.body.path, 'flash-bracket');
  await landBuild(world, wallet, exit);
  world.sandbox.ledger.advanceSlots(2);
  const { rows } = await readPage(world, `/wallets/${wallet.address}/history?limit=2`);
  assert.deepEqual(
    rows
      .map(({ type, strategy, in: gained, out }) => [
        `${strategy} ${type}`,
        ...[gained, out].map((all) => all.map(({ asset }) => asset).join()),
      ])
      .toSorted(),
    [
      // What the loan left of the SOL that was bought.
      ['sol-leveraged-stake exit', 'raSOL,SOL', 'raSOL Max'],
      ['sol-liquid-stake deposit', 'raSOL', 'raSOL Max'],
    ],
  );
});

test('a cursor is good for its own wallet alone; an early one, which does not say whose it is, for its place', async () => {
  const { build, friend, path, random } = life;
  const other = await startLife(world, random);
  const steps = [
    ['sol-native-stake', life],
    ['sol-native-stake', other],
    ['usdc-earn', other],
    ['usdc-earn', life],
    ['sol-native-stake', life],
  ] as const;
  for (const [strategy, by] of steps) {
    await by.build('/stake', { strategy, amount: '3' });
    await advanceEpochs(world, 1);
  }
  const [stake] = await life.stakes();
  await build('/unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount: stake?.address });
  await advanceEpochs(world, 1);
  await build('/withdraw', { stakeAccount: stake?.address });
  world.sandbox.ledger.advanceSlots(2);
  const readFrom = (of: string, cursor: string | null) => readPage(world, `${of}?limit=3&cursor=${cursor}`);
  const early = (cursor: string | null) => cursor?.split('.').slice(0, 6).join('.') ?? null;
  const earliest = (cursor: string | null) => cursor?.split('.').slice(0, 5).join('.') ?? null;
  const own = await readList(other, other.path);
  let count = 0;
  for (let page = await readPage(world, `${path}?limit=3`); page.nextCursor !== null; count += 1) {
    const cursor: string = page.nextCursor;
    for (const wallet of [other.wallet, friend]) {
      const refused = await world.get(`/wallets/${wallet.address}/history?cursor=${cursor}`);
      const detail = /cursor must be nextCursor of the page before, of the same wallet/;
      assertProblem(refused, { slug: 'invalid_request', code: 'FIELD_INVALID', detail });
    }
    page = await readFrom(path, cursor);
    for (const old of [early(cursor), earliest(cursor)])
      assert.deepEqual((await readFrom(path, old)).rows, page.rows, `page ${count}`);
    const foreign = await readFrom(other.path, early(cursor));
    const found = foreign.rows.filter(({ known }) => known !== 'rate');
    const at = own.findIndex((row) => row.cursor === found[0]?.cursor);
    assert.deepEqual(found, found.length === 0 ? [] : own.slice(at, at + found.length));
  }
  assert.ok(count > 3);
  const altered = await world.get(`${path}?cursor=9${(await readPage(world, `${path}?limit=3`)).nextCursor}`);
  assertProblem(altered, { slug: 'invalid_request', code: 'FIELD_INVALID' });
  const ahead = await readPage(world, `${path}?limit=3&cursor=${2n ** 63n}.99999...`);
  assert.deepEqual(ahead.rows, (await readPage(world, `${path}?limit=3`)).rows);
});

test('a place of another wallet leaves nothing out, and one of a page is good under other filters', async () => {
  const own = await startLife(world, createRandom(14));
  await own.build('/stake', { strategy: 'sol-native-stake', amount: '3' });
  world.sandbox.ledger.advanceSlots(2);
  await own.build('/stake', { strategy: 'usdc-earn', amount: '9' });
  world.sandbox.ledger.advanceSlots(2);
  const rows = await readList(own, own.path);
  const [last, first] = rows;
  assert.ok(first && last);
  const read = async (query: string) => (await readPage(world, `${own.path}?${query}`)).rows;
  assert.deepEqual(await read(`after=${first.cursor}`), [last], 'its own row is left out');
  for (const position of ['0000000000000000', 'ffffffffffffffff']) {
    assert.deepEqual(await read(`after=${first.slot}-${position}`), [first, last]);
    assert.deepEqual(await read(`after=${last.slot}-${position}`), [last]);
  }
  assert.deepEqual(await read(`after=${first.slot}`), [last], 'a slot is its end');
  const { nextCursor } = await readPage(world, `${own.path}?limit=1`);
  assert.deepEqual(await read(`cursor=${nextCursor}&strategy=usdc-earn`), []);
  assert.deepEqual(await read(`cursor=${nextCursor}&type=deposit`), [first]);
  assert.deepEqual(await read(`after=${first.cursor}&strategy=sol-native-stake`), []);
  assert.deepEqual(await read(`after=${first.cursor}&strategy=usdc-earn`), [last]);
});

test('a history is refused for what it cannot be asked', async () => {
  const { path, wallet } = life;
  const wrong = {
    'limit=0': /limit must be/,
    'limit=201': /limit must be/,
    'cursor=1': /cursor must be nextCursor/,
    'cursor=1.1...AAAA': /cursor must be nextCursor/,
    'after=x': /after must be/,
    'after=1&cursor=1.1...': /together with cursor/,
    'type=gift': /type must be one of/,
    'from=-1': /from must be/,
    'from=18446744073709551616': /from must be an epoch, .* less than 2\^64/,
    'to=99999999999999999999': /to must be an epoch/,
    'from=1.5': /from must be/,
    'to=': /to must be/,
    'from=8&to=7': /from must not be after to/,
    'after=18446744073709551616': /after must be .* less than 2\^64/,
    'wait=5': /wait must be sent together with after/,
  };
  for (const [query, detail] of Object.entries(wrong)) {
    const answer = await world.get(`${path}?${query}`);
    assertProblem(answer, { slug: 'invalid_request', code: 'FIELD_INVALID', detail });
  }
  const strategy = await world.get(`${path}?strategy=x`);
  assertProblem(strategy, { slug: 'not_found', code: 'STRATEGY_NOT_FOUND' });
  const address = await world.get(`/wallets/${wallet.address}0/history`);
  assertProblem(address, { slug: 'invalid_request', code: 'ADDRESS_MALFORMED' });
});

test('a table lists the transactions of its accounts for its first page and for thousands of rows', async (t) => {
  const node = await startLyingNode(t, world.sandbox.url);
  const environment = { LEDGER_RPC_URLS: node.url, RATE_LIMITS: 'off' };
  const calls = createCalls(await startReplica(t, world.sandbox, environment));
  const own = await startLife(world, createRandom(15));
  for (let i = 0; i < 20; i += 1) await own.build('/stake', { strategy: 'sol-native-stake', amount: '1' });
  await advanceEpochs(world, 35);
  world.sandbox.ledger.advanceSlots(2);
  let lists = 0;
  node.tell(({ method }) => {
    if (method === 'getSignaturesForAddress') lists += 1;
  });
  const { text } = await calls.get(own.path, { accept: 'text/csv' });
  const accounts = (await own.stakes()).length;
  assert.equal(text.split('\r\n').filter((line) => line.includes(',reward,')).length, accounts * 34);
  assert.equal(lists, 2 * (accounts + 5));
});
