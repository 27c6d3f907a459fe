import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';

/** One form of a resource: the same content as HTML, Markdown or JSON. */
export type Representation = {
  /** The media type without parameters, by which it is chosen: `text/html`. */
  readonly mediaType: string;
  /** The value of `Content-Type`. */
  readonly contentType: string;
  /** Headers besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the content; asked once at most for each start of the service. */
  render(): string | Promise<Buffer>;
};

/** The forms of a resource, first the one for callers who name none. */
export type Resource = readonly [Representation, ...Representation[]];

/** A form whose content is text in UTF-8. */
export function textForm(mediaType: string, render: () => string): Representation {
  return { mediaType, contentType: `${mediaType}; charset=utf-8`, render };
}

/** A form in Markdown. */
export const markdownForm = (render: () => string) => textForm('text/markdown', render);

/** A form in JSON. */
export const jsonForm = (content: () => unknown) =>
  textForm('application/json', () => `${JSON.stringify(content(), null, 2)}\n`);

/** Where the one style sheet is. */
export const STYLE_PATH = '/assets/site.css';

/** Lets a page load the style sheet, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type PageParts = {
  /** The path it is served at. */
  readonly path: string;
  readonly title: string;
  /** The path of the same content as Markdown. */
  readonly markdownPath: string;
  /** HTML, escaped already. */
  readonly content: string;
};

const NAVIGATION = [
  ['/', 'Start'],
  ['/docs', 'Documents'],
  ['/docs/api', 'API'],
  ['/errors', 'Errors'],
  ['/status', 'Status'],
] as const;

/** Creates the HTML form of a page, a complete document without scripts. */
export function htmlForm(makeParts: () => PageParts): Representation {
  return {
    mediaType: 'text/html',
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': POLICY },
    render: () => printPage(makeParts()),
  };
}

function printPage({ path, title, markdownPath, content }: PageParts): string {
  const link = (to: string) => relativePath(path, to);
  const navigation = NAVIGATION.map(([to, name]) => {
    const isHere = path === to || (to !== '/' && to !== '/docs' && path.startsWith(`${to}/`));
    return `<a href="${link(to)}"${isHere ? ' aria-current="page"' : ''}>${name}</a>`;
  }).join(' ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeText(title)}</title><link rel="stylesheet" href="${link(STYLE_PATH)}">
<link rel="alternate" type="text/markdown" href="${link(markdownPath)}"></head>
<body><header class="top"><div class="top-row"><a class="brand" href="${link('/')}">Staking Agent API</a></div>
<nav aria-label="Site">${navigation}</nav></header><main class="document">
${content}</main><footer class="bottom"><a href="${link(markdownPath)}">As Markdown</a></footer></body></html>
`;
}

/** Escapes text for HTML, in content and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}

/**
 * Returns a relative link from one path of the site to another, which works behind any proxy path.
 *
 * @param from - the path of the page that has the link, such as `/docs/api/stake`.
 * @param to - a path with an optional fragment: `/docs/errors#outcome`.
 */
export function relativePath(from: string, to: string): string {
  const [path = '', fragment] = to.split('#');
  // Through the folder of the target, because a link to `..` ends with a slash.
  const up = posix.relative(posix.dirname(from), posix.dirname(path)) || '.';
  return `${up}/${posix.basename(path)}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** The console's shared styles, so that documents look like it; then what only documents have. */
const STYLES = [
  import.meta.resolve('@staking-agent/console/style/frame.css'),
  import.meta.resolve('@staking-agent/console/style/parts.css'),
  new URL('documents.css', import.meta.url).href,
];

/** The style sheet of every page. */
export function styleForm(): Representation {
  return {
    mediaType: 'text/css',
    contentType: 'text/css; charset=utf-8',
    render: async () => Buffer.concat(await Promise.all(STYLES.map((url) => readFile(new URL(url))))),
  };
}

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
