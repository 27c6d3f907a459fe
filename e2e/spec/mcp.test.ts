import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { OPERATIONS, STRATEGY_KEYS } from '@staking-agent/wire';
import { Errors } from 'typebox/value';
import { createHastyClock } from '../hasty-clock.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { send } from '../send.ts';
import { until } from '../until.ts';
import { advanceEpochs, setFault, startWorld } from '../world.ts';

const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;
/** Bytes of the part of the list that models read: names, descriptions and inputs. */
const LIST_BYTES = 13 * 1_024;
const TEXT_BYTES = 2 * 1_024;
const NAMES = [
  'list_strategies',
  'get_strategy_facts',
  'get_limits',
  'list_positions',
  'get_history',
  'compare_entries',
  'compare_exits',
  'get_apy_history',
  'build_stake',
  'build_unstake',
  'build_withdraw',
  'build_split',
  'build_merge',
  'submit_signed_transaction',
  'get_transaction',
  'explain_error',
];
const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock, { slotMilliseconds: 60, epochsBehind: 1 });
clock.hasten([1_000, 1_000]);
const url = new URL('/mcp', world.service.url);

async function waitForEpoch(): Promise<void> {
  await advanceEpochs(world, 1);
  // As long as positions are given again.
  clock.pass(2_001);
}

// biome-ignore lint/suspicious/noExplicitAny: an agent knows no schema beyond the tool's, which the client has held it to.
type Answer = any;
type Result = {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly text: string }[];
};

