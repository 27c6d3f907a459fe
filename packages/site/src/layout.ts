import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Representation } from './resource.ts';

/** Where the one style sheet is. */
export const STYLE_PATH = '/assets/site.css';

/** What a page may load: the style sheet, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What a page of HTML is made of. */
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
const FILES = [
  import.meta.resolve('@staking-agent/console/style/frame.css'),
  import.meta.resolve('@staking-agent/console/style/parts.css'),
  new URL('documents.css', import.meta.url).href,
];

/** The style sheet of every page. */
export function styleForm(): Representation {
  return {
    mediaType: 'text/css',
    contentType: 'text/css; charset=utf-8',
    render: async () => Buffer.concat(await Promise.all(FILES.map((url) => readFile(new URL(url))))),
  };
}
