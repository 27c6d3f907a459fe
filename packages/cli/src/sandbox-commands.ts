import { StakingError } from '@staking-agent/sdk';
import type { Command } from 'commander';
import { UsageError } from './exit-code.ts';
import type { Session } from './session.ts';

const SANDBOX_URL = 'http://127.0.0.1:8899';

/** Adds the commands of the sandbox, which has no real money. */
export function addSandboxCommands(program: Command, { env, print }: Session): void {
  const sandbox = program.command('sandbox').description('Makes wallets and lets time pass, in the sandbox.');
  const add = (name: string, description: string) =>
    sandbox
      .command(name)
      .description(description)
      .option(
        '--sandbox <url>',
        'where it is (STAKING_SANDBOX_URL)',
        env['STAKING_SANDBOX_URL'] ?? SANDBOX_URL,
      )
      .option('--json', 'one JSON object on standard output');
  add('wallet', 'Makes a wallet with funds and prints its key, as solana-keygen writes it.')
    .option('--sol <amount>', 'SOL', '10')
    .option('--usdc <amount>', 'USDC')
    .action(async ({ sandbox: url, sol, usdc }: { sandbox: string; sol: string; usdc?: string }) => {
      const { secretKey } = await ask(url, 'wallets', { sol, usdc });
      print(JSON.stringify(secretKey), {});
    });
  add('advance-epoch', 'Lets epochs pass.')
    .argument('[epochs]', 'how many', '1')
    .action(async (epochs: string, options: { sandbox: string; json?: true }) => {
      print(await ask(options.sandbox, 'advance-epoch', { epochs: Number(epochs) }), options);
    });
}

async function ask(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  }).catch((cause: unknown) => {
    const facts = { kind: 'transport', code: 'CONNECTION_FAILED', retryable: true } as const;
    throw new StakingError(`No sandbox answers at ${url}. Name it with --sandbox.`, facts, cause);
  });
  const result: Readonly<Record<string, unknown>> = Object(await answer.json());
  if (!answer.ok) throw new UsageError(String(result['error'] ?? `The sandbox answered ${answer.status}.`));
  return result;
}
