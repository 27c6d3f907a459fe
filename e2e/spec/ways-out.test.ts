import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { EPOCH_REWARDS_ADDRESS, findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import {
  findProtocolPda,
  findVaultIdleTokenAccount,
  getProtocolDecoder,
  getProtocolEncoder,
  type Vault,
} from '@staking-agent/chain/vault';
import {
  EntryOptionsAnswer,
  type ExitOption,
  ExitOptionsAnswer,
  LimitsAnswer,
  PositionsAnswer,
  type Receipt,
  STRATEGY_KEYS,
  type StrategyKey,
  type SuggestedCall,
} from '@staking-agent/wire';
import deploymentFile from '../../deployments/sandbox.json' with { type: 'json' };
import { createDataDirectory, createOperator } from '../admin.ts';
import { assertOk } from '../assert-answer.ts';
import { changeData, changeVault, configureVault, setTokens } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { landBuild } from '../land-build.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import {
  type Answer,
  advanceEpochs,
  createCalls,
  createCleanup,
  DEPLOYMENT,
  deployWith,
  setRouterFault,
  setVaultFault,
  startWorld,
  type World,
} from '../world.ts';

type VaultKey = 'usdc-earn' | 'sol-leveraged-stake';

/** A state that ways out are asked in. */
type State = {
  readonly strategy: StrategyKey;
  readonly name: string;
  readonly arrange?: () => unknown;
  /** Whose deployment names neither strategies of the USDC vault nor a market: the provider pays, the router sells SOL. */
  readonly isBare?: boolean;
  /** With a withdrawal that the wallet has requested. */
  readonly isPending?: boolean;
};

const cleanup = createCleanup();
const clock = createHastyClock();
let world: World;
let operator: ReturnType<typeof createOperator>;
let stopped: string | undefined;
let bare: ReturnType<typeof createCalls>;
let owners: Readonly<
  Record<'plain' | 'pending', { readonly wallet: SandboxWallet; readonly stakeAccount: string }>
>;
let snapshot: ReturnType<World['sandbox']['ledger']['save']>;

const { usdcVault, usdcMint, rasolMint, leveraged, stakePool } = DEPLOYMENT;
const VAULTS = { 'usdc-earn': usdcVault, 'sol-leveraged-stake': leveraged.vault } as const;
const AMOUNTS = {
  'sol-native-stake': '2',
  'sol-liquid-stake': '6',
  'sol-leveraged-stake': '6',
  'usdc-earn': '100',
};

function listVaultStates(strategy: VaultKey): State[] {
  const vault = VAULTS[strategy];
  const configure = (change: Partial<Vault['vaultConfiguration']>) => configureVault(world, vault, change);
  const assetMint = strategy === 'usdc-earn' ? usdcMint : rasolMint;
  const idle = findVaultIdleTokenAccount({ vault, assetMint });
  const empty = () => setTokens(world, idle, 0n);
  const pause = (operationalState: number) => {
    const [protocol] = findProtocolPda();
    changeData(world, protocol, (data) =>
      getProtocolEncoder().encode({ ...getProtocolDecoder().decode(data), operationalState }),
    );
  };
  const lockAll = () =>
    changeVault(world, vault, ({ lockedProfitState, ...rest }) => ({
      ...rest,
      lockedProfitState: { ...lockedProfitState, lastReport: 2n ** 40n },
    }));
  const cannot = () => setVaultFault(world, { mode: 'refuse' });
  const set = (withdrawalWaitingPeriod: bigint, disabledOperations: number) => ({
    strategy,
    name: `it waits for ${withdrawalWaitingPeriod} seconds, and ${disabledOperations} is off`,
    arrange: () => configure({ withdrawalWaitingPeriod, disabledOperations }),
  });
  const states = [
    ...[set(0n, 0), set(0n, 2), set(0n, 6), set(60n, 0)],
    { strategy, name: 'the protocol takes deposits alone', arrange: () => pause(2) },
    { strategy, name: 'the protocol is paused', arrange: () => pause(0) },
    { strategy, name: 'all value is locked', arrange: lockAll },
    { strategy, name: 'nothing is idle', arrange: empty },
    {
      strategy,
      name: 'nothing is idle, and idle funds off',
      arrange: () => [empty(), configure({ disabledOperations: 2 })],
    },
  ];
  if (strategy !== 'usdc-earn') {
    const routed = {
      'the router sells the SOL': empty,
      'the router is stopped that sells the SOL': () => [empty(), stopRouter()],
      'the router is stopped, and idle funds suffice': stopRouter,
    };
    const add = ([name, arrange]: [string, () => unknown]) => ({ strategy, name, isBare: true, arrange });
    return [...states, ...Object.entries(routed).map(add)];
  }
  return [
    ...states,
    ...[set(0n, 4), set(60n, 2), set(60n, 4), set(60n, 6)],
    ...[set(0n, 0), set(60n, 0), set(60n, 2), set(60n, 6)].map((each) => ({
      ...each,
      name: `${each.name}, with a request`,
      isPending: true,
    })),
    { strategy, name: 'a base unit is left', arrange: () => hold(DEPLOYMENT.rausdcMint, 1_000n) },
    { strategy, name: 'the provider is away', arrange: cannot },
    { strategy, name: 'the provider pays the rest', isBare: true },
    {
      strategy,
      name: 'the stake and idle funds are all there is',
      isBare: true,
      arrange: () => [hold(DEPLOYMENT.rausdcMint, 1_000_000n), setTokens(world, idle, 2_000_000n)],
    },
    { strategy, name: 'the provider is to pay the rest, and away', isBare: true, arrange: cannot },
    {
      strategy,
      name: 'the provider is to pay all, and away',
      isBare: true,
      arrange: () => [empty(), cannot()],
    },
    {
      strategy,
      name: 'the provider is to pay all, idle funds off, and away',
      isBare: true,
      arrange: () => [configure({ disabledOperations: 2 }), cannot()],
    },
  ];
}

