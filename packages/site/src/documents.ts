import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { htmlForm } from './layout.ts';
import { type Document, renderHtml, renderMarkdown } from './render-markdown.ts';
import { markdownForm, type Resource } from './resource.ts';

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

/** What examples in the documents call a deployment by. */
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
    return describe(name, markdown, served);
  });
  return new Map(documents.map((document) => [document.path, document]));
}

function describe(name: string, markdown: string, served: ReadonlySet<string>): Document {
  return {
    path: toPath(name),
    title: readTitle(markdown),
    summary: readSummary(markdown),
    markdown,
    resolve: createResolver(name, served),
  };
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
export function documentPages(document: Document, origin: string): readonly (readonly [string, Resource])[] {
  const { path, title } = document;
  const markdownPath = `${path === '/' ? '/index' : path}.md`;
  const html = htmlForm(() => ({ path, title, markdownPath, content: renderHtml(document) }));
  const markdown = markdownForm(() => renderMarkdown(document, origin));
  return [
    [path, [html, markdown]],
    [markdownPath, [markdown]],
  ];
}

/** Makes an index for every folder of documents that has none. */
export function indexFolders(documents: ReadonlyMap<string, Document>): Document[] {
  const folders = new Set([...documents.keys()].map((path) => posix.dirname(path)));
  return [...folders]
    .filter((path) => path !== '/' && !documents.has(path))
    .map((path) => printIndex(path, documents));
}

const TITLES: Readonly<Record<string, string>> = {
  '/docs': 'Documents',
  '/docs/adr': 'Decisions',
  '/docs/guides': 'Guides',
  '/docs/runbooks': 'Runbooks',
};

function printIndex(path: string, documents: ReadonlyMap<string, Document>): Document {
  const title = TITLES[path] ?? posix.basename(path);
  const below = [...documents.values()].filter((each) => posix.dirname(each.path) === path);
  const folders = [...documents.keys()].flatMap((each) => {
    const folder = posix.dirname(each);
    return posix.dirname(folder) === path && !documents.has(folder) ? [folder] : [];
  });
  const lines = [
    ...below.flatMap((each) => [printLine(each), ...printBelow(each.path, documents)]),
    ...[...new Set(folders)].map((folder) => `- [${TITLES[folder] ?? posix.basename(folder)}](${folder})`),
  ];
  return {
    path,
    title,
    summary: '',
    markdown: `# ${title}\n\n${lines.join('\n')}\n`,
    resolve: (target) => target,
  };
}

/** The pages in the folder of a page that is its index. */
function printBelow(path: string, documents: ReadonlyMap<string, Document>): string[] {
  const below = [...documents.values()].filter((each) => posix.dirname(each.path) === path);
  return below.map((each) => `  - [${each.title}](${each.path})`);
}

/** Prints a document as an item of a list: its title as a link, and its first sentence. */
export function printLine({ title, path, summary }: Document): string {
  return `- [${title}](${path})${summary === '' ? '' : `: ${summary}`}`;
}
