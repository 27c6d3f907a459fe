import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, fundUsdc, startWorld, type World } from '../world.ts';

const YEAR_SECONDS = 365 * 86_400;
const EPOCHS = 10;

/** Where a strategy's position is found, in base units of the asset once multiplied by the exchange rate. */
type Position = {
  readonly strategy: string;
  readonly amount: string;
  measure(build: Build): Promise<number>;
};
type Build = { transaction: string; service_token: string; stakeAccount?: string };

async function stake(world: World, wallet: Wallet, { strategy, amount }: Position): Promise<Build> {
  const build = await world.post('/stake', { strategy, wallet: wallet.address, amount });
  assert.equal(build.status, 200, build.text);
  const { transaction, service_token, routerKind, router_order } = build.body;
  const signed_tx = await wallet.sign(transaction);
  const route = routerKind === undefined ? { route: 'rpc' } : { route: 'router', routerKind, router_order };
  assertOk(await world.post('/broadcast', { signed_tx, service_token, ...route }), BroadcastAnswer);
  return build.body;
}

const fetchLive = async (world: World, strategy: string) =>
  (await world.get(`/strategies/${strategy}`)).body.strategy.live;

/** What a receipt is worth, by the rate the service answers. */
async function valueOfTokens(world: World, wallet: Wallet, strategy: string, mint: string): Promise<number> {
  const { exchangeRate } = await fetchLive(world, strategy);
  return Number(await createLedgerClient(world).tokens(wallet.address, mint)) * exchangeRate;
}

async function fetchTime({ sandbox }: World): Promise<number> {
  return Number(sandbox.ledger.blocks.tip().unixMilliseconds) / 1_000;
}

describe('what a position grows by is what the APY said', { concurrency: 3 }, () => {
  const positions = (world: World, wallet: Wallet): readonly Position[] => [
    {
      strategy: 'sol-native-stake',
      amount: '100',
      // Balance, not delegation: block revenue is part of what stake earns.
      measure: async ({ stakeAccount = '' }) => {
        const { lamports, rentExemptReserve } =
          (await createLedgerClient(world).delegation(stakeAccount)) ?? assert.fail();
        return Number(lamports - BigInt(rentExemptReserve));
      },
    },
    {
      strategy: 'sol-liquid-stake',
      amount: '100',
      measure: () => valueOfTokens(world, wallet, 'sol-liquid-stake', DEPLOYMENT.rasolMint),
    },
    {
      strategy: 'usdc-earn',
      amount: '1000',
      measure: () => valueOfTokens(world, wallet, 'usdc-earn', DEPLOYMENT.rausdcMint),
    },
  ];
  for (const strategy of ['sol-native-stake', 'sol-liquid-stake', 'usdc-earn']) {
    test(`${strategy}, over ${EPOCHS} epochs, within 1 % of it`, async (t) => {
      const world = await startWorld(t);
      const wallet = await createFundedWallet(world, '300');
      await fundUsdc(world, wallet, '1000');
      const position = positions(world, wallet).find((each) => each.strategy === strategy);
      assert.ok(position);
      const build = await stake(world, wallet, position);

      // Stake earns from the epoch after the next boundary on: measure between boundaries.
      await advanceEpochs(world, 1);
      const [before, from] = [await position.measure(build), await fetchTime(world)];
      await advanceEpochs(world, EPOCHS);
      const [after, to] = [await position.measure(build), await fetchTime(world)];

      const realised = ((after / before) ** (YEAR_SECONDS / (to - from)) - 1) * 100;
      const { apy } = await fetchLive(world, strategy);
      assert.ok(Math.abs(realised / apy - 1) < 0.01, `${realised} % earned, ${apy} % said`);
      t.diagnostic(`${realised.toFixed(4)} % earned, ${apy.toFixed(4)} % said`);

      const { points } = (await world.get(`/apy/history?strategy=${strategy}&range=1M`)).body;
      for (const point of points) assert.ok(Math.abs(realised / point.apy - 1) < 0.01, JSON.stringify(point));
    });
  }
});
