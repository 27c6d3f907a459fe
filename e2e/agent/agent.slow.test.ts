import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { findFreePort } from '@staking-agent/dev';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import { createHastyClock } from '../hasty-clock.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { advanceEpochs, send, startWorld } from '../world.ts';

const port = await findFreePort();
const clock = createHastyClock();
const world = await startWorld({ after }, { PORT: String(port) }, clock, { slotMilliseconds: 60 });
// The rounds in which the service asks for statuses.
clock.hasten([1_000, 1_000]);
const { url: origin } = world.service;
const FUNDS = { sol: '100', usdc: '500' };

const createMeans = async () => {
  const { address: wallet, sign } = await makeSandboxWallet(world, FUNDS);
  // As long as positions are given again.
  const pause = async () => clock.pass(2_001);
  // Else an agent is told the positions of before, and waits for a hundred epochs until they are read anew.
  const waitForEpoch = async () => {
    await advanceEpochs(world, 1);
    await pause();
  };
  return { origin, wallet, sign, waitForEpoch, pause, amounts: { SOL: '10', USDC: '250' } };
};

/** Everything the wallet has, as the ledger says. */
async function readBalance(wallet: string): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] };
  const { body } = await send('POST', world.sandbox.url, call);
  return body.result.value / 1e9;
}

describe('an agent that has the base URL and reads llms.txt', () => {
  test('goes into all strategies, and out of them by the first call that is offered', async () => {
    const means = await createMeans();
    const agent = await readInstructions(means);
    assert.deepEqual(await agent.enterAll(), STRATEGY_KEYS);
    await means.waitForEpoch();
    const called = await agent.leaveAll(([first]) => first);
    assert.deepEqual(called.toSorted(), [
      'unstake sol-leveraged-stake instant',
      'unstake sol-liquid-stake instant',
      'unstake sol-liquid-stake instant',
      'unstake sol-native-stake deactivate',
      'unstake usdc-earn instant',
      'withdraw',
    ]);
    assert.ok((await readBalance(means.wallet)) > 99.9);
  });

  test('goes out by the last call that is offered just as well', async () => {
    const means = await createMeans();
    const agent = await readInstructions(means);
    await agent.enterAll();
    await means.waitForEpoch();
    const called = await agent.leaveAll((calls) => calls.at(-1));
    for (const way of ['sol-native-stake instant', 'sol-liquid-stake slow', 'usdc-earn instant']) {
      assert.ok(called.includes(`unstake ${way}`), way);
    }
    assert.ok((await readBalance(means.wallet)) > 99);
  });

  test('learns from a refusal where it is explained', async () => {
    const body = { strategy: 'sol-native-stake', wallet: 'x', amount: '1.5000000001' };
    const refused = await send('POST', `${origin}/api/v1/stake`, body);
    const [, help = ''] = /<([^>]+)>; rel="help"/.exec(String(refused.headers['link'])) ?? [];
    const explained = await send('GET', help, undefined, { accept: 'application/json' });
    assert.equal(explained.body.code, refused.body.code);
    assert.equal(explained.body.type, refused.body.type);
    assert.ok(explained.body.cause && explained.body.cure);
  });
});

