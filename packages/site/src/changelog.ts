import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { escapeText, type Representation } from '@staking-agent/console';
import type { Document } from './documents.ts';

const FILE = fileURLToPath(new URL('../../../CHANGELOG.md', import.meta.url));
const PATH = '/changelog';
export const CHANGELOG_FEED_PATH = '/changelog.atom';

/**
 * Reads the changelog as a document, and as a feed with an entry for each release.
 *
 * @param origin - what the links of the feed begin with.
 */
export async function readChangelog(origin: string): Promise<{ page: Document; feed: Representation }> {
  const [markdown, { mtime }] = await Promise.all([readFile(FILE, 'utf8'), stat(FILE)]);
  const [title, summary] = ['Changelog', 'Changes that callers and operators notice, newest first.'];
  return {
    page: { path: PATH, title, summary, markdown, resolve: resolveFromRoot },
    feed: {
      mediaType: 'application/atom+xml',
      contentType: 'application/atom+xml; charset=utf-8',
      render: () => printFeed(markdown, origin, mtime),
    },
  };
}

/** Finds links of a file that lies beside `docs`. */
function resolveFromRoot(target: string): string | undefined {
  const path = /^docs(\/[^#]*?)(?:\/README)?(?:\.md)?(#.*)?$/.exec(target);
  return path === null ? undefined : `/docs${path[1]}${path[2] ?? ''}`;
}

/**
 * Prints the feed. A release has the date of its heading (`## 1.2.0 - 2026-11-27`); work that is not released has the time
 * of the file.
 */
function printFeed(markdown: string, origin: string, changed: Date): string {
  const releases = markdown.split(/^## /m).slice(1);
  const entries = releases.map((text) => {
    const [heading = '', ...lines] = text.split('\n');
    const [name = '', date] = heading.split(/ - (?=\d{4}-\d\d-\d\d$)/);
    const updated = date === undefined ? changed.toISOString() : `${date}T00:00:00Z`;
    return `<entry><id>${escapeText(`${origin}${PATH}#${name}`)}</id><title>${escapeText(name)}</title><updated>${updated}</updated><link href="${escapeText(`${origin}${PATH}`)}"/><content type="text">${escapeText(lines.join('\n').trim())}</content></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeText(`${origin}${PATH}`)}</id><title>Staking Agent API: changes</title><updated>${changed.toISOString()}</updated><author><name>Staking Agent API</name></author><link rel="self" href="${escapeText(`${origin}${CHANGELOG_FEED_PATH}`)}"/>
${entries.join('\n')}
</feed>
`;
}
