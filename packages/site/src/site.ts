import { BASE_PATH } from '@staking-agent/wire';
import { printArazzo, printSignerApi, SIGNER_PATH } from '@staking-agent/wire/arazzo';
import { type DescribedDeployment, printOpenApi } from '@staking-agent/wire/openapi';
import { API_CATALOG_PATH, apiCatalogForm } from './agents/api-catalog.ts';
import { printLlmsFull, printLlmsText } from './agents/llms-text.ts';
import { SERVER_CARD_PATHS, serverCard } from './agents/server-card.ts';
import { skillResources } from './agents/skill.ts';
import { documentPages, indexFolders } from './documents/document-pages.ts';
import { createResolver, EXAMPLE_ORIGINS, readDocuments } from './documents/read-documents.ts';
import { errorPages } from './errors/error-pages.ts';
import { STYLE_PATH } from './html/layout.ts';
import { styleForm } from './html/style.ts';
import { REFERENCE_PATH, referenceFiles, referenceForm } from './reference/reference-page.ts';
import { jsonForm, type Resource, type Resources, textForm } from './resource.ts';
import { printStart } from './start-document.ts';

/** Whose site it is. */
export type SiteOptions = DescribedDeployment & {
  /** Where its sandbox signs, if it has one. */
  readonly sandboxUrl?: string | undefined;
};

/** Everything a deployment serves beside its API, by path. */
export type Site = Resources;

/** Creates the site of a deployment; each page is printed on request. */
export async function createSite(options: SiteOptions): Promise<Site> {
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
