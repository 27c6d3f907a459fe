import { createServer } from 'node:net';
import { ConfigError, runUntilSignal, StoreOpenError, startService } from '@staking-agent/api';
import { startWorld } from './start-world.ts';

/** Where Prometheus looks for exporters. */
const ADMIN_PORT = 9_464;
/** So that the history of the leveraged vault, which the service itself keeps, is not empty on a laptop. */
const EPOCHS_BEHIND = 12;
const EXAMPLE_WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

try {
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the configuration.
  await start(process.env);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

/** Starts the service on its configured upstreams, or on a sandbox of its own when none is configured. */
async function start(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (environment['NODE_ENV'] === 'production' || environment['LEDGER_RPC_URLS']) {
    const service = await startService(environment);
    runUntilSignal(service.close);
    return;
  }
  const port = Number(environment['SANDBOX_PORT'] || 8899);
  const {
    DEPLOYMENT: _,
    LEDGER_RPC_URLS: __,
    ROUTER_URL: ___,
    ROUTER_API_KEY: ____,
    VAULT_API_URL: _____,
    APY_VALIDATOR_URL: ______,
    ...rest
  } = environment;
  const { sandbox, service, close } = await startWorld(
    { port, pubsubPort: port + 1, epochsBehind: EPOCHS_BEHIND },
    {
      ...rest,
      LOG_LEVEL: environment['LOG_LEVEL'] || 'warn',
      ADMIN_PORT: environment['ADMIN_PORT'] || (await freeAdminPort()),
    },
  );
  runUntilSignal(close);
  process.stdout.write(`
Staking API   ${service.url}/api/v1
Sandbox       ${sandbox.url}  (Solana RPC; ${sandbox.url}/sandbox describes it)
${service.adminUrl ? `Monitoring    ${service.adminUrl}/ready, ${service.adminUrl}/metrics\n` : ''}
Try:
  curl -s ${service.url}/api/v1/stake -H 'content-type: application/json' \\
    -d '{"strategy":"sol-native-stake","wallet":"${EXAMPLE_WALLET}","amount":"1.5"}'

The whole way, signed and settled:  npm run demo
`);
}

// The second service on one machine takes any other.
async function freeAdminPort(): Promise<string> {
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(ADMIN_PORT, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return '0';
  await new Promise((resolve) => probe.close(resolve));
  return String(ADMIN_PORT);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreOpenError) return error.message;
  const { code, port } = Object(error) as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} is taken. Set PORT, SANDBOX_PORT or ADMIN_PORT to another one.`;
  return `The service did not start: ${String(error)}`;
}
