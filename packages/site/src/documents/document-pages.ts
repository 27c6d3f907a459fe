import { posix } from 'node:path';
import { htmlForm } from '../html/layout.ts';
import { markdownForm, type Resource } from '../resource.ts';
import type { Document } from './document.ts';
import { renderHtml, renderMarkdown } from './render-markdown.ts';

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
  return [...folders].filter((path) => !documents.has(path)).map((path) => printIndex(path, documents));
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
