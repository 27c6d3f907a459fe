import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeText, type Resource } from '@staking-agent/console';
import { lexer, Marked, type Tokens } from 'marked';
import { type Door, type Frame, htmlForm, markdownForm, relativePath } from './layout.ts';

const HEADING = /^# (.+)$/m;
const CODE = /^(```|~~~)[\s\S]*?^\1$/gm;

/** Returns the first heading of a text. */
function readTitle(markdown: string): string {
  return HEADING.exec(markdown)?.[1]?.replace(/`/g, '') ?? '';
}

/** Returns the first sentence of the first paragraph, without links. */
function readSummary(markdown: string): string {
  const blocks = markdown.replace(CODE, '').split(/\n{2,}/);
  const paragraph = blocks.find((block) => /^[\p{L}`*]/u.test(block)) ?? '';
  const plain = paragraph
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*/g, '');
  return /^.*?\.(?= |$)/.exec(plain)?.[0] ?? (plain.endsWith(':') ? `${plain.slice(0, -1)}.` : '');
}

/** The documents of the project, which a deployment brings along. */
const ROOT = fileURLToPath(new URL('../../../docs', import.meta.url));

/** Origins by which examples in the documents call a deployment. */
export const EXAMPLE_ORIGINS = /http:\/\/127\.0\.0\.1:3000|https:\/\/stake\.example/g;

/** Pages that show requests to the deployment that serves them. */
const OF_THIS_DEPLOYMENT = /^(agents|errors)\.md$/;

/**
 * Reads every document below `docs`, with an index for each folder that has none.
 *
 * @param origin - of the deployment, which examples are printed for.
 * @returns documents by path.
 */
export async function readDocuments(origin: string): Promise<ReadonlyMap<string, Document>> {
  const names = (await readdir(ROOT, { recursive: true })).map((name) => name.replaceAll(sep, '/'));
  const files = names.filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(ROOT, name), 'utf8')));
  const served = new Set(files.map(toPath));
  const documents = files.map((name, i) => {
    const text = texts[i] ?? '';
    const markdown = OF_THIS_DEPLOYMENT.test(name) ? text.replace(EXAMPLE_ORIGINS, origin) : text;
    const resolve = createResolver(name, served);
    const [title, summary] = [readTitle(markdown), readSummary(markdown)];
    return { path: toPath(name), title, summary, markdown, resolve };
  });
  return new Map(documents.map((document) => [document.path, document]));
}

/**
 * Creates the resolver of links.
 *
 * @param name - the file that links are relative to, below `docs`.
 * @param served - the paths of all documents.
 */
export function createResolver(name: string, served: ReadonlySet<string>): Document['resolve'] {
  return (target) => {
    const [file = '', fragment] = target.split('#');
    const found = file === '' ? name : posix.join(posix.dirname(name), file);
    if (found === 'openapi.json') return '/openapi.json';
    const path = toPath(found);
    const isFolder = [...served].some((each) => each.startsWith(`${path}/`));
    if (!served.has(path) && !isFolder) return undefined;
    return fragment === undefined ? path : `${path}#${fragment}`;
  };
}

function toPath(name: string): string {
  return posix.join('/docs', name.replace(/(\/?README)?(\.md)?$/, '')).replace(/\/$/, '');
}

/** Makes the resources of a document: at its path in all forms, and with `.md` behind it as Markdown. */
export function documentPages(
  document: Document,
  { origin, doors }: Frame,
): readonly (readonly [string, Resource])[] {
  const { path, title } = document;
  const other = {
    path: `${path === '/' ? '/index' : path}.md`,
    mediaType: 'text/markdown',
    name: 'Markdown',
  };
  const html = htmlForm(() => ({ path, title, other, content: renderHtml(document) }), doors);
  const markdown = markdownForm(() => renderMarkdown(document, origin));
  return [
    [path, [html, markdown]],
    [other.path, [markdown]],
  ];
}

/** Reads the doors of the documents from their index: each heading of the second level, with the documents it links to. */
export function readDoors(documents: ReadonlyMap<string, Document>): Door[] {
  const { markdown = '', resolve = () => undefined }: Partial<Document> = documents.get('/docs') ?? {};
  const doors: { title: string; links: { path: string; title: string }[] }[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 2) doors.push({ title: token.text, links: [] });
    if (token.type !== 'list') continue;
    for (const [, target = ''] of token.raw.matchAll(/\]\(([^)]+)\)/g)) {
      const path = resolve(target);
      const title = documents.get(path ?? '')?.title;
      if (path !== undefined && title !== undefined) doors.at(-1)?.links.push({ path, title });
    }
  }
  return doors.filter(({ links }) => links.length > 0);
}

