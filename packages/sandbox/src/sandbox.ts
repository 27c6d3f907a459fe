import type { Deployment } from '@staking-agent/chain/deployment';
import { mountControlRoutes } from './control/control-routes.ts';
import { createFaults } from './faults.ts';
import { createNodeView } from './rpc/node-view.ts';
import { attachPubsub } from './rpc/pubsub.ts';
import { createHttpServer, createUrl, mountRpcRoutes } from './rpc/rpc-node.ts';
import { createPastYields, mountApyRoutes } from './stand-ins/apy.ts';
import { mountRouterRoutes } from './stand-ins/router/router-routes.ts';
import { createRequestLog } from './stand-ins/stand-in.ts';
import { mountVaultRoutes } from './stand-ins/vault/vault-routes.ts';
import { getEpoch, getFirstSlot, NOMINAL_SLOT_MILLISECONDS } from './vm/blocks.ts';
import { GENESIS_TIP } from './world/cluster.ts';
import { createSandboxLedger } from './world/create-sandbox-ledger.ts';
import type { SandboxLedger } from './world/sandbox-ledger.ts';
import { startSlotClock } from './world/time.ts';

const DEFAULT_PORT = 8899;

export type SandboxOptions = {
  /** Addresses the world is seeded at. */
  readonly deployment: Deployment;
  /** Default 8899; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 200, as on mainnet. */
  readonly slotMilliseconds?: number;
  /** Lamports that a signature costs; default 5,000, as on mainnet. */
  readonly signatureFee?: bigint;
  /** Returns the time that slots follow, milliseconds; the machine's monotonic clock unless given. */
  readonly elapsed?: () => number;
  /** Epochs before the present in which the ledger's time begins; default 0. Advance them to arrive at the present. */
  readonly epochsBehind?: number;
  /** Folder of real program binaries (`spl_stake_pool.so`); models stand for those it does not hold. */
  readonly programsDirectory?: string;
};

/** A running world: a ledger behind JSON-RPC, stand-ins of router, vault provider and APY source, the controls of `/sandbox`. */
export type Sandbox = {
  /** JSON-RPC at `/`, the stand-ins at `/router`, `/vault` and `/apy`, controls at `/sandbox`. */
  readonly url: string;
  readonly webSocketUrl: string;
  /** Base URL of the swap router's stand-in, to which `/swap/…` is appended. */
  readonly routerUrl: string;
  /** Base URL of the vault provider's stand-in, to which `/vault/…` is appended. */
  readonly vaultUrl: string;
  /** Base URL of the stand-in for validators' yields, to which `/validators` is appended. */
  readonly apyUrl: string;
  /** The ledger in this process, for tests that move time or read state directly. */
  readonly ledger: SandboxLedger;
  close(): Promise<void>;
};

/**
 * Starts a world at the deployment's addresses.
 *
 * @throws {Error} when `port` is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { deployment, port = DEFAULT_PORT, host = '127.0.0.1' } = options;
  const past = { milliseconds: getMilliseconds(options.epochsBehind ?? 0) };
  const ledger = createSandboxLedger(
    deployment,
    () => Date.now() - past.milliseconds,
    options.programsDirectory,
  );
  past.milliseconds = 0;
  const faults = {
    ledger: createFaults(),
    router: createFaults(),
    vault: createFaults(),
    apy: createFaults(),
  };
  const requests = { router: createRequestLog(), vault: createRequestLog(), apy: createRequestLog() };
  const yields = createPastYields(ledger);
  const node = createNodeView(ledger);
  const app = createHttpServer();
  mountRpcRoutes(app, node, faults.ledger);
  mountRouterRoutes(app, node, faults.router, requests.router, yields);
  mountVaultRoutes(app, node, faults.vault, requests.vault);
  mountApyRoutes(app, node, faults.apy, requests.apy, yields);
  mountControlRoutes(app, { ledger, wallets: new Map(), faults, requests });
  const pubsub = attachPubsub(app.server, node);
  await app.listen({ port, host });
  const url = createUrl(app.server);
  const { slotMilliseconds = parseSlotMilliseconds(undefined), elapsed = () => performance.now() } = options;
  if (options.signatureFee !== undefined) ledger.bank.setSignatureFee(options.signatureFee);
  const stopClock = startSlotClock(ledger, slotMilliseconds, elapsed);
  return {
    url,
    webSocketUrl: url.replace('http', 'ws'),
    routerUrl: `${url}/router`,
    vaultUrl: url,
    apyUrl: `${url}/apy`,
    ledger,
    close: async () => {
      stopClock();
      pubsub.close();
      await app.close();
      ledger.close();
    },
  };
}

/** Computes the time from the first block to the start of a later epoch, at the nominal slot time. */
function getMilliseconds(epochs: number): number {
  if (epochs === 0) return 0;
  const slots = getFirstSlot(getEpoch(GENESIS_TIP) + BigInt(epochs)) - GENESIS_TIP;
  return Number(slots * NOMINAL_SLOT_MILLISECONDS);
}

const MAX_PORT = 65_535;
const MAX_SLOT_MILLISECONDS = 600_000;

/**
 * Reads `SANDBOX_PORT`.
 *
 * @throws {Error} naming the variable and what would be right.
 */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new Error(`SANDBOX_PORT must be a port from 0 to ${MAX_PORT}, not "${text}".`);
}

/**
 * Reads `SANDBOX_SLOT_MILLISECONDS`: what a slot takes; 200 unless given, as on mainnet.
 *
 * @throws {Error} naming the variable and what would be right.
 */
export function parseSlotMilliseconds(text: string | undefined): number {
  if (!text) return Number(NOMINAL_SLOT_MILLISECONDS);
  const milliseconds = Number(text);
  if (/^\d+$/.test(text) && milliseconds >= 1 && milliseconds <= MAX_SLOT_MILLISECONDS) return milliseconds;
  throw new Error(
    `SANDBOX_SLOT_MILLISECONDS must be a whole number from 1 to ${MAX_SLOT_MILLISECONDS}, not "${text}".`,
  );
}
