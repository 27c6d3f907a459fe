import type { DescribedDeployment } from '@staking-agent/wire/openapi';
import type { Document } from './documents/document.ts';

/** Prints the root page: a summary and links to everything else. */
export function printStart({ name, genesisHash }: DescribedDeployment): Document {
  const ledger = genesisHash === undefined ? '' : `, on the ledger with the genesis hash \`${genesisHash}\``;
  return {
    path: '/',
    title: 'Staking Agent API',
    summary: '',
    markdown: `# Staking Agent API

Builds Solana staking transactions that only the caller's wallet can complete, and submits them. This is the deployment \`${name}\`${ledger}.

- [API](/docs/api): every operation, to read and to try out
- [OpenAPI](/openapi.json): the same for programs
- [Workflows](/arazzo.json): into and out of every strategy, as Arazzo
- [llms.txt](/llms.txt): for agents
- [Documents](/docs): strategies, yields, security, operations
- [Errors](/errors): what every refusal means, and what to do
- [Status](/status): how this deployment is now
`,
    resolve: (target) => target,
  };
}
