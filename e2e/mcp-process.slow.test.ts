import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { chmodSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Client, type ClientCapabilities, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openAttempts } from '@staking-agent/mcp/local';
import { createDataDirectory } from './admin.ts';
import { CHILD_ENVIRONMENT } from './child-environment.ts';
import { send } from './send.ts';
import { control, startWorld } from './world.ts';

const MAIN = join(import.meta.dirname, '../packages/mcp/src/main.ts');
const JSON_BODY = { 'content-type': 'application/json' };
const STAKE = { tool: 'build_stake', arguments: { strategy: 'sol-native-stake', amount: '1' } };
const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 60 });

type Variables = Readonly<Record<string, string>>;
type Answer = { readonly status: string; readonly isRepeat: boolean };

/** Files of an agent's owner: a key with funds, a policy, and where the server keeps what it signed. */
async function prepare(t: TestContext, policy: object = {}) {
  const folder = createDataDirectory(t);
  const made = await control(world, 'wallets', { sol: '20' });
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(value), { mode: 0o600 });
    return join(folder, name);
  };
  const variables: Variables = {
    ...CHILD_ENVIRONMENT,
    STAKING_URL: world.service.url,
    STAKING_DEPLOYMENT: 'sandbox',
    STAKING_RPC_URL: world.sandbox.url,
    STAKING_KEYPAIR: write('key.json', made.secretKey),
    STAKING_POLICY: write('policy.json', {
      wallets: [made.wallet],
      strategies: ['sol-native-stake'],
      ...policy,
    }),
    STAKING_STATE: join(folder, 'state.db'),
  };
  return { variables, wallet: String(made.wallet), secretKey: made.secretKey as number[] };
}

async function start(
  t: TestContext,
  env: Variables,
  mode: 'legacy' | { readonly pin: string } = 'legacy',
  capabilities: ClientCapabilities = {},
  wrapper: readonly string[] = [],
) {
  const [command = '', ...args] = [...wrapper, process.execPath, MAIN];
  const transport = new StdioClientTransport({ command, args, env: { ...env } });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities });
  await client.connect(transport);
  t.after(() => client.close());
  return { client, kill: () => process.kill(transport.pid ?? assert.fail('It runs.'), 'SIGKILL') };
}

async function countStakes(wallet: string): Promise<number> {
  const { body } = await world.get(`/wallets/${wallet}/positions`);
  return body.positions.length;
}

/** A way to the service on which the first broadcast meets somebody. */
async function startProxy(t: TestContext, meet: (forward: () => Promise<void>) => Promise<void>) {
  let isMet = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '' } = request;
    const body = Buffer.concat(chunks).toString();
    const pass = () =>
      send(method, `${world.service.url}${url}`, method === 'GET' ? undefined : body, JSON_BODY);
    if (!url.endsWith('/broadcast') || isMet) return answer(response, await pass());
    isMet = true;
    await meet(async () => void (await pass()));
    response.destroy();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(response: ServerResponse, { status, text }: { status: number; text: string }): void {
  response.writeHead(status, JSON_BODY).end(text);
}

const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;

for (const [era, mode] of Object.entries(ERAS)) {
  test(`over standard streams, protocol ${era}, an agent sees what it would sign, signs and follows it`, async (t) => {
    const { variables, wallet, secretKey } = await prepare(t);
    const { client } = await start(t, variables, mode);
    const { tools } = await client.listTools();
    assert.equal(tools.at(-1)?.name, 'sign_and_submit');
    const args = { ...STAKE.arguments, wallet };
    const built = await client.callTool({ name: 'build_stake', arguments: args });
    assert.equal((built.structuredContent as { verified?: string }).verified, 'exact');
    const signed = await client.callTool({ name: 'sign_and_submit', arguments: STAKE });
    assert.equal((signed.structuredContent as Answer).status, 'landed', JSON.stringify(signed.content));
    assert.equal(await countStakes(wallet), 1);
    // No key in any argument or answer.
    assert.ok(!JSON.stringify([tools, built, signed]).includes(secretKey.slice(0, 16).join(',')));
  });
}

