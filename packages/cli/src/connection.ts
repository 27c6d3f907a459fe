import { readFileSync } from 'node:fs';
import { createStakingClient, type StakingClient } from '@staking-agent/sdk';
import { type Deployment, type DeploymentName, parseDeployment } from '@staking-agent/sdk/deployments';
import type { Command } from 'commander';
import { UsageError } from './exit-code.ts';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What every command takes. */
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

/** Opens the connection; the key of a partner comes from the environment alone. @throws {UsageError} */
export function connect({ url, deployment: named, rpc }: ConnectionOptions, env: Environment): Connection {
  const deployment = readDeployment(named);
  const client = createStakingClient({ url, deployment, rpc, partnerKey: env['STAKING_PARTNER_KEY'] });
  return { client, url, deployment, rpc };
}

function readDeployment(text: string): DeploymentName | Deployment {
  if (text === 'mainnet' || text === 'sandbox') return text;
  try {
    return parseDeployment(JSON.parse(readFileSync(text, 'utf8')));
  } catch (error) {
    throw new UsageError(`--deployment ${text}: ${(error as Error).message}`);
  }
}
