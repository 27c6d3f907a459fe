import MiniSearch from 'minisearch';
import { type Document, splitSections } from './documents.ts';

/** A place that the search leads to. */
type Place = { readonly id: string; readonly title: string; readonly heading: string; readonly text: string };

/**
 * Prints the index of a search over documents, and the fields with which `MiniSearch.loadJS` reads it. The id of a place is its
 * path from the root, without the first slash, with the fragment of its heading.
 */
export function printSearchIndex(documents: Iterable<Document>): string {
  const options = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading'] };
  const index = new MiniSearch<Place>({ ...options, processTerm: shorten });
  for (const document of documents) index.addAll(listPlaces(document));
  return JSON.stringify({ index, options });
}

function listPlaces(document: Document): Place[] {
  const { path, title } = document;
  return splitSections(document).map(({ id, heading, text }, i) => ({
    id: i === 0 ? path.slice(1) : `${path.slice(1)}#${id}`,
    title,
    heading: i === 0 ? '' : heading,
    text: text.replace(/\]\([^)]*\)/g, ' '),
  }));
}

/** Leaves out numbers, hashes and addresses, which would be most of the index; lower case otherwise. */
function shorten(term: string): string | undefined {
  return term.length > 30 || /\d{3}/.test(term) ? undefined : term.toLowerCase();
}
