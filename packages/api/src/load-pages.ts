import type { Config } from './config/config.ts';
import type { Pages } from './http/endpoints.ts';

/** Loads what the deployment says of itself, with the console at its root where that is on. */
export async function loadPages(config: Config): Promise<Pages> {
  const { siteOrigin, deployment, explorerUrl, sandboxUrl, console } = config;
  const { name, genesisHash } = deployment;
  const { createSite } = await import('@staking-agent/site');
  const pages = await createSite({ siteOrigin, name, genesisHash, sandboxUrl });
  if (console === undefined) return pages;
  const { createConsolePages } = await import('@staking-agent/console');
  const shown = { siteOrigin, deployment: name, genesisHash, explorerUrl, sandboxUrl };
  const own = createConsolePages({ ...shown, ...console });
  // Who asks for the root in Markdown still gets what leads on without scripts.
  const others = (pages.get('/') ?? []).filter(({ mediaType }) => mediaType !== 'text/html');
  return {
    async get(path) {
      const [page, ...forms] = (await own.get(path)) ?? [];
      if (page === undefined) return pages.get(path);
      return path === '/' ? [page, ...forms, ...others] : [page, ...forms];
    },
  };
}
