import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { OPERATIONS } from '@staking-agent/wire';
import { createDataDirectory, createOperator } from '../admin.ts';
import { assertCommonHeaders, assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { until } from '../until.ts';
import {
  type Answer,
  createFundedWallet,
  send,
  setLedgerFault,
  setRouterFault,
  startWorld,
} from '../world.ts';

const DATA_DIR = createDataDirectory({ after: (stop) => after(stop) });
const world = await startWorld({ after }, { DATA_DIR, COMMIT: '<script>"c\'&</script>' });
const operator = createOperator({ DATA_DIR });
const wallet = await createFundedWallet(world, '20');
const native = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
const liquid = { ...native, strategy: 'sol-liquid-stake' };

/** Asks until the answer has a status; what the operator says is known within a second. */
function answers(ask: () => Promise<Answer>, status: number): Promise<Answer> {
  return until(`the answer is ${status}`, async () => {
    const answer = await ask();
    return answer.status === status && answer;
  });
}

const STOPPED = { slug: 'service_unavailable', code: 'STOPPED_BY_OPERATOR' } as const;

/* Before other tests stop something: the log has what these did. */
describe('what the operator stops', () => {
  test('the router: what needs it is refused by name, the rest goes on, and it goes on when started', async () => {
    const build = await answers(() => world.post('/stake', liquid), 200);
    await operator.run('stop', 'router', '--reason', 'canary-reason');
    const refused = await answers(() => world.post('/stake', liquid), 503);
    assertProblem(refused, STOPPED);
    assert.equal(refused.headers['retry-after'], '60');
    assert.doesNotMatch(refused.text, /canary/);
    const broadcast = await world.post('/broadcast', await signBuild(wallet, build.body));
    assertProblem(broadcast, STOPPED);
    assert.equal(broadcast.body.outcome, 'not_sent');
    assert.equal((await world.post('/stake', native)).status, 200);
    const listed = await operator.run('stop', 'list');
    assert.deepEqual([listed[0].target, listed[0].reason], ['router', 'canary-reason']);
    await operator.run('start', 'router');
    await answers(() => world.post('/stake', liquid), 200);
  });

  test('a strategy: nothing of it is built, quoted or withdrawn, and no other one minds', async () => {
    await operator.run('stop', 'sol-native-stake');
    assertProblem(await answers(() => world.post('/stake', native), 503), STOPPED);
    const stakeAccount = { wallet: wallet.address, stakeAccount: wallet.address };
    assertProblem(await world.post('/withdraw', stakeAccount), { ...STOPPED, slug: 'upstream_error' });
    const exit = { ...native, ...stakeAccount, kind: 'instant' };
    assertProblem(await world.post('/quote', exit), STOPPED);
    assertProblem(await world.post('/unstake', exit), STOPPED);
    assert.equal((await world.post('/stake', liquid)).status, 200);
    assert.equal((await world.get('/strategies/sol-native-stake')).status, 200);
    await operator.run('start', 'sol-native-stake');
    await answers(() => world.post('/stake', native), 200);
  });

  test('is in the audit log, in order, and lists are not', async () => {
    const lines: { command: string }[] = await operator.run('audit', 'list');
    assert.deepEqual(
      lines.map(({ command }) => command.replace(' --json', '')),
      [
        'stop router --reason canary-reason',
        'start router',
        'stop sol-native-stake',
        'start sol-native-stake',
      ],
    );
  });

  test('has a name that is known', async () => {
    await assert.rejects(operator.run('stop', 'ledger'), /unknown command 'ledger'.*stop router/s);
  });
});

const SCHEMA = OPERATIONS.status.responses.ok;
const page = (path: string, method = 'GET') => send(method, `${world.service.url}${path}`);
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const stake = () => world.post('/stake', { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1' });

type Named = { readonly name?: string; readonly key?: string };
const find = (list: readonly Named[], name: string) =>
  list.find((each) => each.name === name || each.key === name) as Record<string, unknown> | undefined;

const becomes = (isRight: (status: Answer['body']) => boolean): Promise<Answer['body']> =>
  until('the status is as it should be', async () => {
    const { body } = await world.get('/status');
    return isRight(body) && body;
  });

describe('the status', () => {
  test('is the same beside the base path, and says that all is well', async () => {
    await stake();
    await becomes(({ state }) => state === 'ok');
    const answers = [await world.get('/status'), await page('/status.json')];
    for (const answer of answers) {
      assertOk(answer, SCHEMA);
      assert.equal(answer.body.state, 'ok');
      for (const key of ['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake', 'usdc-earn']) {
        const strategy = find(answer.body.strategies, key);
        assert.deepEqual([strategy?.['state'], strategy?.['lacks']], ['live', []]);
      }
      for (const name of ['ledger', 'router', 'database']) {
        assert.equal(find(answer.body.upstreams, name)?.['state'], 'ok', name);
      }
      for (const feed of answer.body.feeds) assert.equal(feed.isFresh, true, feed.name);
      assert.deepEqual(answer.body.stops, []);
    }
  });

  test('is a page in the frame of the site that names nothing a deployment keeps to itself', async () => {
    const { status, headers, text } = await page('/status');
    assert.equal(status, 200);
    assertCommonHeaders({ headers });
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.ok(text.length < 10_000, `${text.length} bytes`);
    assert.doesNotMatch(text, /<img|url\(|@import|\bon\w+=|https?:|127\.0\.0\.1|localhost/i);
    assert.ok(text.includes('<a href="./status.json">'));
    assert.match(text, /<th scope="row">Native staking<\/th>/);
    assert.doesNotMatch(text, /sol-\w+-stake|usdc-earn/, 'strategies have names');
    assert.match(text, /&#60;script&#62;&#34;c&#39;&#38;/);
    assert.match(text, /<time datetime="[^"]+Z" title="[^"]+Z">\d+ (?:second|minute)s?<\/time>/);
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'self'; script-src 'self'; /,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const json = (await page('/status.json')).text;
    assert.doesNotMatch(json, /https?:|127\.0\.0\.1|localhost|rpc\d|api-?key/i);
  });

  test('takes reads only', async () => {
    for (const path of ['/status', '/status.json']) {
      const refused = await page(path, 'POST');
      assertProblem(refused, { slug: 'method_not_allowed' });
      assert.equal(refused.headers['allow'], 'GET, HEAD, OPTIONS');
      const head = await page(path, 'HEAD');
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal((await page(path, 'OPTIONS')).status, 204);
    }
    assertProblem(await page('/status/'), { slug: 'not_found' });
  });

  test('names an upstream that does not answer, what lacks it, and that it is back', async (t) => {
    t.after(() => setRouterFault(world, { mode: 'none' }));
    await setRouterFault(world, { mode: '500' });
    for (let i = 0; i < 3; i += 1) assert.equal((await stake()).status, 502);
    const status = await becomes(({ upstreams }) => find(upstreams, 'router')?.['state'] === 'failing');
    assert.equal(status.state, 'impaired');
    const liquid = find(status.strategies, 'sol-liquid-stake');
    assert.deepEqual([liquid?.['state'], liquid?.['lacks']], ['impaired', ['router']]);
    assert.equal(liquid?.['since'], find(status.upstreams, 'router')?.['since']);
    assert.equal(find(status.strategies, 'sol-native-stake')?.['state'], 'live');
    assert.match((await page('/status')).text, /router is away/);
    await setRouterFault(world, { mode: 'none' });
    await stake();
    const back = await becomes(({ state }) => state === 'ok');
    assert.equal(find(back.strategies, 'sol-liquid-stake')?.['state'], 'live');
  });

  test('names what the operator has stopped and since when, and not why', async (t) => {
    for (const target of ['usdc-earn', 'router']) t.after(() => operator.run('start', target));
    await operator.run('stop', 'usdc-earn', '--reason', 'canary-reason');
    await operator.run('stop', 'router');
    const status = await becomes(({ stops }) => stops.length === 2);
    assert.equal(status.state, 'impaired');
    assert.deepEqual(
      status.stops.map(({ target }: { target: string }) => target),
      ['router', 'usdc-earn'],
    );
    assert.equal(find(status.strategies, 'usdc-earn')?.['state'], 'stopped');
    assert.equal(find(status.strategies, 'usdc-earn')?.['since'], status.stops[1].since);
    assert.deepEqual(find(status.strategies, 'sol-liquid-stake')?.['lacks'], ['router']);
    for (const [path, named] of [
      ['/status', /USDC earn/],
      ['/status.json', /usdc-earn/],
    ] as const) {
      const { text } = await page(path);
      assert.match(text, named);
      assert.doesNotMatch(text, /canary-reason/);
    }
    await operator.run('start', 'usdc-earn');
    await operator.run('start', 'router');
    await becomes(({ state }) => state === 'ok');
  });

  test('says that nothing can be built while the ledger is away', async (t) => {
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    await setLedgerFault(world, { mode: 'refuse' });
    const status = await becomes(({ state }) => state === 'down');
    assert.equal(find(status.feeds, 'blockhash')?.['isFresh'], false);
    await becomes(({ upstreams }) => find(upstreams, 'ledger')?.['state'] === 'failing');
    await setLedgerFault(world, { mode: 'none' });
    await becomes(({ state }) => state === 'ok');
  });
});