describe('killed between submit and answer, the same call makes one stake', () => {
  const CASES: Readonly<Record<string, boolean>> = {
    'when the service had the transaction': true,
    'when it had not': false,
  };
  for (const [when, isForwarded] of Object.entries(CASES)) {
    test(when, async (t) => {
      const { variables, wallet } = await prepare(t);
      let kill = () => {};
      const url = await startProxy(t, async (forward) => {
        if (isForwarded) await forward();
        kill();
      });
      const first = await start(t, { ...variables, STAKING_URL: url });
      kill = first.kill;
      await assert.rejects(first.client.callTool({ name: 'sign_and_submit', arguments: STAKE }));
      const second = await start(t, { ...variables, STAKING_URL: url });
      for (;;) {
        const { structuredContent, content } = await second.client.callTool({
          name: 'sign_and_submit',
          arguments: STAKE,
        });
        const { status, isRepeat } = structuredContent as Answer;
        if (status !== 'landed') continue;
        assert.ok(content);
        // Where the bytes had not left, they leave now.
        assert.equal(isRepeat, true);
        break;
      }
      assert.equal(await countStakes(wallet), 1);
    });
  }
});

for (const [era, mode] of Object.entries(ERAS)) {
  test(`above the limit of the policy the person is asked through the client, protocol ${era}`, async (t) => {
    const { variables, wallet } = await prepare(t, { confirmAbove: { SOL: '0.1' } });
    const { client } = await start(t, variables, mode, { elicitation: { form: {} } });
    const asked: string[] = [];
    const answers: ElicitResult[] = [
      { action: 'decline' },
      { action: 'accept', content: { approve: false } },
      { action: 'accept', content: { approve: true } },
    ];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answers[asked.length - 1] ?? assert.fail('It asks three times.');
    });
    const call = async () => await client.callTool({ name: 'sign_and_submit', arguments: STAKE });
    for (let i = 0; i < 2; i += 1) {
      const declined = await call();
      assert.match(JSON.stringify(declined.content), /CONFIRMATION_DECLINED/);
      assert.equal(await countStakes(wallet), 0);
    }
    const signed = await call();
    assert.equal((signed.structuredContent as Answer).status, 'landed', JSON.stringify(signed.content));
    assert.match(asked[0] ?? '', /^Stake 1 SOL of \w+ into sol-native-stake\. .*At worst/s);
    assert.equal(await countStakes(wallet), 1);
  });
}

test('an agent cannot approve itself: the command wants a terminal and the secret of the owner', async (t) => {
  const { variables } = await prepare(t, { confirmAbove: { SOL: '0.1' } });
  const { client } = await start(t, variables);
  const refused = await client.callTool({ name: 'sign_and_submit', arguments: STAKE });
  const [, id = ''] = /to approve (\w{16}),/.exec(JSON.stringify(refused.content)) ?? [];
  assert.ok(id);
  for (const argv of [['approve', id], ['approve'], ['init']]) {
    const run = promisify(execFile)(process.execPath, [MAIN, ...argv], { env: { ...variables } });
    await assert.rejects(run, ({ code, stderr }) => code === 2 && /needs a terminal/.test(stderr));
  }
  const again = await client.callTool({ name: 'sign_and_submit', arguments: STAKE });
  assert.match(JSON.stringify(again.content), /CONFIRMATION_REQUIRED/);
});

