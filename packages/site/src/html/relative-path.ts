import { posix } from 'node:path';

/**
 * Returns a relative link from one path of the site to another, which works behind any proxy path.
 *
 * @param from - the path of the page that has the link, such as `/docs/api/stake`.
 * @param to - a path with an optional fragment: `/docs/errors#outcome`.
 */
export function relativePath(from: string, to: string): string {
  const [path = '', fragment] = to.split('#');
  // Through the folder of the target, because a link to `..` ends with a slash.
  const up = posix.relative(posix.dirname(from), posix.dirname(path)) || '.';
  return `${up}/${posix.basename(path)}${fragment === undefined ? '' : `#${fragment}`}`;
}
