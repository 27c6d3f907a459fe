import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, readSummary, readTitle } from './document.ts';

/** The documents of the project, which a deployment brings along. */
const ROOT = fileURLToPath(new URL('../../../../docs', import.meta.url));

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
  return `/docs/${name.replace(/(\/?README)?(\.md)?$/, '')}`;
}
