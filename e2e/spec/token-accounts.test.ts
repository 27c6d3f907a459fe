import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { findVaultIdleTokenAccount } from '@staking-agent/chain/vault';
import { LimitsAnswer, PositionsAnswer, type StrategyKey } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, configureVault, freezeTokens, giveTokensAway, setTokens } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { landBuild } from '../land-build.ts';
import { passSlots } from '../pass-slots.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, advanceEpochs, DEPLOYMENT, startWorld } from '../world.ts';

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock);
const wallet = await makeSandboxWallet(world, { sol: '60', usdc: '500' });
const AMOUNTS = { 'sol-liquid-stake': '6', 'sol-leveraged-stake': '6', 'usdc-earn': '100' };
for (const [strategy, amount] of Object.entries(AMOUNTS)) {
  const built = await world.post('/stake', { strategy, wallet: wallet.address, amount });
  await landBuild(world, wallet, built);
}
await advanceEpochs(world, 1);

/** Asks about the ledger as it is now: answers are given again for two seconds. */
const settled = (ask: () => Promise<Answer>) =>
  until('the ledger answers', async () => {
    clock.pass(2_001);
    const answer = await ask();
    return !answer.text.includes('LEDGER_UNAVAILABLE') && answer;
  });

/** Reads what limits and positions say of the wallet in a strategy, and how builds of an amount are refused. */
async function read(strategy: StrategyKey) {
  const { address } = wallet;
  const build = (path: string, body: object) =>
    settled(() => world.post(path, { strategy, wallet: address, amount: '3', ...body }));
  const [stake, exit] = [await build('/stake', {}), await build('/unstake', { kind: 'instant' })];
  const told = await settled(() => world.get(`/limits?wallet=${address}&strategy=${strategy}`));
  assertOk(told, LimitsAnswer);
  const found = await settled(() => world.get(`/wallets/${address}/positions`));
  assertOk(found, PositionsAnswer);
  const [limits]: LimitsAnswer['strategies'] = told.body.strategies;
  const { positions }: PositionsAnswer = found.body;
  return {
    refused: [stake.body.code, exit.body.code],
    own: [limits?.wallet, limits?.unstake.find(({ kind }) => kind === 'instant')?.wallet],
    held: positions.filter((each) => each.strategy === strategy),
  };
}

const { solMint, leveraged, rasolMint, rasolMaxMint, rausdcMint, usdcMint } = DEPLOYMENT;
const LACKS = 'INSUFFICIENT_FUNDS';
const REFUSES = 'TOKEN_REFUSED';
/** Seconds of a waiting period, and slots in which they pass. */
const WAITS = 20n;
const SLOTS = 101;

describe("a token account that is frozen, or no more the wallet's own", () => {
  const rows: readonly (readonly [
    strategy: StrategyKey,
    account: string,
    mint: Address,
    change: typeof freezeTokens,
    refused: readonly [stake: string, exit: string],
    holds: readonly [stake: boolean, exit: boolean],
  ])[] = [
    ['sol-liquid-stake', 'raSOL, frozen', rasolMint, freezeTokens, [REFUSES, REFUSES], [true, true]],
    ['sol-liquid-stake', 'raSOL, given away', rasolMint, giveTokensAway, [REFUSES, LACKS], [true, false]],
    ['sol-leveraged-stake', 'raSOL, frozen', rasolMint, freezeTokens, [REFUSES, REFUSES], [true, true]],
    ['sol-leveraged-stake', 'raSOL, given away', rasolMint, giveTokensAway, [REFUSES, REFUSES], [true, true]],
    ['sol-leveraged-stake', 'receipts, frozen', rasolMaxMint, freezeTokens, [REFUSES, REFUSES], [true, true]],
    [
      'sol-leveraged-stake',
      'receipts, given away',
      rasolMaxMint,
      giveTokensAway,
      [REFUSES, LACKS],
      [true, false],
    ],
    ['usdc-earn', 'USDC, frozen', usdcMint, freezeTokens, [REFUSES, REFUSES], [true, true]],
    ['usdc-earn', 'USDC, given away', usdcMint, giveTokensAway, [LACKS, REFUSES], [false, true]],
    ['usdc-earn', 'receipts, frozen', rausdcMint, freezeTokens, [REFUSES, REFUSES], [true, true]],
    ['usdc-earn', 'receipts, given away', rausdcMint, giveTokensAway, [REFUSES, LACKS], [true, false]],
  ];
  for (const [strategy, account, mint, change, refused, holds] of rows) {
    test(`${strategy}: ${account}`, async (t) => {
      const at = findAssociatedTokenAddress(wallet.address as Address, mint);
      const before = world.sandbox.ledger.bank.findAccount(at)?.data ?? [];
      t.after(() => changeData(world, at, () => before));
      change(world, at);
      const now = await read(strategy);
      assert.deepEqual(now.refused, refused);
      assert.deepEqual(
        now.own.map((each) => [each?.max.baseUnits, each?.problem?.code, each?.holds.baseUnits !== '0']),
        refused.map((code, i) => ['0', code, holds[i]]),
        'limits say what builds say',
      );
      const shown = now.held.map(({ next, warnings }) => [next.length, warnings.map(({ code }) => code)]);
      assert.deepEqual(shown, holds[1] ? [[0, ['EXIT_NOT_POSSIBLE']]] : []);
    });
  }

  test('sol-leveraged-stake: wrapped SOL, given away, which a flash loan goes through', async (t) => {
    const { bank } = world.sandbox.ledger;
    const of = (mint: Address) => findAssociatedTokenAddress(wallet.address as Address, mint);
    const idle = findVaultIdleTokenAccount({ vault: leveraged.vault, assetMint: rasolMint });
    const [rasol, paying] = [of(rasolMint), idle].map((at) => bank.findAccount(at) ?? assert.fail());
    assert.ok(rasol && paying);
    const data = Uint8Array.from(rasol.data);
    data.set(toAddressBytes(solMint));
    bank.setAccount({ ...rasol, address: of(solMint), data } as typeof rasol);
    t.after(() => bank.setAccount(paying));
    for (const [change, refused] of [
      [() => undefined, [undefined, undefined]],
      [() => giveTokensAway(world, of(solMint)), [undefined, undefined]],
      [() => setTokens(world, idle, 0n), [undefined, REFUSES]],
    ] as const) {
      change();
      const now = await read('sol-leveraged-stake');
      assert.deepEqual(now.refused, refused);
      assert.deepEqual(
        now.own.map((each) => each?.problem?.code),
        refused,
      );
      assert.equal(now.held[0]?.next.length, refused[1] === undefined ? 1 : 0);
    }
  });

  test('as it was, everything is possible again', async () => {
    for (const strategy of Object.keys(AMOUNTS) as StrategyKey[]) {
      const { refused, own, held } = await read(strategy);
      assert.deepEqual(refused, [undefined, undefined]);
      assert.deepEqual(
        own.map((each) => each?.problem),
        [null, null],
      );
      assert.notEqual(held[0]?.next.length, 0);
    }
  });
});

