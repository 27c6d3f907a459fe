import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { send } from '../world.ts';

/** What an agent has of its own, besides the address of a deployment. */
export type AgentMeans = {
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
export type Agent = {
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
export async function readInstructions(means: AgentMeans): Promise<Agent> {
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
