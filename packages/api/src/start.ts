import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { createMetrics } from './builds/metrics.ts';
import { type Config, ConfigError, listSecrets, loadConfig } from './config/config.ts';
import { closeServer } from './http/callers.ts';
import { checkDeployment, type DeploymentFault } from './operator/check-deployment.ts';
import { createUpstreamStates } from './operator/metrics.ts';
import { warnOfMethods } from './operator/node-methods.ts';
import { type AdminServer, startAdminServer } from './operator/status.ts';
import { isUpstreamFailure } from './problems/faults.ts';
import { type Clock, sleep, within } from './runtime/clock.ts';
import { openLog } from './runtime/log.ts';
import { createRuntime, type RuntimeParts, type Services, startServices } from './services.ts';
import { openStore } from './store/open.ts';

/** The time a start waits for the ledger, without which it can answer what is kept and what needs no blockhash. */
const FIRST_LEDGER_MILLISECONDS = 3_000;
/** So that the first list usually has figures; a source that is down holds no start up for longer. */
const FIRST_FIGURES_MILLISECONDS = 1_000;

/** The time connections and background work have to end, once nothing is sent any more. */
const CLOSING_MILLISECONDS = 4_000;
const LAST_LINES_MILLISECONDS = 1_000;

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Starts the service as its environment says, and resolves when it answers. It waits for the ledger for three seconds and
 * starts without it then.
 *
 * @param parts - of the runtime, in place of the machine's.
 * @param beforeListening - runs before the service listens.
 * @throws {ConfigError} for a faulty configuration, or a deployment file that the ledger contradicts.
 * @throws {StoreOpenError} when the database cannot be used.
 */
export async function startService(
  environment: Readonly<Record<string, string | undefined>>,
  parts: RuntimeParts = {},
  beforeListening: (service: { captureYield(): Promise<void> }) => Promise<void> = async () => undefined,
) {
  const runtime = createRuntime(parts);
  const config = loadConfig(environment);
  const metrics = createMetrics();
  const upstreamStates = createUpstreamStates(runtime.clock);
  const store = await openStore(config, {
    ...runtime.store,
    clock: runtime.clock,
    onQuery: (outcome, seconds) => {
      upstreamStates.note('database', outcome === 'done');
      metrics.queries.observe({ outcome }, seconds);
    },
  });
  const writer = runtime.openLogWriter((lines) => metrics.logLinesLost.inc(lines));
  const log = openLog(config.logLevel, listSecrets(config), writer, runtime.clock);
  const tracing = await startTracing(config, log, runtime.clock);
  const tracer = tracing?.tracer;
  const services = startServices({ config, log, runtime, store, metrics, tracer, upstreamStates });
  const app = buildApp(services);
  const capture = () => captureYield(services);
  let admin: AdminServer | undefined;
  let url: string;
  try {
    const figures = services.figures.settled(FIRST_FIGURES_MILLISECONDS);
    await assertLedgerFits(config, services);
    await figures;
    await beforeListening({ captureYield: capture });
    const { host, port, isPortShared, adminHost, adminPort } = config;
    if (adminPort !== undefined)
      admin = await startAdminServer({ host: adminHost, port: adminPort }, services, metrics.registry);
    // Passed on to Node, though Fastify's types do not have it.
    const where = { host, port, reusePort: isPortShared };
    url = await app.listen(where);
    warnOfMissingPackages(log);
  } catch (error) {
    await admin?.close();
    await services.close();
    await writer.close(LAST_LINES_MILLISECONDS);
    throw error;
  }
  return {
    /** Where it listens: `http://127.0.0.1:3000`, without the base path. */
    url,
    /** Where readiness and metrics are, if anywhere. */
    adminUrl: admin?.url,
    config,
    captureYield: capture,
    /** Logs which methods that the service calls a node does not serve, and what is done without them. */
    warnOfMethods: () => warnOfMethods(services.ledger.nodes, services),
    /**
     * Stops: is not ready for `DRAIN_SECONDS`, takes no more connections, and until `SHUTDOWN_SECONDS` are over lets
     * requests in flight finish, for ten seconds at most, and what is being sent; then closes everything within five.
     *
     * @returns true if nothing is left that the process would wait for when it exits.
     */
    async close(): Promise<boolean> {
      const { clock } = runtime;
      admin?.markStopping();
      await sleep(clock, config.drainMilliseconds);
      const until = clock.elapsed() + config.shutdownMilliseconds;
      await closeServer(app, clock, config.shutdownMilliseconds);
      const closed = closeAll([services, admin, tracing]);
      const late = Math.max(until - clock.elapsed(), 0) + CLOSING_MILLISECONDS;
      const isClosed = await within(clock, late, closed, () => {
        log.warn('stopped before everything had ended');
        return false;
      });
      const isWritten = await writer.close(LAST_LINES_MILLISECONDS);
      return isClosed && isWritten;
    },
  };
}

