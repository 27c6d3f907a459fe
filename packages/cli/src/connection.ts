import { addOwnNode, readDeployment } from '@staking-agent/mcp/local';
import { createStakingClient, type OperationId, type StakingClient } from '@staking-agent/sdk';
import type { Deployment, DeploymentName } from '@staking-agent/sdk/deployments';
import type { Command } from 'commander';
import type { Environment } from './session.ts';

/** Options of every command. */
export type ConnectionOptions = {
  readonly url: string;
  readonly deployment: string;
  readonly rpc?: string;
  readonly json?: true;
};

/** The deployment that is called, and what its transactions are verified against. */
export type Connection = {
  readonly client: StakingClient;
  readonly url: string;
  readonly deployment: DeploymentName | Deployment;
  readonly rpc: string | undefined;
};

/** Adds the options of every command; the environment fills in what is not given. */
export function addConnectionOptions(program: Command, env: Environment): Command {
  return program
    .option(
      '--url <url>',
      'the deployment to call (STAKING_URL)',
      env['STAKING_URL'] ?? 'http://127.0.0.1:3000',
    )
    .option(
      '--deployment <name>',
      'what is verified against: mainnet, sandbox or a file (STAKING_DEPLOYMENT)',
      env['STAKING_DEPLOYMENT'] ?? 'mainnet',
    )
    .option(
      '--rpc <url>',
      'your own ledger node, for proofs that need one (STAKING_RPC_URL)',
      env['STAKING_RPC_URL'],
    )
    .option('--json', 'one JSON object on standard output');
}

/** Opens the connection; the key of a partner comes from the environment alone. @throws {SettingError} */
export function connect({ url, deployment: named, rpc }: ConnectionOptions, env: Environment): Connection {
  const deployment = readDeployment(named, `--deployment ${named}`);
  const client = createStakingClient({ url, deployment, rpc, partnerKey: env['STAKING_PARTNER_KEY'] });
  return { client, url, deployment, rpc };
}

/** Calls an operation that only asks. Beside the status of a transaction stands what the caller's own node shows. */
export async function askService(
  { client, rpc }: Connection,
  operation: OperationId,
  request: Readonly<Record<string, unknown>>,
): Promise<object> {
  const answer = await client.call(operation, request as never);
  return operation === 'getTransaction' ? await addOwnNode(answer, request['signature'], rpc) : answer;
}

/** Milliseconds within which a table must have come, however long the history is. */
const TABLE_TIMEOUT_MS = 600_000;

/**
 * Reads the whole history of a wallet as CSV, and prints each line as it comes.
 *
 * @throws {StakingError} also where the table breaks off; the lines before are printed then.
 */
export async function printTable(
  { url }: Connection,
  request: Readonly<Record<string, unknown>>,
  print: (line: string) => void,
): Promise<void> {
  const client = createStakingClient({
    url,
    deployment: false,
    async fetch(place, init) {
      const headers = new Headers(init?.headers);
      headers.set('accept', 'text/csv');
      const answer = await fetch(place, { ...init, headers });
      const isTable = answer.headers.get('content-type')?.startsWith('text/csv') ?? false;
      // What is no table is refused by the client, as what is no answer.
      if (!answer.ok || !isTable || answer.body === null)
        return new Response(answer.ok ? null : answer.body, answer);
      let rest = '';
      for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = `${rest}${text}`.split(/\r?\n/);
        rest = lines.pop() ?? '';
        for (const line of lines) print(line);
      }
      // Each line ends: one that does not was cut.
      if (rest !== '') throw new Error('The table breaks off.');
      return Response.json({});
    },
  });
  await client.call('walletHistory', request as never, { retries: 0, timeoutMs: TABLE_TIMEOUT_MS });
}
