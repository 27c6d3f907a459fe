import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, runUntilSignal, startService } from '@staking-agent/api';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { startSandbox } from '@staking-agent/sandbox';

const DEPLOYMENT = join(import.meta.dirname, '../deployments/sandbox.json');
const EXAMPLE_WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

try {
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the configuration.
  await start(process.env);
} catch (error) {
  const reason = error instanceof ConfigError ? error.message : `The service did not start: ${String(error)}`;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** Starts the service on its configured upstreams, or on a sandbox of its own when none is configured. */
async function start(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (environment['NODE_ENV'] === 'production' || environment['LEDGER_RPC_URLS']) {
    const service = await startService(environment);
    runUntilSignal(() => service.close());
    return;
  }
  const port = Number(environment['SANDBOX_PORT'] || 8899);
  const deployment = parseDeployment(JSON.parse(readFileSync(DEPLOYMENT, 'utf8')));
  const sandbox = await startSandbox({ deployment, port, pubsubPort: port + 1 });
  const service = await startService({
    ...environment,
    DEPLOYMENT,
    LEDGER_RPC_URLS: sandbox.url,
    LOG_LEVEL: environment['LOG_LEVEL'] || 'warn',
  });
  runUntilSignal(async () => {
    await service.close();
    await sandbox.close();
  });
  process.stdout.write(`
Staking API   ${service.url}/api/v1
Sandbox       ${sandbox.url}  (Solana RPC; ${sandbox.url}/sandbox describes it)

Try:
  curl -s ${service.url}/api/v1/stake -H 'content-type: application/json' \\
    -d '{"strategy":"sol-native-stake","wallet":"${EXAMPLE_WALLET}","amount":"1.5"}'

The whole way, signed and settled:  npm run demo
`);
}
