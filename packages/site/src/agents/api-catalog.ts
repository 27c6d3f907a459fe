import { BASE_PATH } from '@staking-agent/wire';
import type { Representation } from '../resource.ts';

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
            'service-desc': [
              link('/openapi.json', 'application/json'),
              link('/arazzo.json', 'application/json'),
            ],
            'service-doc': [link('/docs/api', 'text/html'), link('/llms.txt', 'text/plain')],
            status: [link('/status', 'text/html'), link('/status.json', 'application/json')],
          },
        ],
      }),
  };
}