const hold = (mint: Address, amount: bigint) =>
  setTokens(world, findAssociatedTokenAddress(owners.plain.wallet.address as Address, mint), amount);

async function stop(target: string) {
  await operator.run('stop', target);
  stopped = target;
  await untilStopped(true);
}

const stopRouter = () => stop('router');

function listStates(): State[] {
  const outdate = () =>
    changeData(world, stakePool.address, (data) => {
      const pool = STAKE_POOL_CODEC.decode(data);
      STAKE_POOL_CODEC.write({ ...pool, lastUpdateEpoch: pool.lastUpdateEpoch - 1n }, data, 0);
      return data;
    });
  const pay = async () => {
    changeData(world, EPOCH_REWARDS_ADDRESS, (data) => data.fill(1, 80, 81));
    const { post } = createAsker({});
    const stake = { strategy: 'sol-native-stake', amount: '3' };
    await until('stakes are refused', async () => (await post('/stake', stake)).status !== 200);
  };
  const away = () => setRouterFault(world, { mode: 'refuse' });
  const others = (['sol-liquid-stake', 'sol-leveraged-stake'] as const).flatMap((strategy) => [
    { strategy, name: 'the router is away', arrange: away },
    { strategy, name: 'the pool is of the last epoch', arrange: outdate },
  ]);
  const stops = STRATEGY_KEYS.flatMap((strategy) => [
    { strategy, name: 'it is stopped', arrange: () => stop(strategy) },
    { strategy, name: 'the router is stopped', arrange: stopRouter },
  ]);
  const crumbs = Object.entries({
    'sol-liquid-stake': [rasolMint, 1n],
    'sol-leveraged-stake': [DEPLOYMENT.rasolMaxMint, 1n],
    'usdc-earn': [DEPLOYMENT.rausdcMint, 1n],
  } as const).map(([strategy, [mint, left]]) => ({
    strategy: strategy as StrategyKey,
    name: 'a crumb is left',
    arrange: () => hold(mint, left),
  }));
  return [
    ...crumbs,
    ...stops,
    { strategy: 'sol-native-stake', name: 'open' },
    { strategy: 'sol-native-stake', name: 'rewards are being paid', arrange: pay },
    { strategy: 'sol-native-stake', name: 'the router is away', arrange: away },
    { strategy: 'sol-liquid-stake', name: 'open' },
    ...others,
    ...listVaultStates('sol-leveraged-stake'),
    ...listVaultStates('usdc-earn'),
  ];
}

/** Waits until the service knows what the operator has stopped, or has started again. */
const untilStopped = (isStopped: boolean) =>
  until('the services know of the stop', async () => {
    const answers = await Promise.all([world, bare].map(({ get }) => get('/status')));
    const knows = ({ body }: Answer) =>
      body.stops.some(({ target }: { target: string }) => target === stopped) === isStopped;
    return answers.every(knows);
  });

/** Refusals by upstreams that neither positions nor limits ask. */
const OF_UPSTREAMS = new Set(['ROUTER_UNAVAILABLE', 'VAULT_PROVIDER_UNAVAILABLE', 'VAULT_PROVIDER_REFUSED']);