/** Runs a command of the server in a terminal of 40 columns, whose person answers questions. Returns all that it shows. */
async function runInTerminal(env: Variables, argv: string, answers: Readonly<Record<string, string>>) {
  const command = `stty cols 40; '${process.execPath}' '${MAIN}' ${argv}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...env } });
  const asked = new Map(Object.entries(answers));
  let shown = '';
  for await (const chunk of child.stdout) {
    shown += chunk;
    for (const [question, words] of asked) {
      if (!shown.includes(question)) continue;
      asked.delete(question);
      child.stdin.write(`${words}\r`);
    }
  }
  return shown;
}

test('in a terminal of 40 columns the owner sets it up and approves, with the secret alone', async (t) => {
  const isThere = await promisify(execFile)('script', ['--version']).catch(() => undefined);
  if (isThere === undefined) return t.skip('there is no command "script", which makes a terminal');
  const { variables } = await prepare(t, { confirmAbove: { SOL: '0.1' } });
  const { client } = await start(t, variables);
  const call = async () => await client.callTool({ name: 'sign_and_submit', arguments: STAKE });
  const [, id = ''] = /to approve (\w{16}),/.exec(JSON.stringify((await call()).content)) ?? [];
  const folder = `'${variables['STAKING_STATE']}.d'`;
  const secret = 'correct horse';
  const set = await runInTerminal(variables, `init ${folder}`, { 'A new secret': secret, again: secret });
  assert.match(set, /It may stake into sol-native-stake, sol-liquid-stake, usdc-earn\./);
  assert.ok(!set.includes(secret));
  const guessed = await runInTerminal(variables, `approve ${id}`, { 'Your secret': 'a guess of it' });
  assert.match(guessed, /This is not the secret/);
  assert.match(JSON.stringify((await call()).content), /CONFIRMATION_REQUIRED/);
  const approved = await runInTerminal(variables, `approve ${id}`, { 'Your secret': secret });
  assert.match(
    approved,
    /Stake 1 SOL of \w+ into sol-native-stake\. .*At worst.*Approved, for one signature/s,
  );
  assert.equal(((await call()).structuredContent as Answer).status, 'landed');
  return undefined;
});

test('it does not start with a key and no policy, a key that others may read, or a policy that is none', async (t) => {
  const { variables } = await prepare(t);
  const { STAKING_POLICY = '', STAKING_KEYPAIR = '', ...others } = variables;
  const fail = async (env: Variables, words: RegExp) => {
    const run = promisify(execFile)(process.execPath, [MAIN], { env: { ...env } });
    await assert.rejects(run, ({ code, stderr }) => code === 2 && words.test(stderr));
  };
  await fail({ ...others, STAKING_KEYPAIR }, /STAKING_POLICY must say/);
  await fail({ ...variables, STAKING_POLICY: STAKING_KEYPAIR }, /STAKING_POLICY: A policy is a JSON object/);
  await fail({ ...variables, STAKING_KEYPAIR: STAKING_POLICY }, /STAKING_KEYPAIR: it is no list of 64 bytes/);
  chmodSync(STAKING_POLICY, 0o666);
  await fail(variables, /STAKING_POLICY: anyone may change the file/);
  chmodSync(STAKING_POLICY, 0o600);
  chmodSync(STAKING_KEYPAIR, 0o644);
  await fail(variables, /STAKING_KEYPAIR: others may read the file/);
});

describe('where the journal cannot be kept', () => {
  test('a disk that fills up ends no call in an untrue word, whenever it does', async (t) => {
    const told = new Set<string>();
    // The log has room for the writes of one call; what is in it already decides which of them fails.
    for (const rows of [0, 1, 2, 3, 4]) {
      const { variables, wallet } = await prepare(t);
      const path = variables['STAKING_STATE'] ?? '';
      openAttempts(path).close();
      const attempts = openAttempts(path);
      t.after(() => attempts.close());
      for (let i = 0; i < rows; i += 1) attempts.askApproval(`${i}`, '');
      // A process that ignores the signal is told of its limit by the failing write.
      const full = `trap '' XFSZ; ulimit -f 36; exec "$@"`;
      const { client } = await start(t, variables, 'legacy', {}, ['bash', '-c', full, 'bash']);
      const { structuredContent, content } = await client.callTool({
        name: 'sign_and_submit',
        arguments: STAKE,
      });
      const hasLanded = (structuredContent as Answer | undefined)?.status === 'landed';
      assert.equal(await countStakes(wallet), hasLanded ? 1 : 0, `${rows}: ${JSON.stringify(content)}`);
      if (!hasLanded) assert.match(JSON.stringify(content), /JOURNAL_UNAVAILABLE.*Nothing was sent/);
      told.add(String(hasLanded));
    }
    assert.deepEqual(told, new Set(['false', 'true']));
  });

  test('one that another process holds signs nothing, and is tried again', async (t) => {
    const { variables, wallet } = await prepare(t);
    const { client } = await start(t, variables);
    await client.listTools();
    const other = new DatabaseSync(variables['STAKING_STATE'] ?? '');
    other.exec('BEGIN IMMEDIATE');
    const call = async () => await client.callTool({ name: 'sign_and_submit', arguments: STAKE });
    assert.match(JSON.stringify((await call()).content), /JOURNAL_UNAVAILABLE.*locked.*retryable.*true/);
    assert.equal(await countStakes(wallet), 0);
    other.exec('ROLLBACK');
    other.close();
    assert.equal(((await call()).structuredContent as Answer).status, 'landed');
  });

  test('one that is half written, or none, is refused at the start by its name', async (t) => {
    const { variables } = await prepare(t);
    const path = variables['STAKING_STATE'] ?? '';
    const fail = async () => {
      const run = promisify(execFile)(process.execPath, [MAIN], { env: { ...variables } });
      await assert.rejects(
        run,
        ({ code, stderr }) => code === 2 && /^STAKING_STATE: the journal /.test(stderr),
      );
    };
    openAttempts(path).close();
    truncateSync(path, 6_000);
    await fail();
    writeFileSync(path, 'half of something else, long enough to have the header of a database'.repeat(9));
    await fail();
  });
});
