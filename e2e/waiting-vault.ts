import type { Wallet } from '@staking-agent/dev';
import { type Position, PositionsAnswer, type ReceiptPosition, UsdcInstantAnswer } from '@staking-agent/wire';
import { assertOk } from './assert-answer.ts';
import { configureVault } from './change-account.ts';
import { decodeTransaction } from './decode-transaction.ts';
import { land, landBuild } from './land-build.ts';
import { createLedgerClient } from './ledger-client.ts';
import { passSlots } from './pass-slots.ts';
import {
  type Answer,
  type Cleanup,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  startWorld,
  type World,
} from './world.ts';

const { usdcMint, rausdcMint, usdcVault } = DEPLOYMENT;
/** Seconds: fewer than a blockhash lives. */
const WAITS = 20n;
const SLOTS_PER_SECOND = 5;

/** A USDC vault whose manager has set a waiting period, and a wallet with 1,000 USDC in it. */
export function createWaitingVault() {
  let world: World;
  let wallet: Wallet;

  const unstake = (body: object): Promise<Answer> =>
    world.post('/unstake', { strategy: 'usdc-earn', wallet: wallet.address, kind: 'instant', ...body });

  return {
    async start(t: Cleanup): Promise<World> {
      world = await startWorld(t);
      return world;
    },
    /** Makes another such wallet. */
    async renew(): Promise<Wallet> {
      configureVault(world, usdcVault, { withdrawalWaitingPeriod: 0n });
      wallet = await createFundedWallet(world, '1');
      await fundUsdc(world, wallet, '1000');
      const body = { strategy: 'usdc-earn', wallet: wallet.address, amount: '1000' };
      const staked = await world.post('/stake', body);
      await landBuild(world, wallet, staked);
      configureVault(world, usdcVault, { withdrawalWaitingPeriod: WAITS });
      return wallet;
    },
    /** Base units that the wallet holds. */
    usdc: () => createLedgerClient(world).tokens(wallet.address, usdcMint),
    rausdc: () => createLedgerClient(world).tokens(wallet.address, rausdcMint),
    unstake,
    land: (built: Answer['body']) => land(world, wallet, built),
    async build(body: object) {
      const answer = await unstake(body);
      assertOk(answer, UsdcInstantAnswer);
      return answer.body;
    },
    /** Lets the waiting period pass at once, and waits until the service has heard of it. */
    async wait(): Promise<void> {
      await passSlots(world, Number(WAITS) * SLOTS_PER_SECOND + 1);
    },
    async positions(): Promise<ReceiptPosition[]> {
      const answer = await world.get(`/wallets/${wallet.address}/positions`);
      assertOk(answer, PositionsAnswer);
      return answer.body.positions.flatMap((each: Position) => (each.strategy === 'usdc-earn' ? [each] : []));
    },
  };
}

/** Names of the instructions of a transaction. */
export const names = (transaction: string) =>
  decodeTransaction(transaction).instructions.map(({ name }) => name);
