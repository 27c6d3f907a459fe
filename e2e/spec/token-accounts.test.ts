import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { LimitsAnswer, PositionsAnswer, type StrategyKey } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { changeData, freezeTokens, giveTokensAway } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { landBuild } from '../land-build.ts';
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

const { rasolMint, rasolMaxMint, rausdcMint, usdcMint } = DEPLOYMENT;
const LACKS = 'INSUFFICIENT_FUNDS';
const REFUSES = 'TOKEN_REFUSED';

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
