import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  type Deployment,
  isWhole,
  parseDeployment,
  type WholeDeployment,
} from '@staking-agent/chain/deployment';
import {
  createWallet,
  type World as RunningWorld,
  type ServiceClock,
  startWorld as startSandboxAndService,
  type Wallet,
} from '@staking-agent/dev';
import deploymentFile from '../deployments/sandbox.json' with { type: 'json' };
import type { StoreLimits } from '../packages/api/src/store/driver.ts';
import { PATIENT_LIMITS } from '../packages/api/test/open-patient-store.ts';
import { makeDataDirectory, openSqliteHere, STEADY_NOW } from '../packages/api/test/open-sqlite-here.ts';
import { STEADY_CLOCK } from '../packages/api/test/steady-clock.ts';
import type { HastyClock } from './hasty-clock.ts';
import { type Answer, send } from './send.ts';

export { type Answer, send } from './send.ts';

/** The addresses the sandbox is seeded at. */
export const DEPLOYMENT = parseSandboxDeployment();

function parseSandboxDeployment(): Deployment & { readonly leveraged: WholeDeployment } {
  const { leveraged, ...shared } = parseDeployment(deploymentFile);
  if (leveraged !== undefined && isWhole(leveraged)) return { ...shared, leveraged };
  throw new Error('The sandbox has all parts of leveraged staking.');
}

/** Where a world registers how it is stopped: a test's context, or a file's hooks. */
export type Cleanup = { after(stop: () => Promise<void>): void };

/** Makes the cleanup of a suite, for what its `before` hooks start; called where the suite is described. */
export function createCleanup(): Cleanup {
  const stops: (() => Promise<void>)[] = [];
  after(async () => {
    for (const stop of stops) await stop();
  });
  return { after: (stop) => void stops.push(stop) };
}

/** A service on a sandbox of its own, both on free ports. */
export type World = Omit<RunningWorld, 'close'> & {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: string | object, headers?: Record<string, string>): Promise<Answer>;
  /** Posts what must be answered with 200, and returns the body of the answer. */
  build(path: string, body: object, headers?: Record<string, string>): Promise<Answer['body']>;
};

/**
 * Starts a sandbox and a service on it, and stops both after the test.
 *
 * @param environment - variables on top of those that point at the sandbox.
 * @param clock - the service's clock, or parts of it; else one that stands still when this process does.
 * @param options.epochsBehind - epochs that the world has lived through; none unless given.
 * @param options.slotMilliseconds - what a slot takes; the sandbox's default unless given.
 * @param options.signatureFee - what a signature costs, in lamports; the sandbox's default unless given.
 * @param options.limits - how long the database may keep a request waiting; far longer than in production unless given.
 */
export async function startWorld(
  t: Cleanup,
  environment: Record<string, string> = {},
  clock: ServiceClock & Partial<Pick<HastyClock, 'onPass'>> = {},
  {
    limits = PATIENT_LIMITS,
    ...past
  }: {
    readonly epochsBehind?: number;
    readonly slotMilliseconds?: number;
    readonly signatureFee?: bigint;
    readonly limits?: StoreLimits;
  } = {},
): Promise<World> {
  const dataDirectory = await makeDataDirectory();
  const quiet = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDirectory,
    SHUTDOWN_SECONDS: '0',
    RATE_LIMITS: 'off',
    // What stands at the root else is bundled first; its own tests switch it on.
    CONSOLE: 'off',
  };
  // A folder that a test names may be another service's too.
  const file = 'DATA_DIR' in environment || 'DATABASE_URL' in environment ? {} : OWN_FILE;
  const start = () =>
    startSandboxAndService(
      { port: 0, elapsed: STEADY_CLOCK.elapsed, ...past },
      { ...quiet, ...environment },
      { clock: { ...STEADY_CLOCK, ...clock }, store: { ...file, limits } },
    );
  const { sandbox, service, close } = await start().catch((error: unknown) => {
    // Other files that are imported at the same time can hold up this process for longer than a call may take.
    const { code }: { code?: unknown } = Object(error);
    if (code !== 'LEDGER_UNAVAILABLE') throw error;
    return start();
  });
  clock.onPass?.(() => sandbox.ledger.advanceSlots(1));
  t.after(async () => {
    await close();
    rmSync(dataDirectory, { recursive: true });
  });
  return { sandbox, service, ...createCalls(service) };
}

