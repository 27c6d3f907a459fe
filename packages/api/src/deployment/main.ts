import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { createRuntime } from '../runtime.ts';
import { createLedgerClient } from '../upstreams/ledger/ledger-client.ts';
import { NO_WATCH } from '../upstreams/watch.ts';
import { checkDeployment, checkGenesis } from './check-deployment.ts';

const USAGE = `Holds a deployment file against the ledger and says what does not fit.

  npm run check:deployment -- --rpc URL [--deployment FILE]

  --rpc URL          a Solana RPC endpoint of the network that the file is for
  --deployment FILE  deployments/mainnet.json unless given

Exit code 0: everything fits. 1: something does not, or the ledger did not answer. 2: the call was not understood.
`;

/** Runs the command; returns its exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const options = { rpc: { type: 'string' }, deployment: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...argv], options });
  const { rpc, deployment: file = 'deployments/mainnet.json' } = values;
  if (rpc === undefined || !URL.canParse(rpc)) throw new TypeError('--rpc must be a URL.');
  const deployment = parseDeployment(JSON.parse(readFileSync(file, 'utf8')));
  const ledger = createLedgerClient([rpc], [], { ...createRuntime(), watch: NO_WATCH });
  try {
    const foreign = await checkGenesis(deployment, { ledger });
    const faults = foreign === undefined ? await checkDeployment(deployment, { ledger }) : [foreign];
    for (const { field, address, detail } of faults) {
      process.stdout.write(`${field} ${address}\n    ${detail}\n`);
    }
    const count = faults.length === 1 ? '1 address does' : `${faults.length} addresses do`;
    process.stdout.write(faults.length === 0 ? `${file} fits the ledger.\n` : `${count} not fit.\n`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await ledger.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof TypeError;
  process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}` : `${String(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