describe('a way out that is promised is built, and one that is refused is not promised', () => {
  before(async () => {
    const DATA_DIR = createDataDirectory(cleanup);
    operator = createOperator({ DATA_DIR });
    world = await startWorld(cleanup, { DATA_DIR }, clock, { epochsBehind: 4 });
    const { market: _, ...rest } = deploymentFile.leveraged;
    const parts = deployWith(cleanup, { usdcStrategies: undefined, leveraged: rest });
    const environment = { RATE_LIMITS: 'off', DATA_DIR, ...parts };
    bare = createCalls(await startReplica(cleanup, world.sandbox, environment, { clock }));
    const settle = async () => {
      const wallet = await makeSandboxWallet(world, { sol: '60', usdc: '500' });
      const stakes = [];
      for (const [strategy, amount] of Object.entries(AMOUNTS)) {
        const built = await world.post('/stake', { strategy, wallet: wallet.address, amount });
        stakes.push(await landBuild(world, wallet, built));
      }
      return { wallet, stakeAccount: stakes[0]?.stakeAccount };
    };
    owners = { plain: await settle(), pending: await settle() };
    await advanceEpochs(world, 1);
    configureVault(world, usdcVault, { withdrawalWaitingPeriod: 60n });
    const { wallet } = owners.pending;
    const request = {
      strategy: 'usdc-earn',
      wallet: wallet.address,
      kind: 'instant',
      amount: '40',
      step: 'request',
    };
    await landBuild(world, wallet, await world.post('/unstake', request));
    configureVault(world, usdcVault, { withdrawalWaitingPeriod: 0n });
    snapshot = world.sandbox.ledger.save();
  });
  beforeEach(async () => {
    if (stopped !== undefined) {
      await operator.run('start', stopped);
      await untilStopped(false);
      stopped = undefined;
    }
    const { ledger } = world.sandbox;
    const slot = ledger.blocks.tip().slot;
    ledger.restore(snapshot);
    // No node shows a slot again that it has left behind.
    ledger.advanceSlots(slot - ledger.blocks.tip().slot + 1n);
    await Promise.all([setVaultFault(world, { mode: 'none' }), setRouterFault(world, { mode: 'none' })]);
  });

  for (const state of listStates()) {
    test(`${state.strategy}: ${state.name}`, async () => {
      await Promise.all([state.arrange?.()].flat());
      await checkState(state);
    });
  }
});

/** Asks a service about a wallet, of the ledger as it is now: answers are given again for two seconds. */
function createAsker({ isBare, isPending }: Omit<State, 'strategy' | 'name'>) {
  const calls = isBare ? bare : world;
  const { wallet, stakeAccount } = owners[isPending ? 'pending' : 'plain'];
  const settled = (ask: () => Promise<Answer>) =>
    until('the ledger answers', async () => {
      clock.pass(2_001);
      const answer = await ask();
      return !answer.text.includes('LEDGER_UNAVAILABLE') && answer;
    });
  const post = (path: string, body: object) =>
    settled(() => calls.post(path, { wallet: wallet.address, ...body }));
  /** Follows a call; returns the code of its refusal, undefined where it is built. */
  const refuse = async ({ endpoint, body }: Omit<SuggestedCall, 'description'>) => {
    const { status, body: answer } = await post(endpoint.replace('/api/v1', ''), body);
    return status === 200 ? undefined : String(answer.code);
  };
  return {
    post,
    refuse,
    refuseExit: (body: object) => refuse({ endpoint: '/unstake', method: 'POST', body }),
    get: (path: string) => settled(() => calls.get(path)),
    land: (built: Answer) => landBuild({ ...world, post: calls.post }, wallet, built),
    wallet: wallet.address,
    stakeAccount,
  };
}

type Asker = ReturnType<typeof createAsker>;

async function checkState(state: State): Promise<void> {
  const { strategy } = state;
  const asker = createAsker(state);
  const leaves = strategy === 'sol-native-stake' ? { stakeAccount: asker.stakeAccount } : { amount: 'max' };
  const exit = { strategy, kind: 'instant', ...leaves };
  const refused = await asker.refuseExit(exit);
  await checkOptions(asker, strategy, leaves, refused);
  await checkPositions(asker, strategy, refused);
  await checkLimits(asker, strategy, refused);
  await checkStake(asker, strategy, exit);
}

