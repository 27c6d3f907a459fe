import assert from 'node:assert/strict';
import { after as afterAll, before as beforeAll, describe, test } from 'node:test';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, fundUsdc, startWorld } from '../world.ts';

const YEAR_SECONDS = 365 * 86_400;
const EPOCHS = 10;

/** Where a strategy's position is found, in base units of the asset once multiplied by the exchange rate. */
type Position = {
  readonly strategy: string;
  readonly amount: string;
  measure(build: Build): Promise<number>;
};
type Build = { transaction: string; service_token: string; stakeAccount?: string };

async function stake({ strategy, amount }: Position): Promise<Build> {
  const build = await world.build('/stake', { strategy, wallet: wallet.address, amount });
  assertOk(await world.post('/broadcast', await signBuild(wallet, build)), BroadcastAnswer);
  return build;
}

const fetchLive = async (strategy: string) => (await world.get(`/strategies/${strategy}`)).body.strategy.live;

/** What a receipt is worth, by the rate the service answers. */
async function valueOfTokens(strategy: string, mint: string): Promise<number> {
  const { exchangeRate } = await fetchLive(strategy);
  return Number(await createLedgerClient(world).tokens(wallet.address, mint)) * exchangeRate;
}

const getTime = () => Number(world.sandbox.ledger.blocks.tip().unixMilliseconds) / 1_000;

const world = await startWorld({ after: afterAll });
const wallet = await createFundedWallet(world, '300');
await fundUsdc(world, wallet, '1000');
const positions: readonly Position[] = [
  {
    strategy: 'sol-native-stake',
    amount: '100',
    // Balance, not delegation: block revenue is part of what stake earns.
    measure: async ({ stakeAccount = '' }) => {
      const rent = world.sandbox.ledger.bank.vm().minimumBalanceForRentExemption(200n);
      return Number((await createLedgerClient(world).balance(stakeAccount)) - rent);
    },
  },
  {
    strategy: 'sol-liquid-stake',
    amount: '100',
    measure: () => valueOfTokens('sol-liquid-stake', DEPLOYMENT.rasolMint),
  },
  {
    strategy: 'usdc-earn',
    amount: '1000',
    measure: () => valueOfTokens('usdc-earn', DEPLOYMENT.rausdcMint),
  },
];

describe('what a position grows by is what the APY said', () => {
  const builds: Build[] = [];
  const measure = () => Promise.all(positions.map((each, i) => each.measure(builds[i] ?? assert.fail())));
  let before: readonly number[];
  let after: readonly number[];
  let seconds: number;

  beforeAll(async () => {
    for (const position of positions) builds.push(await stake(position));
    // Stake earns from the epoch after the next boundary on: measure between boundaries.
    await advanceEpochs(world, 1);
    before = await measure();
    const from = getTime();
    await advanceEpochs(world, EPOCHS);
    after = await measure();
    seconds = getTime() - from;
  });

  for (const [i, { strategy }] of positions.entries()) {
    test(`${strategy}, over ${EPOCHS} epochs, within 1 % of it`, async (t) => {
      const growth = (after[i] ?? assert.fail()) / (before[i] ?? assert.fail());
      const realised = (growth ** (YEAR_SECONDS / seconds) - 1) * 100;
      const { apy } = await fetchLive(strategy);
      assert.ok(Math.abs(realised / apy - 1) < 0.01, `${realised} % earned, ${apy} % said`);
      t.diagnostic(`${realised.toFixed(4)} % earned, ${apy.toFixed(4)} % said`);

      const { points } = (await world.get(`/apy/history?strategy=${strategy}&range=1M`)).body;
      for (const point of points) assert.ok(Math.abs(realised / point.apy - 1) < 0.01, JSON.stringify(point));
    });
  }
});
