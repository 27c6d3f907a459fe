import { posix } from 'node:path';

/**
 * Returns a link from one path of the site to another that holds wherever a proxy puts the site.
 *
 * @param from - the path of the page that has the link, such as `/docs/api/stake`.
 * @param to - a path, with a fragment where one is meant: `/docs/errors#outcome`.
 */
export function relativePath(from: string, to: string): string {
  const [path = '', fragment] = to.split('#');
  // Through the folder of the target, because a link to `..` ends with a slash.
  const up = posix.relative(posix.dirname(from), posix.dirname(path)) || '.';
  return `${up}/${posix.basename(path)}${fragment === undefined ? '' : `#${fragment}`}`;
}
