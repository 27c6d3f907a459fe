import { readFile } from 'node:fs/promises';
import type { Representation } from '../resource.ts';

/** The console's own files come first, so that documents look like it; then what only documents have. */
const FILES = [
  ...['colours', 'text', 'frame', 'parts', 'tables'].map((name) =>
    import.meta.resolve(`@staking-agent/console/style/${name}.css`),
  ),
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
