import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createStakingClient } from '@staking-agent/sdk';
import { openAttempts } from './local/attempts.ts';
import { readMints, readSettings, readStatePath, SettingError, type Settings } from './local/settings.ts';
import { callChecked, createSignAndSubmit } from './local/sign-and-submit.ts';
import { createServer } from './server.ts';

const USAGE = `staking-agent-mcp              serves the tools over standard input and output
staking-agent-mcp approve ID   approves what the policy asks a person for; ID is in the refusal
`;

try {
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the settings.
  const environment = process.env;
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, id, ...rest] = positionals;
  if (command === undefined) serve(await readSettings(environment));
  else if (command === 'approve' && id !== undefined && rest.length === 0)
    approve(readStatePath(environment), id);
  else fail(USAGE);
} catch (error) {
  fail(error instanceof SettingError ? `${error.message}\n` : `${String(error)}\n`);
}

/** Serves the tools over the standard streams of this process, to the one agent that started it. */
function serve({ url, deployment, rpc, partnerKey, policy, signer, statePath }: Settings): void {
  const client = createStakingClient({ url, deployment, rpc, partnerKey });
  const verify = { deployment, rpc };
  const mints = readMints(deployment);
  const extra =
    signer && policy
      ? [createSignAndSubmit({ client, signer, rpc, policy, attempts: openAttempts(statePath), mints })]
      : [];
  serveStdio(() =>
    createServer({ call: (tool, args) => callChecked({ client, verify, policy }, tool, args), extra }),
  );
}

function approve(path: string, id: string): void {
  const attempts = openAttempts(path);
  const description = attempts.approve(id);
  attempts.close();
  if (description === undefined) fail(`Nobody asked to approve ${id}.\n`);
  else process.stdout.write(`Approved: ${description}. It holds for one signature within 24 hours.\n`);
}

// Standard output is the protocol's.
function fail(words: string): void {
  process.stderr.write(words);
  process.exitCode = 2;
}
