import assert from 'node:assert/strict';
import {
  EntryOptionsAnswer,
  type ExitOption,
  ExitOptionsAnswer,
  type Quantity,
  type SuggestedCall,
} from '@staking-agent/wire';
import { assertOk } from './assert-answer.ts';
import type { createHastyClock } from './hasty-clock.ts';
import { landBuild } from './land-build.ts';
import { createLedgerClient } from './ledger-client.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';
import { advanceEpochs, DEPLOYMENT, type World } from './world.ts';

const { rasolMint, rasolMaxMint, usdcMint, rausdcMint } = DEPLOYMENT;
const MINTS: Readonly<Record<string, string>> = {
  raSOL: rasolMint,
  'raSOL Max': rasolMaxMint,
  USDC: usdcMint,
  raUSDC: rausdcMint,
};

/** Base units of a quantity that there is. */
export const units = (quantity: Quantity | null | undefined) => BigInt(quantity?.baseUnits ?? assert.fail());

/** Compares the options of a world, and follows them to their ends. */
export function createOptionsClient(world: World, clock: ReturnType<typeof createHastyClock>) {
  const ledger = createLedgerClient(world);

  const stake = async (wallet: SandboxWallet, strategy: string, amount: string): Promise<string> => {
    const built = await world.post('/stake', { strategy, wallet: wallet.address, amount });
    await landBuild(world, wallet, built);
    return built.body.stakeAccount;
  };

  /** Asks anew: answers are given again for two seconds. */
  async function compareExits(body: object): Promise<ExitOptionsAnswer> {
    clock.pass(2_001);
    const answer = await world.post('/exit-options', body);
    assertOk(answer, ExitOptionsAnswer);
    return answer.body;
  }

  async function compareEntries(body: object): Promise<EntryOptionsAnswer> {
    clock.pass(2_001);
    const answer = await world.post('/entry-options', body);
    assertOk(answer, EntryOptionsAnswer);
    return answer.body;
  }

  const holding = (wallet: string, asset: string) =>
    asset === 'SOL' ? ledger.balance(wallet) : ledger.tokens(wallet, MINTS[asset] ?? assert.fail(asset));

  /** Posts a call that was suggested and lands it, once it is possible. */
  async function follow(
    wallet: SandboxWallet,
    { endpoint, body, availableAt }: SuggestedCall,
    stakeAccount: string | undefined,
  ): Promise<string | undefined> {
    if (availableAt !== undefined) await advanceEpochs(world, 1);
    const isWithdrawal = endpoint.endsWith('/withdraw');
    const built = await world.post(endpoint.replace('/api/v1', ''), {
      ...(isWithdrawal && stakeAccount !== undefined && { stakeAccount }),
      ...body,
    });
    await landBuild(world, wallet, built);
    return /stake account (\w{32,44})/.exec(String(built.body.notes))?.[1];
  }

  /** Follows an option to its end and holds what arrived to what was said. */
  async function holdToLedger(wallet: SandboxWallet, option: ExitOption): Promise<void> {
    const { receive, next, path } = option;
    assert.ok(option.isAvailable && receive !== null, JSON.stringify(option.problem));
    const { asset } = receive.expected;
    const had = await holding(wallet.address, asset);
    let named: string | undefined;
    for (const call of next) named = (await follow(wallet, call, named)) ?? named;
    const gained = (await holding(wallet.address, asset)) - had;
    // Only the router's Reserve pays without a minimum.
    if (receive.atLeast === null) assert.equal(option.via, 'router depositStake');
    else assert.ok(gained >= units(receive.atLeast), `${path}: ${gained} of ${JSON.stringify(receive)}`);
    const apart = Number(gained - units(receive.expected)) / Number(units(receive.expected));
    assert.ok(Math.abs(apart) < 0.01, `${path}: ${gained} of ${receive.expected.baseUnits}`);
  }

  return { stake, compareExits, compareEntries, holding, follow, holdToLedger };
}
