import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import type { Address } from '@solana/kit';
import { createWallet } from '@staking-agent/dev';
import { giveBelongings, startSandbox } from '@staking-agent/sandbox';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import { createRandom } from '../adversarial/random.ts';
import { askTarget } from '../ask-target.ts';
import { listen } from '../listen.ts';
import { type Answer, DEPLOYMENT, startWorld } from '../world.ts';

type Path = readonly (string | number)[];
/** One member of the answers to a call, and what stands there instead. */
type Lie = { readonly call: string; readonly path: Path; readonly tell: (truth: unknown) => unknown };

/** Another seed tells other lies; more of them are for a longer search. */
const SEED = 7;
const CASES = 60;
/** Items of a list that are lied about; the others are alike. */
const ITEMS = 20;
const random = createRandom(SEED);

const LIES: Readonly<Record<string, Lie['tell']>> = {
  null: () => null,
  nothing: () => undefined,
  'the largest u64': () => JSON.rawJSON('18446744073709551615'),
  'a larger one': () => JSON.rawJSON('18446744073709551616'),
  'no double': () => JSON.rawJSON('1e400'),
  'a fraction below zero': () => -1.5,
  text: () => 'none',
  object: () => ({ a: {} }),
  list: () => [[]],
  cut: (truth) => (typeof truth === 'string' ? truth.slice(0, Math.floor(truth.length / 8) * 4) : []),
  noise: (truth) =>
    Buffer.from(Buffer.from(String(truth), 'base64').map(() => random.below(256))).toString('base64'),
  // Where a token account has its owner; all else stands.
  'of another owner': (truth) =>
    Buffer.from(
      Buffer.from(String(truth), 'base64').map((byte, at) => (at < 32 || at >= 64 ? byte : 7)),
    ).toString('base64'),
};

let lie: Lie | undefined;
/** Members of the answers to each call, by their names without the indices. */
let heard = new Map<string, Map<string, Path[]>>();

function hear(call: string, value: unknown, path: Path = []): void {
  const members = heard.get(call) ?? new Map<string, Path[]>();
  const name = path.filter((each) => typeof each === 'string').join('.');
  const known = members.get(name) ?? [];
  // The same call may be made more than once.
  if (!known.some((each) => String(each) === String(path))) known.push(path);
  heard.set(call, members.set(name, known));
  if (Array.isArray(value))
    for (const [i, item] of value.slice(0, ITEMS).entries()) hear(call, item, [...path, i]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) hear(call, member, [...path, key]);
}

function replaceAt(value: unknown, [name, ...rest]: Path, tell: Lie['tell']): unknown {
  if (name === undefined) return tell(value);
  if (typeof value !== 'object' || value === null || !(name in value)) return value;
  const told = replaceAt(Reflect.get(value, name), rest, tell);
  return Array.isArray(value) ? value.with(Number(name), told) : { ...value, [name]: told };
}

const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
after(sandbox.close);
const liar = createServer(async (incoming, response) => {
  const body = Buffer.concat(await incoming.toArray()).toString();
  const path = String(incoming.url);
  const truth = await askTarget(sandbox.url + path, body === '' ? undefined : body);
  if (truth === undefined) return void response.destroy();
  const answer: unknown = JSON.parse(truth.text);
  const call: string = path === '/' ? JSON.parse(body).method : path.replace(/\?.*/, '');
  hear(call, answer);
  const told = lie?.call === call ? replaceAt(answer, lie.path, lie.tell) : answer;
  response.writeHead(truth.status, { 'content-type': 'application/json' }).end(JSON.stringify(told));
});
const url = await listen({ after }, liar);
const world = await startWorld(
  { after },
  { LEDGER_RPC_URLS: url, ROUTER_URL: `${url}/router`, VAULT_API_URL: url, APY_VALIDATOR_URL: `${url}/apy` },
);

test('no answer of an upstream is a fault of the service', async () => {
  const { address: wallet } = await createWallet();
  sandbox.ledger.fund(wallet as Address, 1_000_000_000_000n);
  const own = await giveBelongings(sandbox.ledger, wallet as Address);
  const { stakeAccount, otherStakeAccount, cooledStakeAccount } = own;
  const post = (path: string, body: object) => [path, () => world.post(path, { wallet, ...body })] as const;
  const get = (path: string) => [path, () => world.get(path)] as const;
  const requests = [
    ...STRATEGY_KEYS.flatMap((strategy) => {
      const exit = { strategy, ...(strategy === 'sol-native-stake' ? { stakeAccount } : { amount: '1' }) };
      return [
        post('/stake', { strategy, amount: '2' }),
        post('/unstake', { ...exit, kind: 'instant' }),
        get(`/strategies/${strategy}`),
        get(`/strategies/${strategy}/facts`),
        get(`/limits?strategy=${strategy}&wallet=${wallet}`),
        get(`/apy/history?strategy=${strategy}&range=1M`),
      ];
    }),
    post('/quote', { strategy: 'sol-native-stake', stakeAccount, amount: 'max' }),
    post('/quote', { strategy: 'sol-liquid-stake', amount: '1' }),
    post('/quote', { strategy: 'sol-leveraged-stake', amount: '1' }),
    post('/unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount }),
    post('/unstake', { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1' }),
    post('/unstake', { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1', minReceive: '0.5' }),
    post('/exit-options', { strategy: 'sol-liquid-stake', amount: '1' }),
    post('/entry-options', { asset: 'SOL', amount: '1' }),
    post('/withdraw', { stakeAccount: cooledStakeAccount }),
    post('/split', { stakeAccount, amount: '1.1' }),
    post('/merge', { into: stakeAccount, from: [otherStakeAccount] }),
    get(`/wallets/${wallet}/positions`),
    get('/status'),
  ];
  const cases: { name: string; ask: () => Promise<Answer>; members: typeof heard }[] = [];
  for (const [name, ask] of requests) {
    heard = new Map();
    const { status, text } = await ask();
    assert.equal(status, 200, `${name}: ${text}`);
    if (heard.size > 0) cases.push({ name, ask, members: heard });
  }
  const failures: string[] = [];
  const tellLie = async ({ name, ask }: (typeof cases)[number], call: string, path: Path, what: string) => {
    lie = { call, path, tell: LIES[what] ?? assert.fail(what) };
    const { status, text } = await ask();
    lie = undefined;
    if (status === 500) failures.push(`${name}, ${call} ${path.join('.')} is ${what}: ${text}`);
  };
  for (const each of cases) {
    const accounts = each.members.get('getMultipleAccounts')?.get('result.value.data') ?? [];
    for (const path of accounts.filter((data) => data.at(-1) === 0)) {
      for (const what of ['text', 'cut', 'noise', 'of another owner'])
        await tellLie(each, 'getMultipleAccounts', path, what);
    }
  }
  for (let i = 0; i < CASES; i += 1) {
    const each = random.pick(cases);
    const [call, named] = random.pick([...each.members]);
    const [, paths] = random.pick([...named]);
    await tellLie(each, call, random.pick(paths), random.pick(Object.keys(LIES)));
  }
  assert.deepEqual(failures, []);
});
