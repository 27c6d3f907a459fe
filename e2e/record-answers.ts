import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { address } from '@solana/kit';
import {
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
} from '@staking-agent/chain/stake';
import { createWallet, type World } from '@staking-agent/dev';
import { type ExampleRequest, OPERATIONS, type Operation, type OperationId } from '@staking-agent/wire';
import { EXAMPLE_SEEDS, type Recorded } from '@staking-agent/wire/examples';
import { liveEpochs } from './flows/outlive-source.ts';
import { signBuild } from './land-build.ts';
import { createLedgerClient, readSignature } from './ledger-client.ts';
import { withService } from './record-problems.ts';
import { send } from './send.ts';
import { until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a recorder keeps what it is answered; tests hold it to the contract.
type Answer = any;
type Exchange = Recorded[string][string][number];
type Exchanges = Record<string, Record<string, Exchange[]>>;
type Actor = Awaited<ReturnType<typeof createActor>>;

/** Finished epochs, so that yields over seven days and over all captures differ. */
const EPOCHS = 12;
/** Blocks after which none of the builds before can land any more. */
const LIFETIME = 200n;
/** Points of a history that are shown. */
const POINTS = 3;
/** Milliseconds between two attempts of a request that can succeed later, and how many there are. */
const PAUSE = 100;
const ATTEMPTS = 600;
/** Operations whose requests need what others answered. */
const LATER: readonly string[] = ['refresh', 'broadcast', 'getTransaction'];

/** Sends the examples of every operation to a service on a sandbox of its own, and returns the answers. */
export async function recordAnswers(): Promise<Recorded> {
  return await withService({ epochsBehind: EPOCHS }, { RATE_LIMITS: 'off' }, async (world) => {
    const actor = await createActor(world);
    await prepare(actor, world);
    const recorded = await recordBuilds(actor);
    await outlive(actor, world);
    await recordRefreshes(actor, recorded);
    await recordLanding(actor, recorded);
    return recorded;
  });
}

/** Gives the wallet something of everything, and waits until the service says how long slots take. */
async function prepare({ ask, submit, keys }: Actor, world: World): Promise<void> {
  const { sandbox } = world;
  const { voteAccount } = sandbox.ledger.deployment;
  const wallet = address(keys.wallet.address);
  await call('POST', `${sandbox.url}/sandbox/fund`, { wallet, sol: '100', usdc: '5000' });
  for (const [key, lamports] of [
    [keys.stakeAccount, 4_001_666_240n],
    [keys.secondStakeAccount, 1_501_666_240n],
    [keys.cooledStakeAccount, 1_501_666_240n],
  ] as const) {
    const stakeAccount = address(key.address);
    const instructions = getCreateAndDelegateInstructions({ wallet, stakeAccount, voteAccount, lamports });
    await submit(instructions, [keys.wallet, key]);
  }
  for (const [strategy, amount] of [
    ['sol-liquid-stake', '20'],
    ['sol-leveraged-stake', '5'],
    ['usdc-earn', '1000'],
  ]) {
    const built: Answer = await ask('stake', { body: { strategy, wallet, amount } });
    await ask('broadcast', { body: await signBuild(keys.wallet, built) });
  }
  // With a capture of each: else it is chance which of them the answers know.
  await liveEpochs(world, 1);
  const stakeAccount = address(keys.cooledStakeAccount.address);
  await submit([getDeactivateStakeInstruction({ wallet, stakeAccount })], [keys.wallet]);
  await liveEpochs(world, 1);
  await until('slot times are known', async () =>
    JSON.stringify(await ask('getLimits', {})).includes('"earliest"'),
  );
}

/** Lets so many blocks pass that no build of before can land, and waits until the service builds with a later one. */
async function outlive({ ask, keys }: Actor, { sandbox }: World): Promise<void> {
  const body = { strategy: 'usdc-earn', wallet: keys.wallet.address, amount: '1' };
  const getHeight = async () =>
    BigInt(((await ask('stake', { body })) as Answer).expiry.lastValidBlockHeight);
  const before = await getHeight();
  sandbox.ledger.advanceSlots(LIFETIME);
  await until('no build of before can land', async () => (await getHeight()) >= before + LIFETIME);
}

/** Asks what depends on no earlier answer: everything but {@link LATER}. */
async function recordBuilds({ ask }: Actor): Promise<Exchanges> {
  const recorded: Exchanges = {};
  for (const { id, examples } of Object.values<Operation>(OPERATIONS)) {
    if (LATER.includes(id)) continue;
    const variants: Record<string, Exchange[]> = {};
    for (const [variant, requests] of Object.entries(examples)) {
      variants[variant] = [];
      for (const example of requests) variants[variant].push({ answer: await ask(id, example) });
    }
    recorded[id] = variants;
  }
  return recorded;
}

/** Refreshes the first build of each variant, none of which can land any more. */
async function recordRefreshes({ ask }: Actor, recorded: Exchanges): Promise<void> {
  const builds = { ...recorded['unstake'] };
  for (const id of ['stake', 'withdraw', 'split', 'merge']) {
    for (const [key, exchanges] of Object.entries(recorded[id] ?? {})) builds[`${id}.${key}`] = exchanges;
  }
  const refreshed: Record<string, Exchange[]> = {};
  for (const variant of Object.keys(OPERATIONS.refresh.examples)) {
    const build: Answer = builds[variant]?.[0]?.answer;
    const body = { transaction: build.transaction, service_token: build.service_token };
    refreshed[variant] = [{ body, answer: await ask('refresh', { body }) }];
  }
  recorded['refresh'] = refreshed;
}

/** Broadcasts a build for the ledger and one for the router, and looks transactions up. */
async function recordLanding({ ask, submit, keys }: Actor, recorded: Exchanges): Promise<void> {
  const { wallet, stakeAccount } = keys;
  const getRefreshed = (variant: string): Answer => recorded['refresh']?.[variant]?.[0]?.answer;
  const exit = getRefreshed('sol-native-stake.deactivate');
  const broadcast = async (build: Answer) => {
    const body = await signBuild(wallet, build);
    return { body, answer: (await ask('broadcast', { body })) as Answer };
  };
  const failed = await submit(
    [
      getWithdrawStakeInstruction({
        wallet: address(wallet.address),
        stakeAccount: address(stakeAccount.address),
        lamports: 1_000_000_000n,
      }),
    ],
    [wallet],
  );
  const landed = await broadcast(exit);
  const routed = await broadcast(getRefreshed('stake.sol-liquid-stake'));
  recorded['broadcast'] = { ok: [landed, routed] };
  const { lastValidBlockHeight } = exit.expiry;
  const unsent = await wallet.sign(getRefreshed('stake.usdc-earn').transaction);
  const asked = [
    { params: { signature: landed.answer.signature }, query: { lastValidBlockHeight, wait: '20' } },
    { params: { signature: failed }, query: {} },
    { params: { signature: readSignature(unsent) }, query: { lastValidBlockHeight } },
  ];
  const found: Exchange[] = [];
  for (const each of asked) found.push({ ...each, answer: await ask('getTransaction', each) });
  recorded['getTransaction'] = { ok: found };
}

/** The wallet of the examples, and what it does with API and sandbox. */
async function createActor({ service, sandbox }: World) {
  const createKey = (name: keyof typeof EXAMPLE_SEEDS) =>
    createWallet(createHash('sha256').update(EXAMPLE_SEEDS[name]).digest());
  const keys = {
    wallet: await createKey('wallet'),
    stakeAccount: await createKey('stakeAccount'),
    secondStakeAccount: await createKey('secondStakeAccount'),
    cooledStakeAccount: await createKey('cooledStakeAccount'),
  };
  const { submit } = createLedgerClient({ sandbox });

  async function ask(
    id: string,
    { params = {}, query = {}, body }: Partial<ExampleRequest>,
  ): Promise<object> {
    const { method, path } = OPERATIONS[id as OperationId];
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    return await call(method, `${service.url}/api/v1${target}?${new URLSearchParams(query)}`, body);
  }

  return { ask, submit, keys };
}

/** Sends a request until it succeeds, as long as the service says that it can succeed later. */
async function call(method: 'GET' | 'POST', url: string, body?: object): Promise<object> {
  for (let left = ATTEMPTS; ; left -= 1) {
    const { status, body: said } = await send(method, url, body);
    if (status === 200) return 'points' in said ? { ...said, points: said.points.slice(0, POINTS) } : said;
    if (said.retryable !== true || left === 0) throw new Error(`${url} answered ${JSON.stringify(said)}`);
    await setTimeout(PAUSE);
  }
}

/** Members that need a measured slot time or the time of a block, and places that are drawn. */
const MOVING: readonly string[] = ['earliest', 'latest', 'rewards', 'time', 'cursor'];

/**
 * Prints answers with everything that moves made still: figures, times, bytes and addresses, and estimates of time, which an
 * answer may lack. Two recordings with the same print differ in nothing else.
 */
export function printStill(answers: unknown): string {
  return JSON.stringify(answers, (name, value) => {
    if (MOVING.includes(name)) return undefined;
    if (typeof value === 'number') return 0;
    if (typeof value !== 'string') return value;
    return value
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'time')
      .replace(/[\w+/=.-]{32,}/g, 'bytes')
      .replace(/\d+(\.\d+)?/g, '0');
  });
}
