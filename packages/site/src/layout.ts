import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { escapeText, type Representation, type Resource, textForm } from '@staking-agent/console';

/** A form in Markdown. */
export const markdownForm = (render: () => string) => textForm('text/markdown', render);

/** Where the one style sheet and the one script of every page are. */
export const STYLE_PATH = '/assets/site.css';
const SCRIPT_PATH = '/assets/site.js';
/** Where the script finds the library of the search, and the index. */
const SEARCH_LIBRARY_PATH = '/assets/minisearch.js';
export const SEARCH_INDEX_PATH = '/assets/search.json';

/** Lets a page load its style sheet and script, and call this deployment. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers of every page of HTML. */
export const PAGE_HEADERS = { 'Content-Security-Policy': POLICY };

/** A part of the side navigation. */
export type Door = {
  readonly title: string;
  readonly links: readonly { readonly path: string; readonly title: string }[];
};

/** Everything around the content that pages share. */
export type Frame = {
  /** The start of absolute links. */
  readonly origin: string;
  /** The side navigation; empty for a page without one. */
  readonly doors: readonly Door[];
};

export type PageParts = {
  /** The path it is served at. */
  readonly path: string;
  readonly title: string;
  /** The path of the same content in another form, and the name of that form. */
  readonly other: { readonly path: string; readonly mediaType: string; readonly name: string };
  /** HTML, escaped already. */
  readonly content: string;
};

const NAVIGATION = [
  ['/', 'Start'],
  ['/docs', 'Documents'],
  ['/docs/api', 'API'],
  ['/errors', 'Errors'],
  ['/changelog', 'Changes'],
  ['/status', 'Status'],
] as const;

/** Creates the HTML form of a page. */
export function htmlForm(makeParts: () => PageParts, doors: readonly Door[]): Representation {
  return textForm('text/html', () => printPage(makeParts(), doors), PAGE_HEADERS);
}

/** Prints a complete page. It is whole without its script, which adds search, copies and requests. */
export function printPage({ path, title, other, content }: PageParts, doors: readonly Door[]): string {
  const link = (to: string) => relativePath(path, to);
  const isBelow = (to: string) => path === to || path.startsWith(`${to}/`);
  const current = NAVIGATION.map(([to]) => to)
    .filter((to) => (to === '/' ? path === to : isBelow(to)))
    .at(-1);
  const navigation = NAVIGATION.map(
    ([to, name]) => `<a href="${link(to)}"${to === current ? ' aria-current="page"' : ''}>${name}</a>`,
  ).join(' ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeText(title)}</title><link rel="stylesheet" href="${link(STYLE_PATH)}">
<link rel="alternate" type="${other.mediaType}" href="${link(other.path)}">
<script type="module" src="${link(SCRIPT_PATH)}"></script></head>
<body><a class="skip" href="#content">Skip to the content</a><header class="top"><div class="top-row"><a class="brand" href="${link('/')}">Staking Agent API</a><span class="grow"></span>
<search hidden data-library="${link(SEARCH_LIBRARY_PATH)}" data-index="${link(SEARCH_INDEX_PATH)}" data-root="${link('/docs').replace(/docs$/, '')}"><input type="search" aria-label="Search all pages" placeholder="Search" autocomplete="off"><p class="dim" role="status"></p><ol></ol></search></div>
<nav aria-label="Site">${navigation}</nav></header><div class="columns">${printDoors(path, doors)}<main class="document" id="content">
${content}</main></div><footer class="bottom"><a href="${link(other.path)}">As ${other.name}</a></footer></body></html>
`;
}

/** Prints the side navigation; the doors that lead to the page are open. */
function printDoors(path: string, doors: readonly Door[]): string {
  if (doors.length === 0) return '';
  const parts = doors.map(({ title, links }) => {
    const isOpen = links.some((each) => each.path === path);
    const items = links.map(
      (each) =>
        `<li><a href="${relativePath(path, each.path)}"${each.path === path ? ' aria-current="page"' : ''}>${escapeText(each.title)}</a></li>`,
    );
    return `<details${isOpen ? ' open' : ''}><summary>${escapeText(title)}</summary><ul>${items.join('')}</ul></details>`;
  });
  return `<nav class="doors" aria-label="Documents">${parts.join('')}</nav>`;
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
  const read = async () => Buffer.concat(await Promise.all(STYLES.map((url) => readFile(new URL(url)))));
  return textForm('text/css', read);
}

/** The files of the pages by path. */
const FILES: Readonly<Record<string, string>> = {
  [SCRIPT_PATH]: new URL('site.js', import.meta.url).href,
  [SEARCH_LIBRARY_PATH]: import.meta.resolve('minisearch'),
};

/** Makes the scripts of the pages. */
export function scriptFiles(): (readonly [string, Resource])[] {
  return Object.entries(FILES).map(([path, url]) => [
    path,
    [textForm('text/javascript', () => readFile(new URL(url)))],
  ]);
}
