import { BASE_PATH } from '@staking-agent/wire';
import { printArazzo, printSignerApi, SIGNER_PATH } from '@staking-agent/wire/arazzo';
import { type DescribedDeployment, printOpenApi } from '@staking-agent/wire/openapi';
import type { Document } from './documents.ts';
import { createResolver, documentPages, EXAMPLE_ORIGINS, indexFolders, readDocuments } from './documents.ts';
import { errorPages } from './errors.ts';
import {
  jsonForm,
  REFERENCE_PATH,
  type Resource,
  referenceFiles,
  referenceForm,
  STYLE_PATH,
  styleForm,
  textForm,
} from './layout.ts';
import { printLlmsFull, printLlmsText } from './llms-text.ts';
import {
  API_CATALOG_PATH,
  apiCatalogForm,
  SERVER_CARD_PATHS,
  serverCard,
  skillResources,
} from './well-known.ts';

/**
 * Creates everything that a deployment serves beside its API, by path; each page is printed on request.
 *
 * @param options - the deployment, and where its sandbox signs, if it has one.
 */
export async function createSite(
  options: DescribedDeployment & { readonly sandboxUrl?: string | undefined },
): Promise<ReadonlyMap<string, Resource>> {
  const { siteOrigin: origin } = options;
  const read = await readDocuments(origin);
  const documents = new Map(read);
  for (const index of indexFolders(read)) documents.set(index.path, index);
  // Problems in examples are those of this deployment, with the pages behind them.
  const openApi: Resource = [
    textForm('application/json', () =>
      JSON.stringify(printOpenApi(options)).replace(EXAMPLE_ORIGINS, origin),
    ),
  ];
  const resolve = createResolver('errors.md', new Set(documents.keys()));
  return new Map([
    ...documentPages(printStart(options), origin),
    ...[...documents.values()].flatMap((document) => documentPages(document, origin)),
    [REFERENCE_PATH, [referenceForm(origin)]],
    ...referenceFiles(),
    [STYLE_PATH, [styleForm()]],
    ...errorPages({ origin, resolve }),
    ['/openapi.json', openApi],
    [`${BASE_PATH}/openapi.json`, openApi],
    ['/arazzo.json', [jsonForm(() => printArazzo(options))]],
    [SIGNER_PATH, [jsonForm(() => printSignerApi(options.sandboxUrl))]],
    ['/llms.txt', [textForm('text/plain', () => printLlmsText(options, documents))]],
    ['/llms-full.txt', [textForm('text/plain', () => printLlmsFull(options, documents))]],
    [API_CATALOG_PATH, [apiCatalogForm(origin)]],
    ...(await skillResources(origin)),
    ...SERVER_CARD_PATHS.map((path): [string, Resource] => [path, [jsonForm(() => serverCard(origin))]]),
  ]);
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
- [Workflows](/arazzo.json): into and out of every strategy, as Arazzo
- [llms.txt](/llms.txt): for agents
- [Documents](/docs): strategies, yields, security, operations
- [Errors](/errors): what every refusal means, and what to do
- [Status](/status): how this deployment is now
`,
    resolve: (target) => target,
  };
}
