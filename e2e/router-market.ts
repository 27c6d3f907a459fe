import { findVaultIdleTokenAccount } from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { LeveragedStakeAnswer } from '@staking-agent/wire';
import deploymentFile from '../deployments/sandbox.json' with { type: 'json' };
import { assertOk } from './assert-answer.ts';
import { setTokens } from './change-account.ts';
import { type ChangedRouter, startChangedRouter } from './changed-router.ts';
import { land } from './land-build.ts';
import { createLedgerClient } from './ledger-client.ts';
import { startReplica } from './replica.ts';
import {
  type Answer,
  advanceEpochs,
  type Cleanup,
  createFundedWallet,
  DEPLOYMENT,
  deployWith,
  send,
  startWorld,
  type World,
} from './world.ts';

/** A deployment whose only market is the router, and a wallet that can leave by nothing but a flash loan. */
export type RouterMarket = {
  readonly world: World;
  readonly router: ChangedRouter;
  readonly wallet: Wallet;
  readonly ledger: ReturnType<typeof createLedgerClient>;
  get(path: string): Promise<Answer>;
  /** Of leveraged staking and the wallet. */
  post(path: string, body: object): Promise<Answer>;
  unstake(amount: string): Promise<Answer>;
  /** Signs and sends a build, and waits until it has succeeded. */
  land(build: Answer['body']): Promise<string>;
  /** Base units of raSOL that the wallet holds. */
  rasol(): Promise<bigint>;
};

/** Starts it. */
export async function startRouterMarket(t: Cleanup): Promise<RouterMarket> {
  const world = await startWorld(t);
  const ledger = createLedgerClient(world);
  const router = await startChangedRouter(t, world.sandbox.url);
  const { market: _, ...leveraged } = deploymentFile.leveraged;
  const environment = { ...deployWith(t, { leveraged }), ROUTER_URL: router.url, RATE_LIMITS: 'off' };
  const base = `${(await startReplica(t, world.sandbox, environment)).url}/api/v1`;
  const wallet = await createFundedWallet(world, '9000');
  const ask = (path: string, body: object) => send('POST', `${base}${path}`, body);
  const post: RouterMarket['post'] = (path, body) =>
    ask(path, { strategy: 'sol-leveraged-stake', wallet: wallet.address, ...body });
  const here = { sandbox: world.sandbox, post: ask };
  const staked = await post('/stake', { amount: '8000' });
  assertOk(staked, LeveragedStakeAnswer);
  await land(here, wallet, staked.body);
  await advanceEpochs(world, 1);
  const vault = { vault: DEPLOYMENT.leveraged.vault, assetMint: DEPLOYMENT.rasolMint };
  setTokens(world, await findVaultIdleTokenAccount(vault), 0n);
  return {
    world,
    router,
    wallet,
    ledger,
    post,
    land: (built) => land(here, wallet, built),
    get: (path) => send('GET', `${base}${path}`),
    unstake: (amount) => post('/unstake', { kind: 'instant', amount }),
    rasol: () => ledger.tokens(wallet.address, DEPLOYMENT.rasolMint),
  };
}