/** Calls of a service, below its base path; a body that is text is sent as it is. */
export function createCalls({ url }: { readonly url: string }): Pick<World, 'get' | 'post' | 'build'> {
  const base = `${url}/api/v1`;
  const post: World['post'] = (path, body, headers = {}) =>
    send('POST', `${base}${path}`, body, { ...JSON_BODY, ...headers });
  return {
    post,
    async build(path, body, headers) {
      const answer = await post(path, body, headers);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    get: (path, headers = {}) => send('GET', `${base}${path}`, undefined, headers),
  };
}

/**
 * Writes a changed copy of the sandbox's deployment file.
 *
 * @returns the variable that points the service at it.
 */
export function deployWith(t: Cleanup, changes: object): { readonly DEPLOYMENT: string } {
  const folder = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const file = join(folder, 'deployment.json');
  writeFileSync(file, JSON.stringify({ ...deploymentFile, ...changes }));
  t.after(async () => rmSync(folder, { recursive: true }));
  return { DEPLOYMENT: file };
}

/** A deployment that knows no strategy of the USDC vault: exits beyond its idle funds are the provider's. */
export function withoutUsdcStrategies(t: Cleanup): { readonly DEPLOYMENT: string } {
  return deployWith(t, { usdcStrategies: undefined });
}

/** A file that nobody else has, by a clock that stands still when this process does. */
const OWN_FILE = { openFile: openSqliteHere, now: STEADY_NOW };
const JSON_BODY = { 'content-type': 'application/json' };

/** What stands on a sandbox, in this process or another. */
type OnSandbox = { readonly sandbox: Pick<World['sandbox'], 'url'> };

/** Makes a wallet that holds SOL. */
export async function createFundedWallet(world: OnSandbox, sol: string): Promise<Wallet> {
  const wallet = await createWallet();
  await control(world, 'fund', { wallet: wallet.address, sol });
  return wallet;
}

/** Moves the sandbox to a later epoch. */
export async function advanceEpochs(world: Pick<World, 'sandbox'>, epochs: number): Promise<void> {
  await control(world, 'advance-epoch', { epochs });
}

/** Sets what a byte of an account costs for ever, in lamports. */
export async function setRent(world: Pick<World, 'sandbox'>, lamportsPerByte: bigint): Promise<void> {
  await control(world, 'rent', { lamportsPerByte: Number(lamportsPerByte) });
}

/** Makes one upstream of the sandbox misbehave, or `none` to behave again. */
export async function setFault(
  world: Pick<World, 'sandbox'>,
  upstream: 'ledger' | 'router' | 'vault' | 'apy',
  fault: Record<string, unknown>,
): Promise<void> {
  await control(world, 'faults', { upstream, ...fault });
}

/** {@link setFault} of the ledger. */
export const setLedgerFault = (world: Pick<World, 'sandbox'>, fault: Record<string, unknown>) =>
  setFault(world, 'ledger', fault);

/** {@link setFault} of the router. */
export const setRouterFault = (world: Pick<World, 'sandbox'>, fault: Record<string, unknown>) =>
  setFault(world, 'router', fault);

/** {@link setFault} of the vault provider. */
export const setVaultFault = (world: Pick<World, 'sandbox'>, fault: Record<string, unknown>) =>
  setFault(world, 'vault', fault);

/** Gives a wallet USDC. */
export async function fundUsdc(world: Pick<World, 'sandbox'>, wallet: Wallet, usdc: string): Promise<void> {
  await control(world, 'fund', { wallet: wallet.address, usdc });
}

/** How many requests followed a redirect of an upstream: none may. */
export async function redirectHits({ sandbox }: Pick<World, 'sandbox'>, upstream: string): Promise<number> {
  const { body } = await send('GET', `${sandbox.url}/sandbox/faults`);
  return body[upstream].redirectHits;
}

/** How often the sandbox's router, vault provider or source of yields was asked for an operation so far. */
export async function requestCounts(
  { sandbox }: Pick<World, 'sandbox'>,
  upstream: 'router' | 'vault' | 'apy',
): Promise<Readonly<Record<string, number>>> {
  const { body } = await send('GET', `${sandbox.url}/sandbox`);
  return body.requests[upstream].counts;
}

/** How many orders and executions the sandbox's router was asked for so far. */
export async function routerRequests(world: Pick<World, 'sandbox'>): Promise<number> {
  const counts = Object.entries(await requestCounts(world, 'router'));
  return counts.reduce((sum, [name, count]) => sum + (name.startsWith('lsts/') ? 0 : count), 0);
}

/** Posts to the sandbox's own paths what must be answered with 200, and returns the body of the answer. */
export async function control({ sandbox }: OnSandbox, path: string, body: object): Promise<Answer['body']> {
  const answer = await send('POST', `${sandbox.url}/sandbox/${path}`, body);
  if (answer.status !== 200) throw new Error(`/sandbox/${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
