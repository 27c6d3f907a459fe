import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { parsePort, parseSlotMilliseconds, startSandbox } from './sandbox.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Environment variables of `npm run sandbox`. */
const {
  SANDBOX_PORT = '8899',
  SANDBOX_PROGRAMS_DIR,
  SANDBOX_SLOT_MILLISECONDS,
  DEPLOYMENT = 'deployments/sandbox.json',
  // biome-ignore lint/style/noProcessEnv: this is the process entry; nothing else reads the environment.
} = process.env;

await main();

async function main(): Promise<void> {
  const port = parsePort(SANDBOX_PORT);
  const file = resolve(REPOSITORY, DEPLOYMENT);
  const deployment = parseDeployment(JSON.parse(await readFile(file, 'utf8')));
  const sandbox = await startSandbox({
    deployment,
    port,
    slotMilliseconds: parseSlotMilliseconds(SANDBOX_SLOT_MILLISECONDS),
    ...(SANDBOX_PROGRAMS_DIR && { programsDirectory: resolve(SANDBOX_PROGRAMS_DIR) }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
  print(`LEDGER_RPC_URLS=${sandbox.url}`);
  print(`ROUTER_URL=${sandbox.routerUrl}`);
  print(`VAULT_API_URL=${sandbox.vaultUrl}`);
  print(`APY_VALIDATOR_URL=${sandbox.apyUrl}`);
  print(`SANDBOX_URL=${sandbox.url}/sandbox`);
  print(`DEPLOYMENT=${DEPLOYMENT}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
