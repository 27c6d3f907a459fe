import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createStakingClient } from '@staking-agent/sdk';
import { mainnet, sandbox } from '@staking-agent/sdk/deployments';
import { createServer } from '../create-server.ts';
import { openAttempts } from './attempts.ts';
import { callChecked } from './call-checked.ts';
import type { Settings } from './read-settings.ts';
import { createSignAndSubmit } from './sign-and-submit.ts';

/** The mint of wrapped SOL, which stands for SOL in what a proof says. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/** Serves the tools over the standard streams of this process, to the one agent that started it. */
export function serveLocal({ url, deployment, rpc, partnerKey, policy, signer, statePath }: Settings): void {
  const client = createStakingClient({ url, deployment, rpc, partnerKey });
  const verify = { deployment, rpc };
  const addresses = deployment === 'mainnet' ? mainnet : deployment === 'sandbox' ? sandbox : deployment;
  const mints = { SOL: WRAPPED_SOL, USDC: addresses.usdcMint };
  const extra =
    signer && policy
      ? [createSignAndSubmit({ client, signer, policy, attempts: openAttempts(statePath), mints })]
      : [];
  serveStdio(() =>
    createServer({ call: (tool, args) => callChecked({ client, verify, policy }, tool, args), extra }),
  );
}