async function checkOptions(
  asker: Asker,
  strategy: StrategyKey,
  leaves: object,
  refused: string | undefined,
) {
  const answer = await asker.post('/exit-options', { strategy, ...leaves });
  // Of everything of nothing there are no options.
  if (answer.status !== 200) return assert.equal(answer.body.code, refused);
  assertOk(answer, ExitOptionsAnswer);
  const options: readonly ExitOption[] = answer.body.options;
  for (const { path, isAvailable, problem, next } of options) {
    const [first] = next;
    if (first !== undefined && first.availableAt === undefined)
      assert.equal(await asker.refuse(first), undefined, path);
    assert.equal(isAvailable || problem?.code === 'EXIT_NEEDS_REQUEST', first !== undefined, path);
    assert.equal(isAvailable, first !== undefined && !JSON.stringify(first).includes('"step"'), path);
    if (path === 'instant') assert.equal(problem?.code, refused);
    if (path !== 'deactivate') continue;
    assert.equal(problem?.code, await asker.refuseExit({ strategy, kind: path, ...leaves }));
  }
}

async function checkPositions(asker: Asker, strategy: StrategyKey, refused: string | undefined) {
  const answer = await asker.get(`/wallets/${asker.wallet}/positions`);
  assertOk(answer, PositionsAnswer);
  const { positions }: PositionsAnswer = answer.body;
  for (const { warnings, next, ...position } of positions) {
    if (position.strategy !== strategy) continue;
    for (const call of next) {
      const code = await asker.refuse(call);
      if (!OF_UPSTREAMS.has(code ?? '')) assert.equal(code, undefined, JSON.stringify(call));
    }
    assert.ok(next.length > 0 || warnings.length > 0, 'where nothing is possible, a warning says why');
    if (refused === undefined && position.state === 'active') assert.notEqual(next.length, 0);
  }
}

async function checkLimits(asker: Asker, strategy: StrategyKey, refused: string | undefined) {
  const answer = await asker.get(`/limits?wallet=${asker.wallet}&strategy=${strategy}`);
  assertOk(answer, LimitsAnswer);
  const [limits]: LimitsAnswer['strategies'] = answer.body.strategies;
  const staked = await asker.post('/stake', { strategy, amount: '3' });
  // Limits are those of the ledger: the router may find another way in.
  if (staked.status !== 200 && !OF_UPSTREAMS.has(staked.body.code)) {
    assert.equal(limits?.closedReason?.code, staked.body.code);
    assert.equal(limits?.wallet?.problem?.code, staked.body.code);
  }
  if (staked.status === 200) assert.deepEqual([limits?.closedReason, limits?.wallet?.problem], [null, null]);
  const own = limits?.unstake.find(({ kind }) => kind === 'instant')?.wallet;
  if (own === null || own === undefined || OF_UPSTREAMS.has(refused ?? '')) return;
  assert.equal(own.problem?.code, refused);
  assert.equal(own.max.baseUnits === '0', refused !== undefined);
  if (limits?.isOpen && refused !== 'AMOUNT_TOO_SMALL')
    assert.notEqual(own.holds.baseUnits, '0', 'what cannot leave is there all the same');
}

/** Lands a stake, where one is built, and follows the way out that its receipt names. */
async function checkStake(asker: Asker, strategy: StrategyKey, exit: object) {
  const [asset, amount] = [strategy === 'usdc-earn' ? 'USDC' : 'SOL', '3'];
  const entries = await asker.post('/entry-options', { asset, amount });
  assertOk(entries, EntryOptionsAnswer);
  const { options }: EntryOptionsAnswer = entries.body;
  const entry = options.find((each) => each.strategy === strategy);
  const staked = await asker.post('/stake', { strategy, amount, include: ['receipt'] });
  assert.equal(entry?.isAvailable, staked.status === 200);
  if (staked.status !== 200) return;
  const { isPossible, description, next }: Receipt['undo'] = staked.body.receipt.undo;
  if (description.includes('takes the whole position')) assert.doesNotMatch(description, /the rest is asked/);
  await asker.land(staked);
  const [first] = next;
  assert.equal(isPossible, first !== undefined);
  if (first === undefined) {
    assert.match(description, /no way out/);
    assert.notEqual(await asker.refuseExit(exit), undefined, description);
  } else {
    assert.equal(await asker.refuse(first), undefined, JSON.stringify(first));
  }
  // Steps that wait are no leaving at once.
  if (entry?.leaveAtOnce) assert.equal(isPossible && !JSON.stringify(first).includes('"step"'), true);
}