/**
 * Lists the packages that the pages beside the API lack. They are loaded with the first page, and a start can say before that
 * they will not be.
 *
 * @param from - path of the module that would import them.
 */
export function listMissingPackages(from: string = import.meta.filename): readonly string[] {
  const name = '@staking-agent/site';
  const site = findPackage(name, from);
  if (site === undefined) return [name];
  const { dependencies }: { readonly dependencies: object } = JSON.parse(readFileSync(site, 'utf8'));
  return Object.keys(dependencies).filter((each) => findPackage(each, site) === undefined);
}

function warnOfMissingPackages(log: Logger): void {
  const missing = listMissingPackages();
  if (missing.length > 0)
    log.error({ missing }, 'packages of the pages beside the API are missing: they answer 500');
}

function findPackage(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    return undefined;
  }
}

/** Captures the yield of the present epoch at once, unless that is done; happens by itself within half a minute. */
async function captureYield({ captures, figures }: Services): Promise<void> {
  await captures.run();
  // The list would know of the epoch only with its next refresh.
  await Promise.all(STRATEGY_KEYS.map(figures.fresh));
}

// Without the ledger a replica still replays, lists and says what is wrong; readiness tells.
async function awaitLedger({ blockhash, stakeTerms, clock, log }: Services): Promise<boolean> {
  const known = Promise.all([blockhash.get(), stakeTerms.get()]).then(
    () => undefined,
    (fault: unknown) => fault,
  );
  const late = () => new Error('It has not answered in time.');
  const fault = await within<unknown>(clock, FIRST_LEDGER_MILLISECONDS, known, late);
  if (fault !== undefined) log.warn({ fault: String(fault) }, 'started without the ledger');
  return fault === undefined;
}

/**
 * Waits for the ledger, and refuses a deployment file that it contradicts: builds with it would fail or pay to a wrong address.
 *
 * If the ledger does not answer, the file is accepted, and the log says that it was not checked. A lookup table that is
 * missing is logged only.
 *
 * @throws {ConfigError} naming every address that does not fit.
 */
async function assertLedgerFits({ deployment }: Config, services: Services): Promise<void> {
  const { ledger, log } = services;
  const isThere = await awaitLedger(services);
  if (ledger.nodes.every(({ isForeign }) => isForeign)) {
    throw new ConfigError(
      `DEPLOYMENT is of the ledger with the genesis hash ${deployment.genesisHash}, and no endpoint of LEDGER_RPC_URLS is.`,
    );
  }
  if (!isThere) return;
  const faults = await checkDeployment(deployment, { ledger }).catch((fault: unknown): DeploymentFault[] => {
    if (!isUpstreamFailure(fault)) throw fault;
    log.warn({ fault: fault.message }, 'deployment not checked against the ledger');
    return [];
  });
  for (const fault of faults) log.error(fault, 'deployment does not fit the ledger');
  const grave = faults.filter(({ isBearable }) => !isBearable);
  if (grave.length === 0) return;
  const lines = grave.map(({ field, address, detail }) => `  ${field} ${address}: ${detail}`);
  throw new ConfigError(`The deployment ${deployment.name} does not fit the ledger:\n${lines.join('\n')}`);
}

async function closeAll(parts: readonly ({ close(): Promise<void> } | undefined)[]): Promise<boolean> {
  for (const part of parts) await part?.close();
  return true;
}

// Not even loaded where traces go nowhere.
async function startTracing({ collectorUrl, ...config }: Config, log: Logger, clock: Clock) {
  if (collectorUrl === undefined) return undefined;
  const { startOpenTelemetry } = await import('./runtime/open-telemetry.ts');
  return startOpenTelemetry({ ...config, collectorUrl }, { log, clock });
}

/**
 * Calls `close` on the first SIGTERM or SIGINT and exits; the second one exits at once with status 1.
 *
 * @param close - lets work in flight finish, then resolves; to false when a hanging thread is left, for which an ordinary
 *   exit would wait.
 */
export function runUntilSignal(close: () => Promise<boolean>): void {
  let isClosing = false;
  const stop = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    if (!(await close())) process.kill(process.pid, 'SIGKILL');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}