async function connect(mode: (typeof ERAS)[keyof typeof ERAS], headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const call = async (name: string, args: object = {}) =>
    (await client.callTool({ name, arguments: { ...args } })) as Result;
  const ask = async (name: string, args: object = {}): Promise<Answer> => {
    const { isError, structuredContent, content } = await until(`an answer of ${name}`, async () => {
      const result = await call(name, args);
      // As an agent does that is told to try again: the clock of this world passes a second in no time.
      return result.isError && JSON.parse(result.content[0]?.text ?? '{}').retryable ? undefined : result;
    });
    const [{ text }, ...others] = content as [{ text: string }];
    assert.ok(!isError, `${name} ${JSON.stringify(args)}: ${text}`);
    // A result is there once: the text beside it says the least that an agent goes on with.
    assert.deepEqual(others, []);
    assert.match(text, /^[^{]{20,}$/, name);
    assert.ok(text.length <= TEXT_BYTES, text);
    return structuredContent;
  };
  const refuse = async (name: string, args: object = {}): Promise<Answer> => {
    const { isError, structuredContent, content } = await call(name, args);
    assert.equal(isError, true, JSON.stringify(content));
    // Clients hold an object to the schema of the answer, which no refusal fits.
    assert.equal(structuredContent, undefined);
    return content[0]?.text.startsWith('{') ? JSON.parse(content[0].text) : content[0]?.text;
  };
  return { client, ask, refuse };
}

for (const [era, mode] of Object.entries(ERAS)) {
  const { client, ask, refuse } = await connect(mode);
  describe(`over HTTP, protocol ${era}`, () => {
    after(() => client.close());

    const submit = async (build: Answer, sign: (transaction: string) => Promise<string>): Promise<bigint> => {
      const { transaction, service_token, route, routerKind, router_order, expiry } = build;
      const { signature } = await ask('submit_signed_transaction', {
        signed_tx: await sign(transaction),
        service_token,
        ...(route === 'router' && { route, routerKind, router_order }),
      });
      const { lastValidBlockHeight } = expiry;
      const { status, slot } = await ask('get_transaction', { signature, lastValidBlockHeight, wait: '30' });
      assert.equal(status, 'landed');
      return BigInt(slot);
    };

    test('the list has sixteen tools in their order, and is small', async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        NAMES,
      );
      const read = JSON.stringify(tools.map(({ outputSchema: _, ...rest }) => rest));
      assert.ok(read.length <= LIST_BYTES, `${read.length} bytes`);
      const moving = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
      assert.deepEqual(
        moving.map(({ name }) => name),
        ['submit_signed_transaction'],
      );
      // No key of anybody goes through an agent.
      assert.doesNotMatch(JSON.stringify(tools), /partner_api_key|secret_?key|private_?key|keypair/i);
    });

    test('reads answer as the operations behind them', async () => {
      const wallet = (await makeSandboxWallet(world, { sol: '1' })).address;
      const cases: readonly [string, object, Answer][] = [
        ['list_strategies', {}, OPERATIONS.listStrategies],
        ['get_strategy_facts', { key: 'usdc-earn' }, OPERATIONS.getStrategyFacts],
        ['get_limits', { wallet, strategy: 'sol-native-stake' }, OPERATIONS.getLimits],
        ['list_positions', { wallet }, OPERATIONS.listPositions],
        ['get_history', { wallet, after: '0' }, OPERATIONS.walletHistory],
        ['get_apy_history', { strategy: 'sol-leveraged-stake', range: '1M' }, OPERATIONS.apyHistory],
      ];
      for (const [name, args, { responses }] of cases) {
        assert.deepEqual(Errors(responses.ok, await ask(name, args)), [], name);
      }
      const explained = await ask('explain_error', { code: 'INSUFFICIENT_FUNDS' });
      assert.ok(explained.cause && explained.cure);
    });

    // What is behind the tools knows no protocol.
    if (era !== Object.keys(ERAS).at(-1)) return;

    test('an agent that reads only next goes into all four strategies and out again', async () => {
      const { address: wallet, sign } = await makeSandboxWallet(world, { sol: '100', usdc: '500' });
      const land = (build: Answer) => submit(build, sign);
      const build = ({ endpoint, body }: Answer) => ask(`build_${endpoint.split('/').at(-1)}`, body);

      const entered: string[] = [];
      let slot = 0n;
      for (const [asset, amount] of [
        ['SOL', '10'],
        ['USDC', '250'],
      ]) {
        const { options } = await ask('compare_entries', { wallet, asset, amount });
        for (const { strategy, next } of options) {
          slot = await land(await build(next[0]));
          entered.push(strategy);
        }
      }
      assert.deepEqual(entered.toSorted(), [...STRATEGY_KEYS].toSorted());
      await waitForEpoch();
      const readPositions = () =>
        until('positions after the last transaction', async () => {
          const { asOf, positions } = await ask('list_positions', { wallet });
          if (BigInt(asOf.slot) >= slot) return positions as Answer[];
          clock.pass(2_000);
          return undefined;
        });
      for (let positions = await readPositions(); positions.length > 0; positions = await readPositions()) {
        const calls = positions.flatMap(({ next }) => next.slice(0, 1));
        if (calls.length === 0) await waitForEpoch();
        for (const call of calls) slot = await land(await build(call));
      }
    });

    test('refusals are the problems of the API, as text', async () => {
      const { address: wallet, sign } = await makeSandboxWallet(world, { sol: '0.1' });
      const stake = { strategy: 'sol-liquid-stake', wallet, amount: '5' };
      const { code, holds, needs } = await refuse('build_stake', stake);
      assert.equal(code, 'INSUFFICIENT_FUNDS');
      assert.ok(holds && needs);
      assert.equal((await refuse('build_stake', { ...stake, amount: '1e9' })).code, 'AMOUNT_MALFORMED');
      assert.equal((await refuse('explain_error', { code: 'toString' })).code, 'CODE_UNKNOWN');
      const nothing = { signed_tx: 'AAAA', service_token: 'x' };
      assert.ok((await refuse('submit_signed_transaction', nothing)).code);
      // The same bytes may have been sent before.
      const { transaction } = await ask('build_stake', { ...stake, amount: '0.05' });
      const signed = { signed_tx: await sign(transaction) };
      const refused = await refuse('submit_signed_transaction', signed);
      assert.deepEqual([refused.code, refused.outcome], ['FIELD_MISSING', 'unknown']);
      assert.match(refused.signature, /^\w{64,88}$/);
    });

    test('numbers and texts are taken where they have one reading; a refusal shows a valid call', async () => {
      const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
      const stake = { strategy: 'sol-native-stake', wallet };
      const { receipt } = await ask('build_stake', { ...stake, amount: 1.5 });
      assert.match(JSON.stringify(receipt), /"1\.5"/);
      // A double holds fewer digits than the ledger: what it was is not known.
      for (const amount of [1e21, 9007199254.740993, true, ['1'], null]) {
        const { code, detail } = await refuse('build_stake', { ...stake, amount });
        assert.equal(code, 'FIELD_INVALID');
        assert.match(detail, /^amount .*a valid call is \{"strategy":/);
      }
      const { code, detail } = await refuse('build_stake', stake);
      assert.equal(code, 'FIELD_MISSING');
      assert.match(detail, /^Missing: amount; a valid call is/);
    });

    test('what no tool takes is not passed on', async () => {
      const wallet = (await makeSandboxWallet(world, { sol: '5' })).address;
      const stake = { strategy: 'sol-native-stake', wallet, amount: '1' };
      for (const more of [{ partner_api_key: 'sk' }, { include: [] }, { privateKey: [1, 2] }])
        assert.equal((await refuse('build_stake', { ...stake, ...more })).code, 'ARGUMENT_UNKNOWN');
      assert.equal((await refuse('build_stake', { ...stake, strategy: 'sol' })).code, 'FIELD_INVALID');
    });

    test('what an object inherits is no tool', async () => {
      for (const name of ['constructor', '__proto__', 'toString'])
        await assert.rejects(client.callTool({ name, arguments: {} }), /not found/);
    });
  });
}

test('a client of a protocol without objects in results reads all of it as text', async () => {
  const params = { name: 'get_limits', arguments: { strategy: 'sol-native-stake' } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const accept = 'application/json, text/event-stream';
  const answer = await send('POST', `${url}`, body, { accept });
  const [, data = answer.text] = /^data: (.*)$/m.exec(answer.text) ?? [];
  const { content } = JSON.parse(data).result;
  assert.deepEqual(Errors(OPERATIONS.getLimits.responses.ok, JSON.parse(content[0].text)), []);
});

test('words of an upstream are part of no description', async (t) => {
  const { client, refuse } = await connect('legacy');
  t.after(() => client.close());
  const before = await client.listTools();
  await setFault(world, 'router', { mode: '500', count: 10 });
  const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
  await refuse('build_stake', { strategy: 'sol-liquid-stake', wallet, amount: '1' });
  assert.deepEqual(await client.listTools(), before);
});

test('a page of another site, another host and other methods are refused', async () => {
  const json = { 'content-type': 'application/json' };
  assert.equal((await send('POST', `${url}`, '{}', { ...json, origin: 'https://evil.example' })).status, 403);
  assert.equal((await send('POST', `${url}`, '{}', { ...json, host: 'evil.example' })).status, 403);
  for (const method of ['GET', 'PUT', 'DELETE']) assert.equal((await send(method, `${url}`)).status, 405);
  assert.equal((await send('POST', `${url}`, 'no JSON', json)).status, 400);
});
