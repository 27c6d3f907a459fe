import type { Representation } from '../resource.ts';
import { relativePath } from './relative-path.ts';

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