/** A part of a document below one heading. */
export type Section = { readonly id: string; readonly heading: string; readonly text: string };

/** Splits a document at its headings, with the ids that its page gives them. */
export function splitSections({ markdown }: Document): Section[] {
  const ids = new Map<string, number>();
  const sections: { id: string; heading: string; text: string }[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') {
      sections.push({ id: uniqueId(token.text, ids), heading: token.text.replaceAll('`', ''), text: '' });
    } else if (token.type !== 'code') {
      const section = sections.at(-1);
      if (section !== undefined) section.text += ` ${token.raw}`;
    }
  }
  return sections;
}

/** Makes an index for every folder of documents that has none. */
export function indexFolders(documents: ReadonlyMap<string, Document>): Document[] {
  const folders = new Set([...documents.keys()].map((path) => posix.dirname(path)));
  return [...folders]
    .filter((path) => path !== '/' && !documents.has(path))
    .map((path) => printIndex(path, documents));
}

const TITLES: Readonly<Record<string, string>> = {
  '/docs/adr': 'Decisions',
  '/docs/guides': 'Guides',
  '/docs/runbooks': 'Runbooks',
};

function printIndex(path: string, documents: ReadonlyMap<string, Document>): Document {
  const title = TITLES[path] ?? posix.basename(path);
  const below = [...documents.values()].filter((each) => posix.dirname(each.path) === path);
  const markdown = `# ${title}\n\n${below.map(printLine).join('\n')}\n`;
  return { path, title, summary: '', markdown, resolve: (target) => target };
}

/** Prints a document as an item of a list: its title as a link, and its first sentence. */
function printLine({ title, path, summary }: Document): string {
  return `- [${title}](${path})${summary === '' ? '' : `: ${summary}`}`;
}

/** A text of the site, in Markdown. */
export type Document = {
  /** Where it is served as HTML; with `.md` behind it, as Markdown. */
  readonly path: string;
  readonly title: string;
  /** Its first sentence; empty where it begins with something else. */
  readonly summary: string;
  readonly markdown: string;
  /** Finds what a link of it means: a path of the site, perhaps with a fragment; undefined where nothing is served. */
  resolve(target: string): string | undefined;
};

const ABSOLUTE = /^(https?|mailto):/i;

/**
 * Renders a document as HTML for the page at its path; a link to a path that is not served becomes plain text, and so
 * does a picture.
 */
export function renderHtml({ path, markdown, resolve }: Document): string {
  const ids = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueId(text, ids);
        return `<h${depth} id="${escapeText(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const to = findLink(href, resolve);
        if (to === undefined) return content;
        const link = to.startsWith('/') ? relativePath(path, to) : to;
        return `<a href="${escapeText(link)}">${content}</a>`;
      },
      image: ({ text }: Tokens.Image) => escapeText(text),
      // Documents are Markdown: whatever looks like HTML in them is meant to be read.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeText(text),
    },
  });
  return makeScrollable(marked.parse(markdown, { async: false }));
}

/** Makes wide blocks scroll by themselves, with the keyboard too. All text is escaped before. */
function makeScrollable(html: string): string {
  return html
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const FENCED = /(^```[\s\S]*?^```$)/m;

/**
 * Prints a document as Markdown whose links are absolute.
 *
 * @param origin - what paths of the site are below.
 */
export function renderMarkdown({ markdown, resolve }: Document, origin: string): string {
  const print = (text: string) =>
    text.replace(LINK, (_, mark: string, content: string, target: string) => {
      const to = findLink(target, resolve);
      if (to === undefined) return content;
      return `${mark}[${content}](${to.startsWith('/') ? `${origin}${toMarkdownPath(to)}` : to})`;
    });
  return markdown
    .split(FENCED)
    .map((part) => (part.startsWith('```') ? part : print(part)))
    .join('');
}

/** Returns the path of a page's Markdown form; a path without one is unchanged. */
export function toMarkdownPath(path: string): string {
  return path.replace(/^(\/(?:docs|errors)[^#]*)(?=#|$)/, '$1.md');
}

function findLink(target: string, resolve: Document['resolve']): string | undefined {
  return ABSOLUTE.test(target) || target.startsWith('#') ? target : resolve(target);
}

// As GitHub makes them, where the documents are read as well.
function uniqueId(heading: string, ids: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}
