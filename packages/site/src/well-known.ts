import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jsonForm, type Representation, type Resource } from '@staking-agent/console';
import { API_VERSION, BASE_PATH } from '@staking-agent/wire';
import { markdownForm } from './layout.ts';

/** Where RFC 9727 looks for it. */
export const API_CATALOG_PATH = '/.well-known/api-catalog';

const PROFILE = 'https://www.rfc-editor.org/info/rfc9727';

/** Creates the API catalog of RFC 9727: the API, its description and its status. */
export function apiCatalogForm(origin: string): Representation {
  const api = `${origin}${BASE_PATH}`;
  const link = (path: string, type: string) => ({ href: `${origin}${path}`, type });
  return {
    mediaType: 'application/linkset+json',
    contentType: `application/linkset+json; profile="${PROFILE}"`,
    headers: { Link: `<${origin}${API_CATALOG_PATH}>; rel="api-catalog"` },
    render: () =>
      JSON.stringify({
        linkset: [
          { anchor: `${origin}${API_CATALOG_PATH}`, item: [{ href: api }] },
          {
            anchor: api,
            'service-desc': [link('/openapi.json', 'application/json')],
            'service-doc': [link('/docs/api', 'text/html'), link('/llms.txt', 'text/plain')],
            status: [link('/status', 'text/html'), link('/status.json', 'application/json')],
          },
        ],
      }),
  };
}

/** Where a server card is looked for: the extension's draft has moved, so it is at both. */
export const SERVER_CARD_PATHS = ['/mcp/server-card', '/.well-known/mcp/server-card.json'] as const;

const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/** Creates the server card of SEP-2127: name and address of this deployment's MCP server. */
export function serverCard(origin: string) {
  const { hostname } = new URL(origin);
  return {
    $schema: CARD_SCHEMA,
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

/** Where agents look for the skills of a host (Agent Skills discovery 0.2.0). */
export const SKILLS_PATH = '/.well-known/agent-skills';

const SKILLS_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const NAME = 'staking-agent';
const FILE = new URL(`../../../skills/${NAME}/SKILL.md`, import.meta.url);
/** The origin by which the file calls a deployment. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000';

/**
 * Reads the skill of this API, inserts the addresses of the deployment, and creates the index with the digest of the served
 * bytes.
 *
 * @param origin - of the deployment.
 * @returns both by path.
 * @throws {Error} when the file is missing or has no description.
 */
export async function skillResources(origin: string): Promise<readonly (readonly [string, Resource])[]> {
  const text = (await readFile(FILE, 'utf8')).replaceAll(EXAMPLE_ORIGIN, origin);
  const [, description] = /^description: (.+)$/m.exec(text) ?? [];
  if (description === undefined) throw new Error('The skill describes nothing.');
  const path = `${SKILLS_PATH}/${NAME}/SKILL.md`;
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const skill = { name: NAME, type: 'skill-md', description, url: `${origin}${path}`, digest };
  return [
    [`${SKILLS_PATH}/index.json`, [jsonForm(() => ({ $schema: SKILLS_SCHEMA, skills: [skill] }))]],
    [path, [markdownForm(() => text)]],
  ];
}
