import { ConfigError, runUntilSignal, StoreOpenError } from '@staking-agent/api';

// biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the configuration.
const environment = process.env;

// Upstreams in the environment are those of a deployment; it never meets the sandbox, not even as a module.
if (environment['NODE_ENV'] === 'production' || environment['LEDGER_RPC_URLS']) {
  await import('@staking-agent/api/main');
} else {
  try {
    const { startLaptop } = await import('./start-laptop.ts');
    const laptop = await startLaptop(environment);
    runUntilSignal(laptop.close);
    process.stdout.write(laptop.greeting);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreOpenError) return error.message;
  const { code, port }: { code?: unknown; port?: unknown } = Object(error);
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} is taken. Set PORT, SANDBOX_PORT or ADMIN_PORT to another one.`;
  return `The service did not start: ${String(error)}`;
}
