import { API_VERSION } from '@staking-agent/wire';

/** Where a server card is looked for: the extension's draft has moved, so it is at both. */
export const SERVER_CARD_PATHS = ['/mcp/server-card', '/.well-known/mcp/server-card.json'] as const;

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/** Creates the server card of SEP-2127: name and address of this deployment's MCP server. */
export function serverCard(origin: string) {
  const { hostname } = new URL(origin);
  return {
    $schema: SCHEMA,
    name: `${hostname.split('.').toReversed().join('.')}/staking-agent`,
    title: 'Staking agent',
    description: 'Builds Solana staking transactions that only the wallet can complete, and submits them.',
    version: API_VERSION,
    websiteUrl: origin,
    remotes: [
      {
        type: 'streamable-http',
        url: `${origin}/mcp`,
        supportedProtocolVersions: ['2025-11-25', '2026-07-28'],
      },
    ],
  };
}