describe('a requested withdrawal of USDC', () => {
  const { address } = wallet;
  const unstake = (step: string) =>
    settled(() =>
      world.post('/unstake', { strategy: 'usdc-earn', wallet: address, kind: 'instant', amount: '40', step }),
    );
  const change = (t: TestContext, mint: Address, by: typeof freezeTokens) => {
    const at = findAssociatedTokenAddress(address as Address, mint);
    const before = world.sandbox.ledger.bank.findAccount(at)?.data ?? [];
    t.after(() => changeData(world, at, () => before));
    by(world, at);
  };
  const CHANGES = { frozen: freezeTokens, 'given away': giveTokensAway };
  before(() => configureVault(world, DEPLOYMENT.usdcVault, { withdrawalWaitingPeriod: WAITS }));

  for (const [how, by] of Object.entries(CHANGES)) {
    test(`is not taken where the claim would pay into an account that is ${how}`, async (t) => {
      change(t, usdcMint, by);
      assertProblem(await unstake('request'), { slug: 'upstream_error', code: REFUSES });
    });
  }

  const steps = async () => {
    const answer = await settled(() => world.get(`/wallets/${address}/positions`));
    assertOk(answer, PositionsAnswer);
    const { positions }: PositionsAnswer = answer.body;
    const asked = positions.find(({ state }) => state === 'requested' || state === 'claimable');
    return {
      next: asked?.next.map(({ body }) => Object(body).step),
      warned: asked?.warnings.map(({ code, detail }) => [code, /token program refused/.test(detail)]),
    };
  };
  const WARNED = [['EXIT_NOT_POSSIBLE', true]];

  test('is warned of before it is due', async (t) => {
    await landBuild(world, wallet, await unstake('request'));
    await until('it is asked for', async () => (await steps()).next?.includes('cancel'));
    change(t, usdcMint, freezeTokens);
    assert.deepEqual(await steps(), { next: ['cancel'], warned: WARNED });
  });

  test('is paid or taken back once it is due', async () => {
    await passSlots(world, SLOTS);
    await until('it is due', async () => (await steps()).next?.includes('claim'));
    assert.deepEqual(await steps(), { next: ['claim', 'cancel'], warned: [] });
  });

  for (const [how, by] of Object.entries(CHANGES)) {
    for (const [asset, mint, refused, left] of [
      ['USDC', usdcMint, 'claim', 'cancel'],
      ['raUSDC', rausdcMint, 'cancel', 'claim'],
    ] as const) {
      test(`is not to ${refused} while the account of ${asset} is ${how}`, async (t) => {
        change(t, mint, by);
        assertProblem(await unstake(refused), { slug: 'upstream_error', code: REFUSES });
        assert.equal((await unstake(left)).status, 200);
        assert.deepEqual(await steps(), { next: [left], warned: WARNED });
      });
    }
  }

  test('is paid once the account is as it was', async () => {
    assert.deepEqual(await steps(), { next: ['claim', 'cancel'], warned: [] });
    await landBuild(world, wallet, await unstake('claim'));
  });
});
