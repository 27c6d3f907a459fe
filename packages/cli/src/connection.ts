import { addOwnNode, findAddresses, readDeployment, readUrl } from '@staking-agent/mcp/local';
import { createStakingClient, type OperationId, type StakingClient } from '@staking-agent/sdk';
import type { Deployment, DeploymentName } from '@staking-agent/sdk/deployments';
import { callNode } from '@staking-agent/sdk/verify';
import { API_VERSION } from '@staking-agent/wire';
import { type Command, Option } from 'commander';
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

const LOCAL_URL = 'http://127.0.0.1:3000';

/** Adds the options of every command; the environment fills in what is not given. */
export function addConnectionOptions(program: Command, env: Environment): Command {
  return program
    .addOption(
      hideUrl('--url <url>', 'the deployment to call (STAKING_URL)', env['STAKING_URL'] ?? LOCAL_URL),
    )
    .option(
      '--deployment <name>',
      'what is verified against: mainnet, sandbox or a file (STAKING_DEPLOYMENT)',
      env['STAKING_DEPLOYMENT'] ?? 'mainnet',
    )
    .addOption(
      hideUrl(
        '--rpc <url>',
        'your own ledger node, for proofs that need one (STAKING_RPC_URL)',
        env['STAKING_RPC_URL'],
      ),
    )
    .option('--json', 'one JSON object on standard output');
}

/** Makes an option whose URL the help does not show, but for that of this machine: it may hold a key. */
function hideUrl(flags: string, description: string, url: string | undefined): Option {
  return new Option(flags, description).default(url, url === LOCAL_URL ? LOCAL_URL : 'as set');
}

/** Opens the connection; the key of a partner comes from the environment alone. @throws {SettingError} */
export function connect({ url, deployment: named, rpc }: ConnectionOptions, env: Environment): Connection {
  readUrl(url, '--url');
  if (rpc !== undefined) readUrl(rpc, '--rpc');
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

/** One thing that was looked at. */
type Finding = { readonly check: string; readonly isOk: boolean; readonly detail: string };

/** Clocks that differ by more make ages and expiry times wrong. */
const MOST_SKEW_SECONDS = 5;

/** Checks that the deployment answers, is the intended one, and can be verified. It changes nothing. */
export async function examine({ client, url, deployment, rpc }: Connection): Promise<readonly Finding[]> {
  const pinned = findAddresses(deployment);
  const checks: Readonly<Record<string, () => Promise<string>>> = {
    'the service answers': async () => {
      let skew = 0;
      const { version } = await client.health(undefined, {
        retries: 0,
        onResponse: ({ headers }) => {
          const date = Date.parse(headers.get('date') ?? '');
          if (Number.isFinite(date)) skew = Math.round(Math.abs(Date.now() - date) / 1_000);
        },
      });
      if (skew > MOST_SKEW_SECONDS) throw new Error(`The clocks differ by ${skew} s.`);
      return `${url}, version ${version}, clocks differ by ${skew} s; this client speaks ${API_VERSION}`;
    },
    'the network is the one that is verified against': async () => {
      const { network } = await client.getLimits(undefined, { retries: 0 });
      const isSame = pinned.genesisHash == null || network.genesisHash === pinned.genesisHash;
      const named = `the service says ${network.deployment}, genesis ${network.genesisHash ?? 'unknown'}`;
      if (!isSame) throw new Error(`${named}; --deployment is of ${pinned.genesisHash}`);
      return named;
    },
    'its upstreams work': async () => {
      const { state, upstreams } = await client.status(undefined, { retries: 0 });
      const ill = upstreams.filter((upstream) => upstream.state === 'failing').map(({ name }) => name);
      if (ill.length > 0) throw new Error(`state ${state}; failing: ${ill.join(', ')}`);
      return `state ${state}`;
    },
    'a node of your own is there for proofs': async () => {
      if (rpc === undefined)
        throw new Error('No --rpc: builds of the router and of the leveraged vault are unproven.');
      if ((await callNode('getHealth', [], { rpc })) !== 'ok') throw new Error('The node is not healthy.');
      return 'the node of --rpc is healthy';
    },
  };
  const findings: Finding[] = [];
  for (const [check, look] of Object.entries(checks)) {
    const finding = await look().then(
      (detail) => ({ check, isOk: true, detail }),
      (error: unknown) => ({
        check,
        isOk: false,
        detail: error instanceof Error ? error.message : String(error),
      }),
    );
    findings.push(finding);
  }
  return findings;
}
