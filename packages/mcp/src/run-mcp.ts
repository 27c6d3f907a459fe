import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createStakingClient } from '@staking-agent/sdk';
import { openAttempts } from './local/attempts.ts';
import { approve, initialize, openTerminal } from './local/owner.ts';
import { readConfigPath, readSettings, readStatePath, type Settings } from './local/settings.ts';
import { callChecked, createSignAndSubmit } from './local/sign-and-submit.ts';
import { createServer } from './server.ts';

const USAGE = `staking-agent-mcp                   serves the tools over standard input and output
staking-agent-mcp init [DIRECTORY]  writes a key, a policy and your secret, and says what the policy allows
staking-agent-mcp approve [ID]      approves what the policy asks you for; without ID, lists what waits
`;

try {
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the settings.
  const environment = process.env;
  const options = { help: { type: 'boolean', short: 'h' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [command, argument, ...rest] = positionals;
  const isOwners = (command === 'init' || command === 'approve') && rest.length === 0;
  if (values.help) process.stdout.write(USAGE);
  else if (command === undefined) serve(await readSettings(environment));
  else if (!isOwners) fail(USAGE);
  else {
    const attempts = openAttempts(readStatePath(environment));
    try {
      const terminal = openTerminal();
      if (command === 'approve') await approve(attempts, terminal, argument);
      else await initialize(attempts, terminal, argument ?? readConfigPath(environment));
    } finally {
      attempts.close();
    }
  }
} catch (error) {
  fail(error instanceof Error ? `${error.message}\n` : `${String(error)}\n`);
}

/** Serves the tools over the standard streams of this process, to the one agent that started it. */
function serve({ url, deployment, rpc, partnerKey, policy, signer, statePath }: Settings): void {
  const client = createStakingClient({ url, deployment, rpc, partnerKey });
  const verify = { deployment, rpc };
  const extra =
    signer && policy
      ? [createSignAndSubmit({ client, signer, rpc, deployment, attempts: openAttempts(statePath) }, policy)]
      : [];
  serveStdio(() =>
    createServer({ call: (tool, args) => callChecked({ client, verify, policy }, tool, args), extra }),
  );
}

// Standard output is the protocol's.
function fail(words: string): void {
  process.stderr.write(words);
  process.exitCode = 2;
}
