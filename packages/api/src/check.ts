import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { checkDeployment, checkGenesis, checkPins } from './operator/check-deployment.ts';
import { askMethods, describeLack } from './operator/node-methods.ts';
import { createRuntime } from './services.ts';
import { NO_WATCH } from './upstreams/http.ts';
import { createLedgerClient, type LedgerClient } from './upstreams/ledger/client.ts';

const USAGE = `Compares a deployment file with the ledger and lists what differs, and which methods the endpoint serves.

  npm run check:deployment -- --rpc URL [--deployment FILE]

  --rpc URL          a Solana RPC endpoint of the network that the file is for
  --deployment FILE  deployments/mainnet.json unless given

Exit code 0: everything matches. 1: something differs, or the ledger did not answer. 2: invalid command line.
`;

/** Where the command writes. */
export type Streams = { out(text: string): void; error(text: string): void };

/** Runs `npm run check:deployment`; returns its exit code. */
export async function runCheck(argv: readonly string[], streams: Streams): Promise<number> {
  try {
    return await check(argv, streams);
  } catch (error) {
    const isUsage = error instanceof TypeError;
    streams.error(isUsage ? `${error.message}\n\n${USAGE}` : `${String(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

async function check(argv: readonly string[], { out }: Streams): Promise<number> {
  const options = { rpc: { type: 'string' }, deployment: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...argv], options });
  const { rpc, deployment: file = 'deployments/mainnet.json' } = values;
  if (rpc === undefined || !URL.canParse(rpc)) throw new TypeError('--rpc must be a URL.');
  const deployment = parseDeployment(JSON.parse(readFileSync(file, 'utf8')));
  const ledger = createLedgerClient([rpc], [], { ...createRuntime(), watch: NO_WATCH });
  try {
    const foreign = await checkGenesis(deployment, { ledger });
    const faults =
      foreign === undefined
        ? [...(await checkDeployment(deployment, { ledger })), ...(await checkPins(deployment, { ledger }))]
        : [foreign];
    if (foreign === undefined) await printMethods(ledger, out);
    for (const { field, address, detail } of faults) {
      out(`${field} ${address}\n    ${detail}\n`);
    }
    const count = faults.length === 1 ? '1 address differs' : `${faults.length} addresses differ`;
    out(faults.length === 0 ? `${file} matches the ledger.\n` : `${count}.\n`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await ledger.close();
  }
}

/** Prints which methods that the service calls the node serves, with its times. */
async function printMethods({ nodes }: LedgerClient, out: Streams['out']): Promise<void> {
  for (const node of nodes) {
    const answers = await askMethods(node, createRuntime().clock);
    const served = answers.filter(({ fault }) => fault === undefined);
    out(`The node serves ${served.length} of ${answers.length} methods that the service calls.\n`);
    for (const { method, milliseconds } of served) out(`    ${method} in ${milliseconds} ms\n`);
    for (const answer of answers) {
      const lack = describeLack(answer);
      if (lack !== undefined) out(`  ${lack}\n`);
    }
  }
}

if (import.meta.main) {
  process.exitCode = await runCheck(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
}
