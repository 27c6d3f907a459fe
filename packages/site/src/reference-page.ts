import { readFile } from 'node:fs/promises';
import { escapeText, relativePath } from './layout.ts';
import type { Representation, Resource } from './resource.ts';

/** Path of the API reference. */
export const REFERENCE_PATH = '/docs/api';

/** The files of the page by path; `swagger-ui-dist` holds nothing but files for browsers. */
const FILES: Readonly<Record<string, string>> = {
  '/assets/swagger-ui.js': import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  '/assets/swagger-ui.css': import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  '/assets/reference-init.js': new URL('reference-init.js', import.meta.url).href,
};

const [SCRIPT, STYLE, START] = Object.keys(FILES) as [string, string, string];

/** Makes the files that the reference of the API is shown with. */
export function referenceFiles(): (readonly [string, Resource])[] {
  return Object.entries(FILES).map(([path, url]) => [path, [fileForm(url)]]);
}

/** Creates a form of a file, which is read on request. */
export function fileForm(url: string): Representation {
  const mediaType = url.endsWith('.css') ? 'text/css' : 'text/javascript';
  return {
    mediaType,
    contentType: `${mediaType}; charset=utf-8`,
    render: () => readFile(new URL(url)),
  };
}

/**
 * Creates the API reference for people: Swagger UI with the OpenAPI document of this deployment.
 *
 * @param origin - receives the requests that readers try out.
 */
export function referenceForm(origin: string): Representation {
  const link = (to: string) => relativePath(REFERENCE_PATH, to);
  return {
    mediaType: 'text/html',
    contentType: 'text/html; charset=utf-8',
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' ${new URL(origin).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
    render: () => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Staking Agent API</title><link rel="stylesheet" href="${link(STYLE)}"></head>
<body><div id="reference" data-document="${escapeText(link('/openapi.json'))}"><noscript><a href="${link('/openapi.json')}">The API as OpenAPI</a></noscript></div>
<script src="${link(SCRIPT)}"></script><script src="${link(START)}"></script></body></html>
`,
  };
}
