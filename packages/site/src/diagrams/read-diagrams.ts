import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Representation } from '../resource.ts';
import { type Diagram, parseDiagram } from './diagram.ts';
import { drawDiagram, FILE_STYLE } from './draw-diagram.ts';

const FOLDER = fileURLToPath(new URL('../../../../docs/diagrams/', import.meta.url));

/** Where diagrams are served, as files of their own. */
const PATH = '/docs/diagrams/';

/** What a diagram opened by itself may load: its own style. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Reads every diagram of the documents, by the path of its drawing. */
export async function readDiagrams(): Promise<ReadonlyMap<string, Diagram>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(FOLDER + name, 'utf8')));
  return new Map(texts.map((text, i) => [`${PATH}${names[i]?.replace(/json$/, 'svg')}`, parseDiagram(text)]));
}

/** Names a diagram within a page. */
export const diagramId = (path: string) => path.replace(/^.*\/|\.svg$/g, '');

/** Prints the file of a diagram, with colours of its own for light and dark. */
export function printDiagramFile(path: string, diagram: Diagram): string {
  return drawDiagram(diagram, diagramId(path), FILE_STYLE);
}

/** A diagram as a file. */
export function diagramForm(path: string, diagram: Diagram): Representation {
  return {
    mediaType: 'image/svg+xml',
    contentType: 'image/svg+xml; charset=utf-8',
    headers: { 'Content-Security-Policy': POLICY },
    render: () => printDiagramFile(path, diagram),
  };
}
