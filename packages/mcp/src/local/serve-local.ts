import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createStakingClient } from '@staking-agent/sdk';
import { mainnet, sandbox } from '@staking-agent/sdk/deployments';
import { createServer } from '../create-server.ts';
import { openAttempts } from './attempts.ts';
import { callChecked } from './call-checked.ts';
import type { Mints } from './check-policy.ts';
import type { Settings } from './read-settings.ts';
import { createSignAndSubmit } from './sign-and-submit.ts';

/** The mint of wrapped SOL, which stands for SOL in what a proof says. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/** Serves the tools over the standard streams of this process, to the one agent that started it. */
export function serveLocal({ url, deployment, rpc, partnerKey, policy, signer, statePath }: Settings): void {
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

/** The mints by which a proof names SOL and USDC. */
export function readMints(deployment: Settings['deployment']): Mints {
  const { usdcMint } = typeof deployment === 'string' ? { mainnet, sandbox }[deployment] : deployment;
  return { SOL: WRAPPED_SOL, USDC: usdcMint };
}
