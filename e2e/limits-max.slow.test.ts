import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWallet, type Wallet } from '@staking-agent/dev';
import { formatAmount, STRATEGY_KEYS, type StrategyKey, type StrategyLimits } from '@staking-agent/wire';
import { createRandom } from './adversarial/random.ts';
import { createLedgerClient } from './ledger-client.ts';
import { type Answer, DEPLOYMENT, send, startWorld, type World } from './world.ts';

const { rasolMint, rasolMaxMint, rausdcMint } = DEPLOYMENT;

/** Receipts of each strategy. */
const RECEIPTS = [rasolMint, rasolMaxMint, rausdcMint];

/** Tolerance of the priority fee, which moves from block to block, in SOL. */
const MOST_APART = 0.001;
/** Wallets that are driven at a time. */
const AT_A_TIME = 8;
/** Dust that an exit of everything through the router may leave: its program rounds. */
const DUST = 1_000n;

/** One wallet that puts in as much as it can, and takes out all of it. */
type Life = {
  readonly wallet: Wallet;
  readonly lamports: bigint;
  limits?: StrategyLimits;
  stakeAccount?: string;
  staked: boolean;
};

/**
 * Has wallets of random balances stake `max` and unstake `max`, and holds to the ledger that neither fails where the limits
 * say that there is a max, that the amount is that max, and that nothing is left in the strategy.
 *
 * @returns how many could stake.
 */
async function liveThroughMax(
  world: World,
  strategy: StrategyKey,
  count: number,
  random: () => number,
): Promise<number> {
  const ledger = createLedgerClient(world);
  const lives = await makeLives(world, strategy, count, random);
  const confirm = async () => {
    const slot = await ledger.rpc.getSlot({ commitment: 'processed' }).send();
    while ((await ledger.rpc.getSlot({ commitment: 'confirmed' }).send()) <= slot) await sleep(20);
  };
  const land = async ({ wallet }: Life, built: Answer) => {
    assert.equal(built.status, 200, `${wallet.address}: ${built.text}`);
    await ledger.send(await wallet.sign(built.body.transaction), { preflightCommitment: 'processed' });
  };
  const post = ({ wallet }: Life, path: string, body: object) =>
    world.post(path, { strategy, wallet: wallet.address, ...body });
  const all = async (work: (life: Life) => Promise<void>, some = lives.filter(({ staked }) => staked)) => {
    await inTurns(some, work);
    await confirm();
  };

  await confirm();
  await all(async (life) => {
    const { body } = await world.get(`/limits?strategy=${strategy}&wallet=${life.wallet.address}`);
    const [limits]: readonly StrategyLimits[] = body.strategies;
    const { max, problem } = limits?.wallet ?? assert.fail('the wallet has limits');
    const built = await post(life, '/stake', { amount: 'max' });
    if (problem !== null) {
      assert.equal(built.body.code, problem.code, built.text);
      return;
    }
    // The price of priority may have moved between the two.
    const apart = Math.abs(Number(built.body.amount) - Number(max.amount));
    assert.ok(apart < MOST_APART, `${built.body.amount} and ${max.amount}`);
    life.stakeAccount = built.body.stakeAccount;
    await land(life, built);
    life.staked = true;
  }, lives);
  await takeOut(strategy, { all, post, land, world });
  for (const life of lives.filter(({ staked }) => staked)) {
    const { address } = life.wallet;
    for (const mint of RECEIPTS) {
      const left = await ledger.tokens(address, mint);
      assert.ok(left <= (mint === rasolMint ? DUST : 0n), `${address} has ${left} of ${mint}`);
    }
    if (life.stakeAccount !== undefined) assert.equal(await ledger.balance(life.stakeAccount), 0n);
  }
  return lives.filter(({ staked }) => staked).length;
}

async function takeOut(
  strategy: StrategyKey,
  hands: {
    all(work: (life: Life) => Promise<void>): Promise<void>;
    post(life: Life, path: string, body: object): Promise<Answer>;
    land(life: Life, built: Answer): Promise<void>;
    world: World;
  },
): Promise<void> {
  const { all, post, land, world } = hands;
  if (strategy === 'sol-native-stake') {
    await all(async (life) => {
      const { stakeAccount } = life;
      await land(life, await post(life, '/unstake', { kind: 'deactivate', amount: 'max', stakeAccount }));
    });
    await all(async (life) => {
      const { stakeAccount } = life;
      await land(life, await post(life, '/withdraw', { stakeAccount }));
    });
    return;
  }
  await all(async (life) => {
    await land(life, await post(life, '/unstake', { kind: 'instant', amount: 'max' }));
  });
  if (strategy !== 'sol-leveraged-stake') return;
  await all(async (life) => {
    const body = {
      strategy: 'sol-liquid-stake',
      wallet: life.wallet.address,
      kind: 'instant',
      amount: 'max',
    };
    const built = await world.post('/unstake', body);
    await land(life, built);
  });
}

async function makeLives(
  { sandbox }: World,
  strategy: StrategyKey,
  count: number,
  random: () => number,
): Promise<Life[]> {
  const fund = async (wallet: string, funds: object) => {
    const answer = await send('POST', `${sandbox.url}/sandbox/fund`, { wallet, ...funds });
    assert.equal(answer.status, 200, answer.text);
  };
  const lives: Life[] = [];
  for (let i = 0; i < count; i += 1) {
    const wallet = await createWallet();
    // From a thousandth of what it takes to far more.
    const lamports = BigInt(Math.floor(10 ** (6 + random() * (strategy === 'usdc-earn' ? 3 : 5.5))));
    const usdc = BigInt(Math.floor(10 ** (random() * 10)));
    const needsUsdc = strategy === 'usdc-earn' && random() < 0.9;
    await fund(wallet.address, {
      sol: formatAmount(lamports, 9),
      ...(needsUsdc && { usdc: formatAmount(usdc, 6) }),
    });
    lives.push({ wallet, lamports, staked: false });
  }
  return lives;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

const SEED = Math.floor(Math.random() * 2 ** 32);
const WALLETS = 100;

describe(`${WALLETS * STRATEGY_KEYS.length} wallets that stake max and unstake max, seed ${SEED}`, () => {
  for (const [index, strategy] of STRATEGY_KEYS.entries()) {
    test(strategy, async (t) => {
      const world = await startWorld(t);
      const { below } = createRandom(SEED + index);
      const staked = await liveThroughMax(world, strategy, WALLETS, () => below(2 ** 32) / 2 ** 32);
      t.diagnostic(`${staked} of ${WALLETS} staked`);
      assert.ok(staked > WALLETS / 4 && staked < WALLETS, `${staked} of ${WALLETS}`);
    });
  }
});