describe('an agent that finds the skill of a deployment', () => {
  const readSkill = async () => {
    const { body } = await send('GET', `${origin}/.well-known/agent-skills/index.json`);
    assert.equal(body.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    assert.equal(body.skills.length, 1);
    const [skill] = body.skills;
    return { skill, ...(await send('GET', skill.url)) };
  };

  test('gets the bytes that the digest is of', async () => {
    const { skill, text, headers } = await readSkill();
    assert.equal(skill.digest, `sha256:${createHash('sha256').update(text).digest('hex')}`);
    assert.deepEqual([skill.name, skill.type], ['staking-agent', 'skill-md']);
    assert.match(String(headers['content-type']), /^text\/markdown/);
    const [, front = '', content = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    assert.ok(front.includes(`name: ${skill.name}\ndescription: ${skill.description}\n`));
    assert.ok(skill.description.length <= 1_024 && content.split('\n').length < 200);
  });

  test('is led to pages of this deployment that are there', async () => {
    const { text } = await readSkill();
    const links = [...text.matchAll(/https?:\/\/[^\s"'`)]+/g)].map(([link]) => link);
    assert.ok(links.length >= 4);
    for (const link of links) {
      assert.ok(link.startsWith(`${origin}/`), link);
      if (!/\/(mcp|api\/v1)$/.test(link)) assert.equal((await send('GET', link)).status, 200, link);
    }
  });

  test('is told of every tool, and of none that is not there', async () => {
    const { text } = await readSkill();
    const [, section = ''] = /^## Tools instead of calls$([\s\S]*?)^## /m.exec(text) ?? [];
    const named = [...section.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
    const { tools } = await client.listTools();
    await client.close();
    // The last one is of the agent's machine alone.
    assert.deepEqual(named.toSorted(), [...tools.map(({ name }) => name), 'sign_and_submit'].toSorted());
    assert.ok(section.includes('`staking-agent-mcp`'));
  });

  test('stakes with its commands as they stand there', async () => {
    const { text } = await readSkill();
    const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
    assert.equal(commands.length, 5);
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
    // biome-ignore lint/style/noProcessEnv: programs are found by the path of the environment.
    const env = { ...process.env, wallet, sandbox: world.sandbox.url };
    const script = `set -euo pipefail\n${commands.slice(0, 4).join('')}echo; ${commands[4]}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
    assert.match(stdout, /"summary": "[^"]*1\.5 SOL/);
    assert.match(stdout, /"status": "landed"/);
    assert.ok((await readBalance(wallet)) < 3.5);
  });
});

/** What an agent has of its own, besides the address of a deployment. */
type AgentMeans = {
  /** Where the deployment is. */
  readonly origin: string;
  readonly wallet: string;
  sign(transaction: string): Promise<string>;
  /** Lets time pass until the next epoch. */
  waitForEpoch(): Promise<void>;
  /** Lets a little time pass. */
  pause(): Promise<void>;
  /** What it stakes, by asset. */
  readonly amounts: Readonly<Record<string, string>>;
};

type Call = {
  readonly description: string;
  readonly endpoint: string;
  readonly method: string;
  readonly body?: unknown;
};
// biome-ignore lint/suspicious/noExplicitAny: an agent knows no schema; it reads what it is told to read.
type Answer = any;

/** An agent that knows `llms.txt`, and follows what it reads there. */
type Agent = {
  /** Goes into every strategy; returns the strategies. */
  enterAll(): Promise<string[]>;
  /**
   * Leaves everything the wallet has, until nothing is left.
   *
   * @param choose - picks among the calls that are possible.
   * @returns what was called, in order.
   */
  leaveAll(choose: (calls: readonly Call[]) => Call | undefined): Promise<string[]>;
};

/** Reads `llms.txt`, and nothing else, to know what to do. */
async function readInstructions(means: AgentMeans): Promise<Agent> {
  const { origin, wallet } = means;
  const page = await send('GET', `${origin}/llms.txt`);
  const [, block = ''] = /^```json\n(.*?)\n```$/ms.exec(page.text) ?? [];
  const { enter, submit, follow, exit } = JSON.parse(block);

  const request = async ({ endpoint, method, body }: Call): Promise<Answer> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { 'content-type': 'application/json' };
    const answer = await send(method, `${origin}${endpoint}`, text, text === undefined ? {} : headers);
    assert.equal(answer.status, 200, `${method} ${endpoint} ${text} answered ${answer.text}`);
    return answer.body;
  };
  const land = async (build: Answer): Promise<Answer> => {
    const signed_tx = await means.sign(build.transaction);
    const call = build.route === 'router' ? submit.router : submit.otherwise;
    const { signature } = await request(fill(call, { build, signed_tx }));
    let status: Answer;
    do status = await request(fill(follow, { build, signature }));
    while (['pending', 'unknown'].includes(status.status));
    assert.equal(status.status, 'landed', JSON.stringify(status));
    return status;
  };

  return {
    async enterAll() {
      const entered: string[] = [];
      for (const each of enter) {
        const call = fill(each, { wallet, ...means.amounts });
        await land(await request(call));
        entered.push(Object(call.body).strategy);
      }
      return entered;
    },
    async leaveAll(choose) {
      const called: string[] = [];
      let slot = 0n;
      const readPositions = () =>
        until('positions after the last transaction', async () => {
          const { asOf, positions } = await request(fill(exit, { wallet }));
          if (BigInt(asOf.slot) >= slot) return positions;
          await means.pause();
          return undefined;
        });
      for (;;) {
        const positions = await readPositions();
        if (positions.length === 0) return called;
        const calls: Call[] = positions.map(({ next }: Answer) => choose(next)).filter(Boolean);
        if (calls.length === 0) await means.waitForEpoch();
        for (const call of calls) {
          const { kind, strategy } = Object(call.body);
          called.push([call.endpoint.split('/').at(-1), strategy, kind].filter(Boolean).join(' '));
          slot = BigInt((await land(await request(call))).slot);
        }
      }
    },
  };
}

/** Fills in the names in braces; one that stands alone keeps its type. */
function fill(call: Call, values: Readonly<Record<string, unknown>>): Call {
  return fillValue(call, values) as Call;
}

function fillValue(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => fillValue(each, values));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillValue(each, values)]));
  }
  if (typeof value !== 'string') return value;
  const [, alone] = /^\{([\w.]+)\}$/.exec(value) ?? [];
  if (alone !== undefined) return find(alone, values);
  return value.replace(/\{([\w.]+)\}/g, (_, name: string) => String(find(name, values)));
}

function find(name: string, values: Readonly<Record<string, unknown>>): unknown {
  const found = name.split('.').reduce<unknown>((at, member) => Object(at)[member], values);
  assert.notEqual(found, undefined, `llms.txt asks for ${name}, which nothing gives`);
  return found;
}
