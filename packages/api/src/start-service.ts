import { readFileSync } from 'node:fs';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { startLoop } from './background/loop.ts';
import { type Config, loadConfig } from './config/config.ts';
import { assertDeploymentFits } from './deployment/assert-deployment-fits.ts';
import { developmentKey } from './keys/development-key.ts';
import { type AdminServer, startAdminServer } from './monitoring/admin-server.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { fromUpstreamFailure } from './problems/from-fault.ts';
import { createRuntime, type RuntimeParts } from './runtime.ts';
import { startServices } from './services.ts';
import { openStore } from './store/index.ts';

const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_MILLISECONDS = 500;
/** So that the first list usually has figures; a source that is down holds no start up for longer. */
const FIRST_FIGURES_MILLISECONDS = 1_000;

/** A running service. */
export type Service = {
  /** Where it listens: `http://127.0.0.1:3000`, without the base path. */
  readonly url: string;
  /** Where readiness and metrics are, if anywhere. */
  readonly adminUrl: string | undefined;
  readonly config: Config;
  /** Captures the yield of the present epoch at once, unless that is done; happens by itself within half a minute. */
  captureYield(): Promise<void>;
  /** Stops listening, lets requests and resends in flight finish, closes connections. */
  close(): Promise<void>;
};

/**
 * Starts the service as its environment says, and resolves when it answers and knows the ledger.
 *
 * @param parts - of the runtime, in place of the machine's.
 * @param beforeListening - what must be done before anybody is answered; nothing unless given.
 * @throws {ConfigError} for a faulty configuration, or a deployment file that the ledger contradicts.
 * @throws {StoreOpenError} when the database cannot be used.
 * @throws {ProblemError} when the ledger does not answer.
 */
export async function startService(
  environment: Readonly<Record<string, string | undefined>>,
  parts: RuntimeParts = {},
  beforeListening: (service: Pick<Service, 'captureYield'>) => Promise<void> = async () => undefined,
): Promise<Service> {
  const runtime = createRuntime(parts);
  const config = loadConfig(environment, { readText, developmentKey });
  // Nothing is counted that nobody can ask for.
  const metrics = config.admin && createMetrics();
  const store = await openStore(config.store, {
    ...runtime.store,
    clock: runtime.clock,
    onQuery: metrics?.onQuery,
  });
  // Lines are written together: one write for every answer would cost more than the line itself.
  const destination = pino.destination({ fd: 1, sync: false, minLength: LOG_BUFFER_BYTES });
  const flushing = startLoop({
    clock: runtime.clock,
    work: async () => destination.flush(),
    pause: LOG_FLUSH_MILLISECONDS,
    firstPause: LOG_FLUSH_MILLISECONDS,
    onFault: () => undefined,
  });
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.epochTime },
    destination,
  );
  const services = startServices({ config, log, runtime, store, metrics });
  const app = buildApp(services);
  const captureYield = async () => {
    await services.captures.run();
    // The list would know of the epoch only with its next refresh.
    await Promise.all(STRATEGY_KEYS.map(services.figures.fresh));
  };
  let admin: AdminServer | undefined;
  try {
    await Promise.all([
      services.blockhash.get(),
      services.stakeTerms.get(),
      services.figures.settled(FIRST_FIGURES_MILLISECONDS),
    ]);
    await assertDeploymentFits(config.deployment, services);
    await beforeListening({ captureYield });
    if (config.admin && metrics) admin = await startAdminServer(config.admin, services, metrics.registry);
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await flushing.stop();
    await admin?.close();
    await services.close(0);
    throw fromUpstreamFailure(error);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return {
    url: `http://${config.host}:${port}`,
    adminUrl: admin?.url,
    config,
    captureYield,
    async close() {
      admin?.markStopping();
      await app.close();
      await services.close(config.shutdownMilliseconds);
      await admin?.close();
      await flushing.stop();
      destination.flushSync();
    },
  };
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}
