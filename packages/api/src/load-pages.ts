import type { Config } from './config/config.ts';
import type { Pages } from './http/create-site-endpoints.ts';

/** Loads what the deployment says of itself, with the console at its root where that is on. */
export async function loadPages(config: Config): Promise<Pages> {
  const { siteOrigin, deployment, explorerUrl, console } = config;
  const { name, genesisHash } = deployment;
  const { createSite } = await import('@staking-agent/site');
  const pages = await createSite({ siteOrigin, name, genesisHash });
  if (console === undefined) return pages;
  const { createConsolePages } = await import('@staking-agent/console');
  const own = createConsolePages({ siteOrigin, deployment: name, genesisHash, explorerUrl, ...console });
  const merged = new Map([...pages, ...own]);
  // Who asks for the root in Markdown still gets what leads on without scripts.
  const [page] = own.get('/') ?? [];
  const others = (pages.get('/') ?? []).filter(({ mediaType }) => mediaType !== 'text/html');
  if (page !== undefined) merged.set('/', [page, ...others]);
  return merged;
}
