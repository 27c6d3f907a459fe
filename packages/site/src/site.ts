import { jsonForm, type Resource, textForm } from '@staking-agent/console';
import { BASE_PATH } from '@staking-agent/wire';
import { type DescribedDeployment, printOpenApi } from '@staking-agent/wire/openapi';
import { CHANGELOG_FEED_PATH, readChangelog } from './changelog.ts';
import {
  createResolver,
  type Document,
  documentPages,
  EXAMPLE_ORIGINS,
  indexFolders,
  readDocuments,
  readDoors,
} from './documents.ts';
import { errorPages } from './errors.ts';
import { type Door, SEARCH_INDEX_PATH, STYLE_PATH, scriptFiles, styleForm } from './layout.ts';
import { printLlmsFull, printLlmsText } from './llms-text.ts';
import { printReference, SHAPES_PATH } from './reference.ts';
import { printSearchIndex } from './search.ts';
import {
  API_CATALOG_PATH,
  apiCatalogForm,
  SERVER_CARD_PATHS,
  serverCard,
  skillResources,
} from './well-known.ts';

export { printStatusPage } from './status.ts';

/**
 * Creates everything that a deployment serves beside its API, by path; each page is printed on request.
 */
export async function createSite(options: DescribedDeployment): Promise<ReadonlyMap<string, Resource>> {
  const { siteOrigin: origin } = options;
  const read = await readDocuments(origin);
  const documents = new Map(read);
  for (const index of indexFolders(read)) documents.set(index.path, index);
  // Problems in examples are those of this deployment, with the pages behind them.
  const openApiText = JSON.stringify(printOpenApi(options)).replace(EXAMPLE_ORIGINS, origin);
  const openApi: Resource = [textForm('application/json', () => openApiText)];
  const resolve = createResolver('errors.md', new Set(documents.keys()));
  const reference = printReference(JSON.parse(openApiText), origin);
  const { page: changelog, feed } = await readChangelog(origin);
  const frame = { origin, doors: [...readDoors(documents), listOperations(reference)] };
  const searched = [...documents.values(), ...reference, changelog];
  return new Map([
    ...[printStart(options), ...searched].flatMap((document) => documentPages(document, frame)),
    [CHANGELOG_FEED_PATH, [feed]],
    ...scriptFiles(),
    [SEARCH_INDEX_PATH, [textForm('application/json', () => printSearchIndex(searched))]],
    [STYLE_PATH, [styleForm()]],
    ...errorPages(frame, resolve),
    ['/openapi.json', openApi],
    [`${BASE_PATH}/openapi.json`, openApi],
    ['/llms.txt', [textForm('text/plain', () => printLlmsText(options, documents))]],
    ['/llms-full.txt', [textForm('text/plain', () => printLlmsFull(options, documents))]],
    [API_CATALOG_PATH, [apiCatalogForm(origin)]],
    ...(await skillResources(origin)),
    ...SERVER_CARD_PATHS.map((path): [string, Resource] => [path, [jsonForm(() => serverCard(origin))]]),
  ]);
}

/** Makes the door to the reference: its index and its operations. */
function listOperations(reference: readonly Document[]): Door {
  return { title: 'API', links: reference.filter(({ path }) => !path.startsWith(SHAPES_PATH)) };
}

/** Prints the root page: a summary and links to everything else. */
function printStart({ name, genesisHash }: DescribedDeployment): Document {
  const ledger = genesisHash === undefined ? '' : `, on the ledger with the genesis hash \`${genesisHash}\``;
  return {
    path: '/',
    title: 'Staking Agent API',
    summary: '',
    markdown: `# Staking Agent API

Builds Solana staking transactions that only the caller's wallet can complete, and submits them. This is the deployment \`${name}\`${ledger}.

- [API](/docs/api): every operation, to read and to try out
- [OpenAPI](/openapi.json): the same for programs
- [llms.txt](/llms.txt): for agents
- [Documents](/docs): strategies, yields, security, operations
- [Errors](/errors): what every refusal means, and what to do
- [Changes](/changelog): what callers and operators notice, as a [feed](/changelog.atom) too
- [Status](/status): how this deployment is now
`,
    resolve: (target) => target,
  };
}
